-- The table as `supabase db dump` and a conversion to SQLite leave it; tests make a database of it.
CREATE TABLE notifications (
  id TEXT,
  user_id TEXT,
  type TEXT,
  title TEXT,
  message TEXT,
  priority TEXT,
  read_at TEXT,
  scheduled_for TEXT,
  sent_at TEXT,
  email_sent INTEGER,
  email_sent_at TEXT,
  action_url TEXT,
  related_entity_type TEXT,
  related_entity_id TEXT,
  related_school_id TEXT,
  related_coach_id TEXT,
  related_offer_id TEXT,
  related_event_id TEXT,
  created_at TEXT,
  updated_at TEXT
);
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003e8', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'follow_up_reminder', 'Follow up with Coach Delgado', 'Last contact: January 30.

• mention the new 40-yard time
• ask about summer camp', 'high', NULL, '2026-02-08T13:00:00+00:00', NULL, 0, NULL, '/coaches?highlight=c-81', 'coach', 'c-81', NULL, 'c-81', NULL, NULL, '2026-02-07T22:14:03.118273+00:00', '2026-02-07T22:14:03.118273+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003e9', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'deadline_alert', 'Application deadline: Fairmont', 'Closes tonight at midnight (Central).', 'high', NULL, '2026-02-08T12:30:00Z', NULL, 0, NULL, '/schools/s-12', 'school', 's-12', NULL, NULL, NULL, NULL, '2026-02-01T09:00:00+00:00', '2026-02-01T09:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003ea', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'inbound_interaction', 'Coach Brandt opened your email', NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'c-9', NULL, NULL, '2026-02-08 02:57:49.93603+00', '2026-02-08 02:57:49.93603+00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003eb', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'offer', 'Offer received: Pine Valley A&M <Division II>', 'Tuition + fees; "see the letter" — valid until 3/1.', 'urgent', NULL, '2026-02-07T19:45:10.5+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 'o-77', NULL, '2026-02-07T19:45:10.5+00:00', '2026-02-07T19:45:10.5+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003ec', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'event', 'Junior Day at Pine Valley', 'Saturday, 9:30 AM', 'normal', '2026-02-06T15:20:41.001+00:00', '2026-02-06T15:00:00+00:00', NULL, 0, NULL, '/events/e-5', NULL, NULL, NULL, NULL, NULL, 'e-5', '2026-01-20T10:00:00+00:00', '2026-02-06T15:20:41.001+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003ed', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'daily_digest', 'Daily digest', '4 new notifications', 'low', NULL, '2026-02-08T12:00:00+00:00', '2026-02-08T12:00:02+00:00', 1, '2026-02-08T12:00:02+00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-08T12:00:00+00:00', '2026-02-08T12:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003ee', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'weekly_digest', 'Weekly digest', '17 new notifications', 'low', '2026-02-02T13:00:00+00:00', '2026-02-02T12:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-02T12:00:00+00:00', '2026-02-02T13:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003ef', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'general', 'We changed our terms', 'Nothing you have to do.', 'low', NULL, '2026-01-15T08:00:00+00:00', NULL, 0, NULL, 'https://www.example.org/terms?lang=en&v=2#changes', NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-15T08:00:00+00:00', '2026-01-15T08:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f0', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'offer', 'Link by entity: offer', NULL, 'normal', NULL, '2026-02-05T10:00:00Z', NULL, 0, NULL, NULL, 'offer', 'o/1 2', NULL, NULL, NULL, NULL, '2026-02-05T10:00:00Z', '2026-02-05T10:00:00Z');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f1', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'general', 'Link by entity: unknown kind, then the school', NULL, 'normal', NULL, '2026-02-05T10:01:00Z', NULL, 0, NULL, NULL, 'document', 'd-1', 's-99', NULL, NULL, NULL, '2026-02-05T10:01:00Z', '2026-02-05T10:01:00Z');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f2', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'general', 'A link that is none', NULL, 'normal', NULL, '2026-02-05T10:02:00Z', NULL, 0, NULL, 'javascript:alert(1)', NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-05T10:02:00Z', '2026-02-05T10:02:00Z');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f3', '6b1f0c2a-4d5e-4f60-8192-000000000065', 'general', 'A link to another host', NULL, 'normal', NULL, '2026-02-05T10:03:00Z', NULL, 0, NULL, '//evil.example/x', NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-05T10:03:00Z', '2026-02-05T10:03:00Z');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f4', '6b1f0c2a-4d5e-4f60-8192-000000000066', 'inbound_interaction', '田中コーチからメッセージ', '来週の見学について、
・到着時刻
・持ち物
をお知らせください。', 'normal', NULL, '2026-02-08T01:10:00+09:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, 'c-田中', NULL, NULL, '2026-02-07T16:10:00+00:00', '2026-02-07T16:10:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f5', '6b1f0c2a-4d5e-4f60-8192-000000000066', 'follow_up_reminder', 'تذكير: راسل المدرب حداد', 'لم تصل أي إجابة منذ 3 أيام (Coach Haddad).', 'normal', NULL, '2026-02-08T06:00:00+03:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-08T03:00:00+00:00', '2026-02-08T03:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f6', '6b1f0c2a-4d5e-4f60-8192-000000000066', 'event', 'אימון פתוח ביום שישי', 'מגרש 2, בשעה 16:00', 'normal', '2026-02-07T09:00:00+02:00', '2026-02-07T08:00:00+02:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T06:00:00+00:00', '2026-02-07T09:00:00+02:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f7', '6b1f0c2a-4d5e-4f60-8192-000000000066', 'offer', 'Предложение от Северного университета', 'Ответьте до 1 марта.', 'critical', NULL, '2026-02-06T12:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-06T12:00:00+00:00', '2026-02-06T12:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f8', '6b1f0c2a-4d5e-4f60-8192-000000000066', 'general', '🎽👟 New kit day 🧑🏽‍🦱👩‍👩‍👧‍👦', 'Zürich → Kraków: naïve café, école', 'normal', NULL, '2026-02-04T12:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-04T12:00:00+00:00', '2026-02-04T12:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003f9', NULL, 'general', 'For nobody in particular', 'user_id is null', 'normal', NULL, '2026-02-03T12:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-03T12:00:00+00:00', '2026-02-03T12:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003fa', '6b1f0c2a-4d5e-4f60-8192-000000000067', 'camp_invite', 'An unknown type', 'Kept, with a label made from its key.', 'normal', NULL, '2026-02-07T12:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T12:00:00+00:00', '2026-02-07T12:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003fb', '6b1f0c2a-4d5e-4f60-8192-000000000067', 'event', 'An unknown priority', 'Taken for normal.', 'whenever', NULL, '2026-02-07T12:01:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T12:01:00+00:00', '2026-02-07T12:01:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003fc', '6b1f0c2a-4d5e-4f60-8192-000000000067', 'event', 'Scheduled for later', 'Upcoming at noon on February 8.', 'normal', NULL, '2026-02-12T09:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T12:02:00+00:00', '2026-02-07T12:02:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-0000000003fd', '6b1f0c2a-4d5e-4f60-8192-000000000067', 'deadline_alert', 'A very long title: remember, remember, the fifth of November, remember, remember, the fifth of November, remember, remember, the fifth of November, remember, remember, the fifth of November, remember, remember, the fifth of November, remember, remember, the fifth of November, ', 'All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy. All work and no play makes Jack a dull boy.', 'normal', NULL, '2026-02-07T12:03:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T12:03:00+00:00', '2026-02-07T12:03:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-000000000fa0', '6b1f0c2a-4d5e-4f60-8192-000000000067', 'event', 'A copy (older)', NULL, 'normal', NULL, '2026-02-07T11:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T11:00:00+00:00', '2026-02-07T11:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-000000000fa0', '6b1f0c2a-4d5e-4f60-8192-000000000067', 'event', 'A copy (newer)', NULL, 'normal', '2026-02-07T13:00:00+00:00', '2026-02-07T11:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T11:00:00+00:00', '2026-02-07T13:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-000000000400', '6b1f0c2a-4d5e-4f60-8192-000000000067', 'follow_up_reminder', '**Not** [Markdown](https://example.com) <b>nor HTML</b>', '# no heading
1. no list
> no quote
`no code` &amp; no entity', 'normal', NULL, '2026-02-07T10:00:00+00:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-07T10:00:00+00:00', '2026-02-07T10:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-000000000401', '6b1f0c2a-4d5e-4f60-8192-000000000068', 'event', 'The night the clocks change', '2026-03-29 in Berlin', 'normal', NULL, '2026-03-29T02:30:00+01:00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-03-28T12:00:00+00:00', '2026-03-28T12:00:00+00:00');
INSERT INTO notifications VALUES ('6b1f0c2a-4d5e-4f60-8192-000000000402', '6b1f0c2a-4d5e-4f60-8192-000000000068', 'event', 'The last second of 2016', 'A leap second', 'normal', NULL, '2016-12-31T23:59:60Z', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2016-12-31T23:00:00Z', '2016-12-31T23:00:00Z');
