"""Equal titles of a day: one row that opens in place, one undo, and counts that say all of them."""

import json

import pytest

from browsing import until
from harness import NOW, run
from test_next_days import opened


def notification(number, title, hours, repository="harbor/infra", reason="ci_activity"):
    return {
        "id": str(number), "unread": True, "reason": reason, "updated_at": f"2026-02-08T{15 - hours:02}:00:{number:02}Z",
        "subject": {"title": title, "url": None, "type": "CheckSuite"},
        "repository": {"full_name": repository, "html_url": f"https://github.com/{repository}"}, "user_id": "u",
    }  # fmt: skip


FAILED = [notification(number, "CI failed for main", 1 + number, f"harbor/app-{number % 2}") for number in range(6)]
EXPORT = [*FAILED, notification(7, "Do not log the PAN", 3, reason="mention")]


def made(folder, *arguments):
    (folder / "export.json").write_text(json.dumps(EXPORT))
    done = run(arguments[0], folder / "export.json", "--now", NOW, *arguments[1:])
    assert done.status == 0, done.errors
    return done


def page_of(folder, chromium, **options):
    (folder / "page.html").write_bytes(made(folder, "inbox").out)
    return opened(chromium, folder / "page.html", NOW, **options)


def test_six_equal_titles_are_one_row_and_one_undo_brings_six_back(chromium, tmp_path):
    page = page_of(tmp_path, chromium)
    stack = page.locator(".c", has_text="CI failed for main")
    assert stack.count() == 1 and stack.locator("h3 span").inner_text() == "×6"
    assert page.locator("#unread").inner_text() == "7 unread" and page.locator("label[for=t0] b").inner_text() == "7"
    assert "harbor/app-0 · harbor/app-1" in stack.locator("summary").inner_text()
    stack.locator("summary time").click()
    assert stack.locator(".n:visible").count() == 6 and stack.locator(".n bdi").first.inner_text() == "harbor/app-0"
    assert stack.locator(".n a").nth(1).get_attribute("href").startswith("https://github.com/harbor/app-1")
    # Who opens it has read none of them, who follows a link has read what it leads to, and the button marks the rest.
    assert page.locator("#unread").inner_text() == "7 unread"
    assert stack.get_by_role("button", name="Mark 6 as read").inner_text() == "Mark 6 as read"
    page.evaluate("addEventListener('click', (event) => event.target.closest('a') && event.preventDefault())")
    stack.locator(".n a").nth(1).click()
    until(page, "document.querySelector('#unread').textContent === '4 unread'")
    stack.get_by_role("button", name="Mark 3 as read").click()
    assert page.locator("#unread").inner_text() == "1 unread" and page.locator("#toast").inner_text().startswith("3 notifications marked as read")
    for _ in range(2):
        page.keyboard.press("z")
    until(page, "document.querySelector('#unread').textContent === '7 unread'")
    stack.get_by_role("button", name="Delete").click()
    assert page.locator("#toast").inner_text().startswith("6 notifications deleted")
    assert stack.count() == 1 and not stack.is_visible() and page.locator("label[for=t0] b").inner_text() == "1"
    page.keyboard.press("z")
    assert stack.is_visible() and page.locator("label[for=t0] b").inner_text() == "7"
    page.keyboard.press("/")
    page.keyboard.type("app-1")
    assert page.locator(".c:visible h3 a").all_inner_texts() == ["CI failed for main"]
    assert page.failures == []


def test_every_document_tells_them_in_one_line_and_counts_six(tmp_path):
    for form in FORMS:
        text = made(tmp_path, "digest", "--format", form).text.replace("\u00a0", " ")
        assert text.count("CI failed for main") == text.count("×6") == text.count("since 9:00") == 1, form
    digest = json.loads(made(tmp_path, "digest", "--format", "json").out)
    assert digest["counts"]["total"] == 7 and [len(item["ids"]) for item in digest["sections"][0]["items"]] == [6, 1]
    assert made(tmp_path, "digest", "--format", "markdown", "--no-collapse").text.count("CI failed for main") == 6


def payments(*amounts, title="Payment received"):
    return [
        {"id": f"p{number}", "userId": "u", "type": "PAYMENT_RECEIVED", "title": title, "message": f"Loan {number}",
         "isRead": False, "createdAt": f"2026-02-08T1{number}:00:00Z", "lenderName": f"Lender {number}", **amount}
        for number, amount in enumerate(amounts)
    ]  # fmt: skip


DOLLARS = [{"amount": 250.10, "currency": "USD"}, {"amount": "249.90", "currency": "usd"}]
FORMS = ("markdown", "html", "text", "terminal")


def texts_of(folder, records):
    (folder / "lendair.json").write_text(json.dumps({"data": records}))
    runs = [run("digest", folder / "lendair.json", "--now", NOW, "--format", form) for form in FORMS]
    people = folder / "people.json"
    people.write_text(json.dumps([{"id": "u", "email": "u@example.org"}]))
    runs += [
        run("inbox", folder / "lendair.json", "--now", NOW),
        run("mail", folder / "lendair.json", "--now", NOW, "--recipients", people, "--from", "a@example.org",
            "--first-days", "9", "--preview", "u"),
    ]  # fmt: skip
    assert all(one.status == 0 for one in runs), [one.errors for one in runs]
    return [unfolded(one.text) for one in runs]


def unfolded(text):
    return " ".join(text.replace("=\n", "").replace("\u00a0", " ").replace("\\$", "$").split())


def test_payments_of_a_day_say_what_they_add_up_to_in_every_document(tmp_path):
    for text in texts_of(tmp_path, payments(*DOLLARS)):
        assert "$500 received in 2 payments" in text
        assert "payments (2)" not in text and "Lender 0" in text and "Lender 1" in text


@pytest.mark.parametrize("amounts", [
    [{"amount": 250, "currency": "USD"}, {"amount": 250, "currency": "EUR"}],
    [{"amount": 250, "currency": "USD"}, {"amount": -250, "currency": "USD"}],
    [{"amount": 250, "currency": "USD"}, {"amount": "250,00", "currency": "USD"}],
    [{"amount": 250, "currency": "USD"}, {"amount": 1e300, "currency": "USD"}],
    [{"amount": 250}, {"amount": 250}],
    [{"amount": None, "currency": "USD"}, *DOLLARS],
])  # fmt: skip
def test_what_does_not_add_up_is_counted_and_nothing_else(amounts):
    done = run("digest", "-", "--now", NOW, "--format", "text", stdin=json.dumps({"data": payments(*amounts)}).encode())
    assert done.status == 0 and "received in" not in done.text and "Payment received" in done.text, done.errors


def test_a_profile_of_one_s_own_says_cents_of_one_currency(tmp_path):
    (tmp_path / "shop.yaml").write_text(
        "name: shop\nmatch: {must: [sold]}\n"
        "fields: {id: id, recipient: who, time: at, title: sold, minorAmount: cents, currency: {text: EUR}}\n"
        'title: {"*": "{count} sold for {amount}"}\n')
    sales = [{"id": n, "who": "u", "at": f"2026-02-08T1{n}:00:00Z", "sold": "A jar", "cents": 250} for n in range(3)]
    (tmp_path / "sales.json").write_text(json.dumps(sales))
    said = run("digest", tmp_path / "sales.json", "--profiles", tmp_path / "shop.yaml", "--now", NOW, "--format", "text")
    assert said.status == 0 and "3 sold for €7.50" in said.text, said.errors
