// The search and the buttons that copy. Without this file the manual lacks only these.
"use strict";

const root = document.currentScript.dataset.root;
const form = document.getElementById("search");
const query = document.getElementById("query");
const hits = document.getElementById("hits");
let sections;

form.hidden = false;
// Called by search-index.js, which also loads where the pages come from the disk.
window.tidingsIndex = (index) => {
  sections = index.map(([page, title, anchor, heading, text]) => ({
    page, title, anchor, heading, text, name: fold(`${title} ${heading}`), all: fold(`${title} ${heading} ${text}`),
  }));
  search();
};

function fold(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

function load() {
  if (document.getElementById("index")) return;
  const script = document.createElement("script");
  script.id = "index";
  script.src = `${root}search-index.js`;
  document.head.append(script);
}

// Sections that hold all words, those first whose heading does.
function found(words) {
  return sections
    .filter((one) => words.every((word) => one.all.includes(word)))
    .map((one) => {
      const named = words.filter((word) => one.name.includes(word)).length;
      const often = words.reduce((sum, word) => sum + Math.min(one.all.split(word).length - 1, 5), 0);
      return { one, score: named * 20 + often + (fold(one.heading) === words.join(" ") ? 40 : 0) };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, 12)
    .map((hit) => hit.one);
}

function marked(text, words) {
  const element = document.createElement("span");
  const folded = fold(text);
  // Where folding changes lengths, positions would be wrong.
  const places = folded.length === text.length ? words.map(escaped).join("|") : "";
  let last = 0;
  if (places) {
    for (const match of folded.matchAll(new RegExp(places, "g"))) {
      element.append(text.slice(last, match.index));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(match.index, match.index + match[0].length);
      element.append(mark);
      last = match.index + match[0].length;
    }
  }
  element.append(text.slice(last));
  return element;
}

function escaped(word) {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function around(text, words) {
  const folded = fold(text);
  const first = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0), text.length));
  const start = first < 60 || first === text.length ? 0 : text.lastIndexOf(" ", first - 40) + 1;
  const end = text.length > start + 160 ? text.lastIndexOf(" ", start + 160) : text.length;
  return (start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "");
}

function search() {
  const words = fold(query.value).split(/\s+/).filter(Boolean);
  hits.hidden = words.length === 0 || !sections;
  if (hits.hidden) return;
  hits.replaceChildren();
  for (const one of found(words)) {
    const link = document.createElement("a");
    link.href = `${root}${one.page}#${one.anchor}`;
    const name = document.createElement("b");
    name.append(marked(one.heading, words));
    if (one.heading !== one.title) {
      const page = document.createElement("span");
      page.className = "page";
    page.textContent = ` · ${one.title}`;
      name.append(page);
    }
    const text = document.createElement("small");
    text.append(marked(around(one.text, words), words));
    link.append(name, text);
    hits.append(link);
  }
  if (!hits.firstChild) {
    const nothing = document.createElement("p");
    nothing.textContent = "Nothing found. Every word has to be in the same section.";
    hits.append(nothing);
  }
}

query.addEventListener("focus", load);
query.addEventListener("input", () => { load(); search(); });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  hits.querySelector("a")?.click();
});
hits.addEventListener("click", (event) => {
  if (event.target.closest("a")) hits.hidden = true;
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    hits.hidden = true;
    query.blur();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const stops = [query, ...hits.querySelectorAll("a")];
    const next = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    if (stops[next]) {
      event.preventDefault();
      stops[next].focus();
    }
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("input")) {
    event.preventDefault();
    query.focus();
  }
});
document.addEventListener("click", (event) => {
  if (!form.contains(event.target)) hits.hidden = true;
});

// In a block with outputs only the commands are copied.
for (const block of document.querySelectorAll(".commands")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const commands = [...block.querySelectorAll("b")].map((one) => one.textContent);
    await navigator.clipboard.writeText(commands.length ? commands.join("\n") : block.querySelector("code").textContent.trimEnd());
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  block.append(button);
}

// The page's own place in long contents, without moving the page itself.
const contents = document.getElementById("contents");
const here = contents.querySelector("[aria-current]");
if (here && here.offsetTop > contents.clientHeight - 80) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
