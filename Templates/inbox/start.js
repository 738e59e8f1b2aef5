// Before anything is shown: the page is laid out for the script, unless the script turns out not to run.
{
  const root = document.documentElement;
  const rules = document.getElementById("filter-rules").sheet;
  const expect = (script) => {
    root.classList.toggle("on", script);
    rules.disabled = script;
  };
  expect(true);
  addEventListener("load", () => {
    if (!root.dataset.ready) expect(false);
  });
}
