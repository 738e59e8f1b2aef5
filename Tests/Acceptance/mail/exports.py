"""The exports whose mails are judged, and who gets them: every kind of notification, language, script."""

import dataclasses
import datetime
import json
import random

SCRIPTS = (
    ("latin", "Zeugnis für Müller ist morgen fällig – größer", "Łódź, İstanbul, Ñandú, Straße."),
    ("cyrillic", "Выписка из ведомости нужна завтра",
     "Не забудьте отправить её в университет до полудня."),
    ("greek", "Η προθεσμία λήγει αύριο", "Στείλτε το πιστοποιητικό στο πανεπιστήμιο."),
    ("arabic", "كشف الدرجات مستحق غدا (PDF)!", "أرسله إلى الجامعة قبل الساعة 12 ظهرا."),
    ("hebrew", "גיליון הציונים נדרש מחר", "שלחו אותו לאוניברסיטה עד 12:00."),
    ("devanagari", "प्रतिलेख कल देय है", "कृपया इसे विश्वविद्यालय को दोपहर से पहले भेजें।"),
    ("thai", "ใบแสดงผลการเรียนครบกำหนดพรุ่งนี้", "โปรดส่งไปยังมหาวิทยาลัยก่อนเที่ยง"),
    ("japanese", "成績証明書は明日が締め切りです。",
     "早めに大学の入学事務局へ提出してください。封筒は必ず封をしたまま、学校の印を押してもらい、正午までに届くようにしてください。"),
    ("chinese", "成绩单明天截止", "请尽快提交给大学招生办公室，并请学校密封盖章。"),
    ("korean", "성적 증명서 제출 마감은 내일입니다", "정오 전에 대학교에 보내 주세요."),
)  # fmt: skip
TYPES = ("follow_up_reminder", "deadline_alert", "offer", "event", "general")
SECRET = "Sekret-7319"


@dataclasses.dataclass
class Kind:
    """A recipient, and the records of theirs; their mail is called as they are."""

    name: str
    records: list
    profile: str = "recruiting-compass"
    locale: str = "en"
    to: str = "Renée"
    address: str = "renee@example.org"

    @property
    def person(self):
        return {
            "id": self.name, "profile": self.profile, "name": self.to,
            "email": self.address.replace("@", f"+{self.name}@", 1), "locale": self.locale,
            "timeZone": "America/New_York",
            "unsubscribeURL": f"https://example.org/unsubscribe?u={self.name}",
        }  # fmt: skip


class Records:
    """Makes records as the systems export them, at so many hours before now."""

    def __init__(self, now):
        self.now = now

    def _time(self, hours):
        then = datetime.datetime.fromtimestamp(self.now - int(hours * 3600) - 60, datetime.UTC)
        return then.isoformat()

    def compass(self, number, kind, title, message=None, priority="normal", hours=2.0, **fields):
        return {
            "id": f"n{number}", "type": kind, "title": title, "message": message,
            "priority": priority, "read_at": None, "scheduled_for": self._time(hours),
            "action_url": f"/n/{number}", "email_sent": False, "created_at": self._time(hours),
        } | fields  # fmt: skip

    def rooms(self, number, kind, text, who="renee", hours=2.0, thumbnails=(), batch=1, **fields):
        return {
            "id": f"r{number}", "type": kind, "displayText": text, "isRead": False,
            "createdAt": self._time(hours),
            "actor": {"id": f"u{number}", "username": who, "firstName": who, "avatarUrl": None},
            "deepLink": {"type": "room", "roomId": f"room-{number}", "actorId": f"u{number}"},
            "roomName": "Awesome Fun", "batchCount": batch,
            "thumbnails": [{"url": url, "type": "VIDEO" if "v" in url[-6:] else "PHOTO"}
                           for url in thumbnails],
        } | fields  # fmt: skip

    def message(self, number, title, body):
        """A foodshare message, whose words no mail repeats."""
        return {
            "id": f"m{number}", "title": title, "body": body, "type": "new_message",
            "room_id": f"room-{number}", "created_at": self._time(number), "is_read": False,
            "actor_profile": {"id": "u1", "display_name": "Ana Ruiz"},
        }  # fmt: skip

    # Whole mailboxes

    def typical(self):
        return [
            self.compass(1, "deadline_alert", "Transcript due tomorrow",
                         "Send the final transcript to State University before noon, and ask your "
                         "counsellor for a sealed envelope: the office closes early today.", "high"),
            self.compass(2, "offer", "Offer received: 60% scholarship", None, "high", 30),
            self.compass(3, "follow_up_reminder", "Follow up with Coach Rivera",
                         "It has been two weeks.\n• mention the camp\n• ask about grades", hours=5),
            self.compass(4, "follow_up_reminder", "Newsletter", None, "low", 70),
            self.compass(5, "event", "Campus visit at Ridgeline", "Saturday, 10:00.", hours=6),
            self.compass(6, "general", "Your profile was viewed", "By three coaches.", hours=26),
            self.compass(7, "deadline_alert", "x" * 120, hours=28),
        ]  # fmt: skip

    def social(self):
        photos = [f"https://img.example.org/{one}.jpg" for one in ("1", "2", "3", "4v", "5v")]
        later = {"type": "profile", "roomId": None, "actorId": "u2"}
        face = {"id": "u2", "username": "sarah", "firstName": "Sarah",
                "avatarUrl": "https://img.example.org/sarah.png"}  # fmt: skip
        unsafe = ["http://img.example.org/insecure.jpg", "data:image/png;base64,AAAA"]
        return [
            self.rooms(1, "ELEMENT_ADDED", "renee added 20 photos and 3 videos to Awesome Fun",
                       thumbnails=photos, batch=23),
            self.rooms(2, "USER_FOLLOWED", "sarah started following you", "sarah", 4, actor=face,
                       deepLink=later, isFollowingBack=False),
            self.rooms(3, "USER_FOLLOWED", "noa started following you", "noa", 5, isFollowingBack=True,
                       deepLink=later),
            self.rooms(4, "MENTION", "omar mentioned you: see evil.example or a@b.example", "omar", 27),
            self.rooms(5, "ELEMENT_ADDED", "ana added 2 photos to Awesome Fun", "ana", 6,
                       thumbnails=unsafe, batch=2),
            self.rooms(6, "COMMENT_ADDED", "עמר added a comment in رحلة الصيف: 😍", "עמר", 50,
                       deepLink={"type": "elsewhere"}),
        ]  # fmt: skip

    def scripts(self):
        return [self.compass(index, "deadline_alert", title, body, hours=index)
                for index, (_, title, body) in enumerate(SCRIPTS)]  # fmt: skip

    def many(self, count):
        for index in range(count):
            _, title, body = SCRIPTS[index % len(SCRIPTS)]
            priority = "high" if index % 50 == 0 else "low" if index % 7 == 0 else "normal"
            yield self.compass(
                index, TYPES[index % 5], f"{title} {index}", body if index % 3 else None, priority,
                index % 90 + index / count)  # fmt: skip

    def hostile(self, number, text, other):
        """Two records with strangers' words in every field."""
        fields = {} if number % 2 else {"action_url": text}
        yield self.compass(
            number, text if number % 4 == 0 else "offer", f"{text} {other}" if number % 3 == 0 else text,
            other if number % 2 == 0 else text + text, ("high", "low", text)[number % 3], number % 80,
            related_school_id=other, **fields)  # fmt: skip
        yield self.rooms(
            number, "ELEMENT_ADDED" if number % 3 else text, text if number % 5 else None, other,
            number % 80, thumbnails=[text, other, "https://img.example.org/" + text],
            batch=10**18 if number % 7 == 0 else 3, roomName=text, isFollowingBack=bool(number % 2),
            actor={"id": text, "username": other, "firstName": text, "avatarUrl": other},
            deepLink={"type": "room", "roomId": text, "actorId": other})  # fmt: skip


def everyday(now):
    """A mail of every kind but the hostile ones."""
    make = Records(now)
    yield Kind("english", make.typical())
    for locale in ("es", "fr", "pt-BR", "ja", "zh-Hans", "he", "ru"):
        yield Kind(f"typical-{locale}", make.typical(), locale=locale)
        yield Kind(f"empty-{locale}", [], locale=locale)
    for locale in ("en", "de", "ar"):
        yield Kind(f"typical-{locale}", make.typical(), locale=locale)
        yield Kind(f"scripts-{locale}", make.scripts(), locale=locale, to="עֹמֶר 日本 عمر")
        yield Kind(f"social-{locale}", make.social(), "rooms", locale=locale)
        yield Kind(f"empty-{locale}", [], locale=locale)
    for count in (1, 2, 10, 300):
        yield Kind(f"many-{count}", list(make.many(count)))
    secret = [make.message(index, f"{SECRET} title", f"{SECRET} body") for index in range(3)]
    yield Kind("redacted", secret, "foodshare")
    bodies = (".", "From me", ">From you", "--", "-- ", "=3D=", "--=_0", "\n.\n.\r\n")
    dots = [make.compass(index, "event", body, body) for index, body in enumerate(bodies)]
    yield Kind("dots", dots, to='a "quoted" \\ name, with (comment)')
    yield Kind("smtputf8", make.typical(), address="δοκιμή@παράδειγμα.example")


def huge(now):
    make = Records(now)
    yield Kind("many-3000", make.many(3_000))
    yield Kind("many-100000", make.many(100_000), locale="ar")


# How many hostile texts a mail has; two records for each of them must fit.
TEXTS_A_MAIL = 24


def hostile(now, texts):
    """Every text is somewhere title, message, type, name, room, link and picture, and some are the
    recipient's name."""
    make = Records(now)
    for start in range(0, len(texts), TEXTS_A_MAIL):
        some = texts[start : start + TEXTS_A_MAIL]
        number = start // TEXTS_A_MAIL
        pairs = zip(some, some[7:] + some[:7], strict=True)
        both = [list(make.hostile(index, *pair)) for index, pair in enumerate(pairs)]
        name, locale = some[len(some) // 2], ("en", "ar", "de")[number % 3]
        yield Kind(f"hostile-{number}", [one[0] for one in both], locale=locale, to=name)
        yield Kind(f"hostile-rooms-{number}", [one[1] for one in both], "rooms", locale, name)


PIECES = (
    "a", "b", "Hello", "digest", " ", " ", "  ", "\r\n", "\n", "\r", "\x85", "\u2028", "\u2029", "\0",
    "\x1b[31m", "\t", "\x9c", "Bcc: x@evil.example", "\r\nBcc: y@evil.example", "=?UTF-8?Q?x?=", "=?",
    "?=", "=", "?", "_", '"', "\\", "<", ">", "(", ")", ",", ";", ":", "@", "ä", "ö", "é", "e\u0301",
    "ß", "Привет", "日", "本", "語", "通知", "مرحبا", "שלום", "😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "\u200b", "\ufeff",
    "x\u0336\u0337\u0338", "कर्म", "น้ำ", "From ", ".", "-", "--", "0123456789", "w" * 90, "日" * 60,
)  # fmt: skip


def random_text(source):
    """Words as strangers write them, and worse; never empty."""

    def piece():
        if source.randrange(8):
            return source.choice(PIECES)
        scalar = source.randrange(source.choice((0x7F, 0x2FF, 0x2000, 0xD7FF, 0x1FFFF, 0x110000)))
        return "" if 0xD800 <= scalar < 0xE000 or 0x2000 <= scalar < 0x2070 else chr(scalar)

    return "".join(piece() for _ in range(source.randrange(24))) + "x"


def random_headers(now, count):
    """Mails whose subject and recipient are random words."""
    make, source = Records(now), random.Random(8)
    for index in range(count):
        record = make.compass(index, "offer", random_text(source))
        yield Kind(f"header-{index}", [record], to=random_text(source))


LETTERS = ("abcxyz0129-ÄÖÜßéñçøłžİıσςΣδабвЯёعربيةشבגדש日本語例えテスト。ー・한국어ไทยหนमस्ते்க\u200d\u0301")


def random_domains(now, count):
    """Mails to addresses in random domains: runs of one script, since mixed ones are refused."""
    make, source = Records(now), random.Random(9)
    for index in range(count):
        starts = [source.randrange(len(LETTERS)) for _ in range(source.randint(1, 9))]
        domain = "".join(LETTERS[start : start + source.randint(1, 4)] for start in starts)
        record = make.compass(index, "offer", "An offer")
        yield Kind(f"domain-{index}", [record], address=f"a@{domain}.example")


def write(kinds, folder):
    """The export and the recipients file of these mails, and how many records each has."""
    counts = {}
    with (folder / "export.jsonl").open("w", encoding="utf-8") as export:
        for kind in kinds:
            counts[kind.name] = 0
            for record in kind.records:
                counts[kind.name] += 1
                owner = {"rooms": "userId", "foodshare": "recipient_id"}.get(kind.profile, "user_id")
                record[owner] = kind.name
                record["id"] = f"{kind.name}-{record['id']}"
                export.write(json.dumps(record) + "\n")
    people = [kind.person for kind in kinds]
    (folder / "people.json").write_text(json.dumps(people), "utf-8")
    return counts
