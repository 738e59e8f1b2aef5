-- The shipped app's table; `data` and `actor_profile` hold JSON as text. Tests make a database of it.
CREATE TABLE user_notifications (id TEXT PRIMARY KEY, recipient_id TEXT, actor_id TEXT, type TEXT, title TEXT, body TEXT, post_id INTEGER, room_id TEXT, data TEXT, is_read INTEGER, read_at TEXT, created_at TEXT, actor_profile TEXT);
CREATE TABLE notification_preferences (id TEXT, user_id TEXT, preferences TEXT, created_at TEXT, updated_at TEXT);
INSERT INTO user_notifications VALUES ('un-1', 'usr-1', 'usr-2', 'new_message', 'Aylin wrote to you', 'See you at six', NULL, 'rm-1', '{}', 0, NULL, '2026-03-29 07:57:49.93603+00', '{"id": "usr-2", "display_name": "Aylin Kaya", "avatar_url": "https://img.foodshare.example/u/2.jpg"}');
INSERT INTO user_notifications VALUES ('un-2', 'usr-1', 'usr-2', 'new_listing', 'Apples, half a crate', 'Behind the church', 4711, NULL, '{"latitude": 52.5, "longitude": 13.4}', 0, NULL, '2026-03-28 10:00:00+00', NULL);
INSERT INTO user_notifications VALUES ('un-3', 'usr-1', 'usr-2', 'reservation_update', 'Picked up', 'Thank you!', NULL, NULL, '{"reservation_id": "rsv-31"}', 1, '2026-03-27 11:00:00+00', '2026-03-27 10:00:00+00', NULL);
INSERT INTO user_notifications VALUES ('un-4', 'usr-3', 'usr-2', 'expiry_warning', 'Läuft bald ab: Käse', 'Noch ein Tag', 4712, NULL, '{}', 0, NULL, '2026-03-29 06:00:00+00', NULL);
INSERT INTO user_notifications VALUES ('un-5', 'usr-3', 'usr-2', 'post_liked', 'Unknown type', 'Kept', 4713, NULL, '{}', 0, NULL, '2026-03-26 06:00:00+00', NULL);
INSERT INTO notification_preferences VALUES ('p-1', 'usr-1', '{"newListingsEnabled": false, "searchRadius": 2.5, "quietHoursEnabled": true, "quietHoursStart": "22:00", "quietHoursEnd": "07:30"}', '2026-01-01', '2026-01-01');
