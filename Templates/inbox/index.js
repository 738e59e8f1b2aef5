// The list of inboxes with JavaScript: a search in names and ids, and the keys / j k, as on the pages.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const told = JSON.parse($("words").textContent);
  const numbers = new Intl.NumberFormat(told.numbers);
  const plurals = new Intl.PluralRules(document.documentElement.lang);
  const forms = typeof told.recipients === "string" ? { other: told.recipients } : told.recipients;
  const counted = (count) =>
    (forms[`=${count}`] ?? forms[plurals.select(count)] ?? forms.other)
      .replace(/\{\{|\}\}|\{count\}/g, (found) => found === "{count}" ? numbers.format(count) : found[0]);
  const fold = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
  const rows = [...$("list").children].map((row) => ({
    row, text: fold(row.querySelector("a").textContent), shown: true,
  }));
  $("find").hidden = rows.length === 0;
  const filter = () => {
    const query = fold($("q").value.trim());
    let count = 0;
    for (const entry of rows) {
      const shown = entry.text.includes(query);
      if (shown) count++;
      if (shown === entry.shown) continue;
      entry.shown = shown;
      entry.row.hidden = !shown;
    }
    $("list").hidden = count === 0;
    $("count").textContent = counted(count);
  };
  $("q").addEventListener("input", filter);
  const move = (number) => {
    const links = rows.filter(({ shown }) => shown).map(({ row }) => row.querySelector("a"));
    const from = links.indexOf(document.activeElement);
    links[from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + number))]?.focus();
  };
  const act = { j: () => move(1), k: () => move(-1), "/": () => $("q").focus() };
  let keys = true;
  try {
    keys = localStorage.getItem("tidings:keys") !== "off";
  } catch {
    // A browser that stores nothing: nobody switched them off.
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !keys) return;
    if (event.target === $("q") || !Object.hasOwn(act, event.key)) return;
    act[event.key]();
    event.preventDefault();
  });
  $("all").addEventListener("click", () => {
    $("q").value = "";
    filter();
    $("q").focus();
  });
})();
