CREATE TABLE notifications_notification (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, level varchar(20) NOT NULL, unread bool NOT NULL, actor_object_id varchar(255) NOT NULL, verb varchar(255) NOT NULL, description text NULL, target_object_id varchar(255) NULL, action_object_object_id varchar(255) NULL, timestamp datetime NOT NULL, public bool NOT NULL, deleted bool NOT NULL, emailed bool NOT NULL, data text NULL, actor_content_type_id integer NOT NULL, action_object_content_type_id integer NULL, recipient_id integer NOT NULL, target_content_type_id integer NULL);
INSERT INTO notifications_notification (id, level, unread, actor_object_id, verb, description, target_object_id, action_object_object_id, timestamp, public, deleted, emailed, data, actor_content_type_id, action_object_content_type_id, recipient_id, target_content_type_id) VALUES
(71, 'info', 1, '3', 'commented on', 'Is the gauge at pier 3 back?', '31', '91', '2026-02-08 13:33:33.123456', 1, 0, 0, '{"url": "/posts/31#c91"}', 4, 12, 5, 9),
(70, 'info', 0, '3', 'commented on', NULL, '31', '91', '2026-02-08 13:33:33.123456', 1, 0, 0, '{"url": "/posts/31#c91"}', 4, 12, 6, 9),
(69, 'info', 1, '8', 'started following you', NULL, NULL, NULL, '2026-02-08 09:00:00', 1, 0, 0, NULL, 4, NULL, 5, NULL),
(68, 'error', 1, '1', 'reported a failed payment', 'Card ending in 4242 & <expired>', NULL, NULL, '2026-02-07 22:10:00', 1, 0, 0, '{"url": "https://billing.example/14", "data": {"attempt": 2}}', 4, NULL, 5, NULL),
(67, 'success', 0, '3', 'approved your request', NULL, '44', NULL, '2026-02-07 16:00:00.5', 1, 0, 0, NULL, 4, NULL, 7, 9),
(66, 'warning', 1, '3', 'warned about disk space', '93 % used', NULL, NULL, '2026-02-07 12:00:00', 1, 0, 0, NULL, 4, NULL, 7, NULL),
(65, 'info', 1, '3', 'liked', NULL, '31', NULL, '2026-02-06 18:00:00', 1, 0, 1, NULL, 4, NULL, 5, 9),
(64, 'info', 1, '8', 'liked', NULL, '31', NULL, '2026-02-06 17:55:00', 1, 1, 0, NULL, 4, NULL, 5, 9),
(63, 'info', 1, '3', 'mentioned you in', '', '28', NULL, '2026-02-06 08:00:00', 1, 0, 0, '{}', 4, NULL, 6, 9),
(62, 'info', 1, '6', 'reached level 60', NULL, NULL, NULL, '2026-02-05 20:20:20', 1, 0, 0, NULL, 4, NULL, 6, NULL),
(61, 'info', 1, '3', 'прокомментировал', 'Отлично!', '25', NULL, '2026-02-04 10:00:00', 1, 0, 0, NULL, 4, NULL, 7, 9),
(60, 'info', 0, '3', 'invited you to', NULL, '5', NULL, '2026-02-03 11:30:00', 1, 0, 0, '{"url": "/groups/5"}', 4, NULL, 5, 9),
(59, 'info', 0, '3', 'closed', NULL, '2', '70', '2026-02-02 07:45:00', 1, 0, 0, NULL, 4, 12, 6, 9);
