CREATE TABLE noticed_events (id integer PRIMARY KEY, type varchar, record_type varchar, record_id integer, params json, created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL, notifications_count integer);
CREATE TABLE noticed_notifications (id integer PRIMARY KEY, type varchar, event_id integer NOT NULL, recipient_type varchar NOT NULL, recipient_id integer NOT NULL, read_at datetime(6), seen_at datetime(6), created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL);
INSERT INTO noticed_events (id, type, record_type, record_id, params, created_at, updated_at, notifications_count) VALUES
(800, 'CommentNotifier', NULL, NULL, '{"message": "Ben commented on your post", "comment": {"_aj_globalid": "gid://harbor/Comment/91"}, "url": "/posts/31#comment_91", "actor": "Ben Okafor", "_aj_symbol_keys": ["message", "comment", "url", "actor"]}', '2026-02-08 12:59:00.123000', '2026-02-08 12:59:00.123000', 1),
(801, 'CommentNotifier', 'Post', 31, '{"message": "Ben commented on \"Salt & corrosion\"", "comment": {"_aj_globalid": "gid://harbor/Comment/90"}, "url": "/posts/30#comment_90", "actor": "Ben Okafor", "_aj_symbol_keys": ["message", "comment", "url", "actor"]}', '2026-02-08 12:30:00.000000', '2026-02-08 12:30:00.000000', 1),
(802, 'InvoiceOverdueNotifier', NULL, NULL, '{"title": "Invoice 14 is overdue", "body": "€ 480.00 since February 1", "url": "https://billing.example/14", "priority": "high", "_aj_symbol_keys": ["title", "body", "url", "priority"]}', '2026-02-08 06:00:00.000000', '2026-02-08 06:00:00.000000', 1),
(803, 'NewFollowerNotifier', 'Post', 31, '{"user": {"_aj_globalid": "gid://harbor/User/8"}, "_aj_symbol_keys": ["user"]}', '2026-02-07 20:10:00.000000', '2026-02-07 20:10:00.000000', 1),
(804, 'MentionNotifier', NULL, NULL, '{"title": "Chiara mentioned you", "message": "@maya look\nat this <now>", "path": "/posts/28", "_aj_symbol_keys": ["title", "message", "path"]}', '2026-02-07 15:00:00.000000', '2026-02-07 15:00:00.000000', 1),
(805, 'WelcomeNotifier', 'Post', 31, '{}', '2026-02-07 09:00:00.000000', '2026-02-07 09:00:00.000000', 1),
(806, 'WelcomeNotifier', NULL, NULL, '{}', '2026-02-06 09:00:00.000000', '2026-02-06 09:00:00.000000', 1),
(807, 'ExportReadyNotifier', 'Post', 31, '{"message": "Your export is ready", "url": "/exports/4", "_aj_symbol_keys": ["message", "url"]}', '2026-02-06 07:30:00.000000', '2026-02-06 07:30:00.000000', 1),
(808, 'CommentNotifier', NULL, NULL, '{"message": "Дмитрий ответил вам", "url": "/posts/25#comment_80", "_aj_symbol_keys": ["message", "url"]}', '2026-02-05 18:00:00.000000', '2026-02-05 18:00:00.000000', 1),
(809, 'BillingNotifier', 'Post', 31, '{"title": "Plan changed", "body": "You are on \"Harbor\" now.", "_aj_symbol_keys": ["title", "body"]}', '2026-02-04 08:00:00.000000', '2026-02-04 08:00:00.000000', 1),
(810, 'CommentNotifier', NULL, NULL, '{"message": "Ines commented on your post", "url": "/posts/22#comment_70", "actor": "Ines Moreau", "_aj_symbol_keys": ["message", "url", "actor"]}', '2026-02-03 11:00:00.000000', '2026-02-03 11:00:00.000000', 1),
(811, 'PasswordChangedNotifier', 'Post', 31, '{"message": "Your password was changed", "_aj_symbol_keys": ["message"]}', '2026-02-02 22:22:22.000000', '2026-02-02 22:22:22.000000', 1);
INSERT INTO noticed_notifications (id, type, event_id, recipient_type, recipient_id, read_at, seen_at, created_at, updated_at) VALUES
(301, 'CommentNotifier::Notification', 800, 'User', 5, NULL, NULL, '2026-02-08 12:59:00.123000', '2026-02-08 12:59:00.123000'),
(300, 'CommentNotifier::Notification', 801, 'User', 6, '2026-02-08 12:45:00.000000', '2026-02-08 12:45:00.000000', '2026-02-08 12:30:00.000000', '2026-02-08 12:45:00.000000'),
(299, 'InvoiceOverdueNotifier::Notification', 802, 'User', 5, NULL, NULL, '2026-02-08 06:00:00.000000', '2026-02-08 06:00:00.000000'),
(298, 'NewFollowerNotifier::Notification', 803, 'User', 5, NULL, NULL, '2026-02-07 20:10:00.000000', '2026-02-07 20:10:00.000000'),
(297, 'MentionNotifier::Notification', 804, 'User', 6, NULL, NULL, '2026-02-07 15:00:00.000000', '2026-02-07 15:00:00.000000'),
(296, 'WelcomeNotifier::Notification', 805, 'User', 7, NULL, NULL, '2026-02-07 09:00:00.000000', '2026-02-07 09:00:00.000000'),
(295, 'WelcomeNotifier::Notification', 806, 'Admin', 5, '2026-02-06 10:00:00.000000', '2026-02-06 10:00:00.000000', '2026-02-06 09:00:00.000000', '2026-02-06 10:00:00.000000'),
(294, 'ExportReadyNotifier::Notification', 807, 'User', 7, NULL, NULL, '2026-02-06 07:30:00.000000', '2026-02-06 07:30:00.000000'),
(293, 'CommentNotifier::Notification', 808, 'User', 7, NULL, NULL, '2026-02-05 18:00:00.000000', '2026-02-05 18:00:00.000000'),
(292, 'BillingNotifier::Notification', 809, 'User', 5, '2026-02-04 08:01:00.000000', '2026-02-04 08:01:00.000000', '2026-02-04 08:00:00.000000', '2026-02-04 08:01:00.000000'),
(291, 'CommentNotifier::Notification', 810, 'User', 6, NULL, NULL, '2026-02-03 11:00:00.000000', '2026-02-03 11:00:00.000000'),
(290, 'PasswordChangedNotifier::Notification', 811, 'User', 6, NULL, NULL, '2026-02-02 22:22:22.000000', '2026-02-02 22:22:22.000000');
