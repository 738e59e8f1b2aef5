// The inbox page with JavaScript: search, filters that combine, marks, undo, keys, relative times and
// headings that stay true. All that it knows the document tells it: words and counts in #words, each
// row's facts in its classes and data attributes. Without it the page works by the rules of its filter
// style, which html.on switches off.
(() => {
  "use strict";
  const page = document;
  const root = page.documentElement;
  const $ = (id) => page.getElementById(id);
  const one = (element, selector) => element.querySelector(selector);
  const all = (selector, element = page) => [...element.querySelectorAll(selector)];
  const on = (target, name, action, options) => target.addEventListener(name, action, options);
  const make = (name, ...parts) => {
    const element = page.createElement(name);
    element.append(...parts);
    return element;
  };
  const told = JSON.parse($("words").textContent);
  const words = told["text"];
  const counts = told["counts"];
  const list = $("list");
  const toList = () => list.focus({ preventScroll: true });
  const form = $("filters");
  const search = $("q");
  const keys = $("keys");
  const more = $("more");
  const over = $("over");
  const help = $("help");

  // Words.
  const numbers = new Intl.NumberFormat(told["numbers"]);
  const plurals = new Intl.PluralRules(root.lang);
  const forms = {};
  for (const name in told["forms"]) {
    const form = told["forms"][name];
    forms[name] = typeof form === "string" ? { other: form } : form;
  }
  const fill = (pattern, values) =>
    pattern.replace(/\{\{|\}\}|\{([\w.-]+)\}/g, (found, name) =>
      name === undefined ? found[0] : (values[name] ?? found),
    );
  const counted = (name, count, found = 0) => {
    const form = forms[name];
    const pattern = form[`=${count}`] ?? form[plurals.select(count)] ?? form.other;
    return fill(pattern, { count: numbers.format(count), found: numbers.format(found) });
  };
  const named = (name, state, action) => fill(forms[name].other, { action, title: titleOf(state) });
  const doingTo = (state, action) => named("doing", state, action);

  const made = Date.parse(told.now);
  const dates = (options, locale = told["numbers"]) => new Intl.DateTimeFormat(locale, { timeZone: told.zone, ...options });
  const civil = dates({}, "sv");
  const dayOf = (time) => Date.parse(civil.format(time)) / 864e5;
  const madeOn = dayOf(made);

  // The rows, in the document's order. A section is of a day; of none is what is earlier, and what is
  // urgent is above all days. A member is what one notification of a row counts as: the numbers of its
  // type and priority, whether it was unread, its id, how many days before the row's it was.
  const rowOf = new Map();
  const groupOf = new Map();
  const sectionOf = (element, day, count) => ({ element, day, count });
  const addGroup = (section, element) => {
    const group = { element, section, states: [], shown: true };
    groupOf.set(element, group);
    return group;
  };
  const isUrgent = ({ day }) => day === Infinity;
  // A line may stand for one of another kind that an urgent one replaced: no heading of urgent ones counts it.
  const isCounted = (section, { priority }) => !isUrgent(section) || priority === 1;
  let sections = all(".s").map((element, index) =>
    sectionOf(element, [madeOn, madeOn - 1, 0][told.days[index]] ?? Infinity, counts["sections"][index]));
  let groups = [];
  let states = [];
  const stateOf = (card, group) => {
    const names = card.className;
    const { i: id, m: several, o: owner, e: until } = card.dataset;
    const types = names.match(/t\d+/g).map((name) => Number(name.slice(1)));
    const priority = Number(/ p(\d)/.exec(names)[1]);
    const unread = / u /.test(names);
    const facts = several
      ? several.split(" ").map((member) => member.split(",").map(decodeURIComponent))
      : [[types[0], priority, unread ? 1 : 0, id ?? "", 0, until]];
    return {
      card, group, types, priority, unread, owner: Number(owner ?? 0), gone: false, shown: true,
      members: facts.map(([type, priority, unread, id, before = 0, until]) => ({
        type: Number(type), priority: Number(priority), began: Number(unread) === 1, unread: Number(unread) === 1,
        id, before, until, gone: false,
      })),
    };
  };
  for (const section of sections) {
    for (const element of all(".g", section.element)) {
      const group = addGroup(section, element);
      for (const card of element.children) {
        const state = stateOf(card, group);
        group.states.push(state);
        rowOf.set(card, state);
      }
    }
  }
  // After rows or groups moved.
  const gather = () => {
    groups = sections.flatMap(({ element }) =>
      all(".g", element).map((each) => groupOf.get(each)));
    states = groups.flatMap((group) => group.states);
  };
  gather();
  const head = ({ card }) => one(card, "summary");
  const linkOf = (state) => one(state.card, "h3 a");
  const titleOf = (state) => linkOf(state).textContent;
  const isOpen = (state) => head(state).parentNode.open;
  const clockOf = (state) => one(head(state), "time");
  const sentOf = (state) => (state.time ??= Date.parse(clockOf(state).dateTime));
  // Of what was put off, when it came back.
  const timeOf = (state) => state.due ?? sentOf(state);

  // Marks: one entry in local storage for each page, profile, recipient and id. Where storage is
  // refused they are kept for the visit.
  const prefix = `tidings:${told["page"]}:`;
  const marks = new Map();
  const keyOf = (state, id) => JSON.stringify([...told.owners[state.owner], id]);
  let refused = false;
  const stored = (action) => {
    if (refused) return;
    try {
      action();
    } catch {
      refused = true;
      say(words.refused);
    }
  };
  const read = (key, text) => {
    try {
      const mark = JSON.parse(text);
      if (mark && typeof mark === "object") marks.set(key, mark);
    } catch {
      // Another program wrote it: no mark of ours.
    }
  };
  const store = (key, mark) => {
    if (mark.read || mark.deleted || mark.later) marks.set(key, mark);
    else marks.delete(key);
    stored(() => {
      if (marks.has(key)) localStorage.setItem(prefix + key, JSON.stringify(mark));
      else localStorage.removeItem(prefix + key);
    });
  };

  // Counts are of notifications, of which a row may stand for several: what is marked is taken from
  // what the page began with.
  const dayOn = (state, { before }) => (state.day ??= dayOf(Math.min(made, sentOf(state)))) - before;
  const tally = (state, member, sign) => {
    const { type, priority } = member;
    counts.all += sign;
    counts["types"][type - 1] += sign;
    counts.priorities[priority - 1] += sign;
    if (isCounted(state.group.section, member)) state.group.section.count += sign;
    const column = counts.days.length - 1 - madeOn + dayOn(state, member);
    if (column in counts.days) counts.days[column] += sign;
  };
  // What has expired since leaves every view and count, as it is on no page that is made now.
  const retention = (state) => told["kept"]?.[state.owner];
  const isOver = (state, { until }) =>
    Date.now() >= until * 1000 || (retention(state) > 0 && Date.now() > timeOf(state) + retention(state) * 1000);
  // What was put off is in no view but its own until it is due; then it is as new.
  const dueOf = (mark) => (mark?.later && !mark.read ? Date.parse(mark.later) : 0);
  const living = (state) => state.members.filter(({ gone }) => !gone);
  const apply = (state) => {
    for (const member of state.members) {
      const mark = marks.get(keyOf(state, member.id));
      const over = Boolean(mark?.deleted) || isOver(state, member);
      const due = member.began ? dueOf(mark) : 0;
      const away = !over && due > Date.now();
      const gone = over || away;
      if (!away) state.due = due > sentOf(state) ? due : undefined;
      const unread = member.began && !mark?.read;
      counts["unread"] += Number(unread && !gone) - Number(member.unread && !member.gone);
      if (gone !== member.gone) tally(state, member, gone ? -1 : 1);
      if (away) state.back = due;
      Object.assign(member, { gone, away, kept: member.kept || (member.unread && !unread), unread });
    }
    const rest = living(state);
    state.gone = rest.length === 0;
    state.away = state.gone && state.members.some(({ away }) => away);
    state.card.classList.toggle("away", state.away);
    if (state.away) {
      state.form = "away";
      put(clockOf(state), `💤 ${dayAndTime.format(state.back)}`);
    }
    const unread = rest.some(({ unread }) => unread);
    if (state.gone || state.unread === unread) return;
    state.unread = unread;
    state.card.classList.toggle("u", unread);
    state.card.classList.toggle("r", !unread);
    label(state);
  };

  // What is done can be undone: each step keeps the marks that it changed as they were.
  const steps = [];
  const change = (changes, focused) => {
    const step = { past: [], states: new Set(), focused };
    for (const [state, member, alter] of changes) {
      const key = keyOf(state, member.id);
      const known = marks.get(key) ?? {};
      const next = alter(known);
      if (next === known) continue;
      step.past.push([key, known]);
      step.states.add(state);
      store(key, next);
    }
    step.states.forEach(apply);
    if (step.past.length > 0) steps.push(step);
    return step;
  };
  const now = () => new Date().toISOString();
  const reading = (mark) => (mark.read ? mark : { ...mark, read: now() });
  const deleting = (mark) => (mark.deleted ? mark : { ...mark, deleted: now() });
  // Who opened it has read it: that goes, so that it comes back.
  const until = (time) => ({ read, ...mark }) => ({ ...mark, later: time ? new Date(time).toISOString() : undefined });
  const forgetting = (mark) => (mark.read ? { ...mark, read: undefined } : mark);
  const takeBack = (step) => {
    if (!step) return;
    steps.splice(steps.indexOf(step), 1);
    for (const [key, mark] of step.past) store(key, mark);
    step.states.forEach((state) => {
      apply(state);
      state.kept = true;
    });
    say("");
    refresh();
    $("said").textContent = counted("unread", counts["unread"]);
    if (step.focused) focus(step.focused);
  };

  // The toast: what was done. It goes after ten seconds in which nobody points at it.
  const toast = $("toast");
  let leaving = 0;
  const arm = () => {
    clearTimeout(leaving);
    if (picked.size === 0) leaving = setTimeout(() => toast.replaceChildren(), 10000);
  };
  const say = (text, ...actions) => {
    clearTimeout(leaving);
    if (!text) return toast.replaceChildren();
    toast.replaceChildren(make("div", make("span", text), ...actions));
    if (!toast.matches(":hover,:focus-within")) arm();
  };
  const button = (text, action) => {
    const element = make("button", text);
    element.type = "button";
    on(element, "click", action);
    return element;
  };
  // Its button undoes what it names, whatever was done since.
  const done = (text, step = steps.at(-1)) => say(text, button(words.undo, () => takeBack(step)));
  for (const event of ["pointerenter", "focusin"]) on(toast, event, () => clearTimeout(leaving));
  for (const event of ["pointerleave", "focusout"]) on(toast, event, arm);
  // It covers nothing that has the focus.
  const uncover = () => {
    const pill = toast.firstElementChild;
    const active = page.activeElement;
    if (!pill || [page.body, list].includes(active) || toast.contains(active)) return;
    const [covered, box] = [pill.getBoundingClientRect().top, active.getBoundingClientRect()];
    // What is taller than the window is never wholly uncovered.
    if (box.bottom > covered && box.top < innerHeight && box.height < covered) scrollBy(0, box.bottom - covered + 12);
  };
  on(window, "focusin", uncover);

  // Filters: which chip, which state and priority, which words. What one reads within a view stays in
  // it until the filters change.
  const fold = (text) => {
    const plain = /^[\0-\x7f]*$/.test(text) ? text : text.normalize("NFD").replace(/\p{Mn}/gu, "");
    return plain.toLowerCase();
  };
  // The names below the text, without the time.
  const factsOf = (card) => all("details>p:not([class])", card).flatMap((line) =>
    [...line.childNodes].filter((node) => node.nodeType === 3 || node.localName === "bdi"));
  // The style says them, so that no row holds them.
  const kindsOf = ({ types }) => types.map((type) => $(`t${type}`)).filter(Boolean).map(typeName).join(" · ");
  const textOf = (state) =>
    (state.text ??= fold([
      titleOf(state),
      ...all("summary>span:not(.q),summary>small,.w,.n bdi,.n span", state.card).map((part) => part.textContent),
      ...factsOf(state.card).map((part) => part.textContent),
      kindsOf(state),
    ].join("\n")));
  const chosen = (name) => one(form, `[name=${name}]:checked`)?.id ?? `${name}0`;
  const chosenAll = () => ({
    view: chosen("t"), read: chosen("r"), priority: Number(chosen("p").slice(1)),
    query: fold(search.value).split(/\s+/).filter(Boolean),
  });
  const show = (element, shown) => {
    if (element.hidden === shown) element.hidden = !shown;
  };
  const put = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };
  const shownStates = () => states.filter((state) => state.group.shown && state.shown && (!state.gone || state.away));
  const sum = (states, matches) =>
    states.reduce((sum, state) => sum + state.members.filter((member) => !member.gone && matches(member, state)).length, 0);
  const isAway = ({ away }) => away;
  const postponed = () => states.reduce((sum, state) => sum + state.members.filter(isAway).length, 0);
  // How many there are of which the view shows some.
  const total = () => chosen("t") === "tl" ? postponed() : counts.all;
  const isHere = ({ gone }) => !gone;
  const isUnread = ({ unread }) => unread;
  const isRead = ({ unread }) => !unread;
  // A filter brings back as many rows as the view has room for, from its first one on, and those below them
  // when these are drawn: else a browser lays out three times as many before it shows one.
  let below = [];
  const bringBack = () => {
    for (const { card, shown } of below) card.hidden = !shown;
    below = [];
  };
  let day = null;
  // Of a row that stands for several, those that the view is of: only these are counted and marked.
  let isOf;
  const ofView = (matches) => (member, state) => matches(member) && isOf(member, state);
  let visitBar = null;
  const update = () => {
    if (!form || states.length === 0) return 0;
    const { view, read, priority, query } = chosenAll();
    const type = Number(view.slice(1)) || 0;
    const onlyUnread = view === "tu" || view === "th" || read === "r1";
    const later = view === "tl";
    const passes = (state) =>
      (later ? state.away : !state.gone) &&
      (type === 0 || state.types.includes(type)) &&
      (!onlyUnread || state.unread || state.kept) &&
      (view !== "th" || isUrgent(state.group.section)) &&
      (read !== "r2" || !state.unread || state.kept) &&
      (priority === 0 || state.priority === priority) &&
      (day === null || state.members.some((member) => dayOn(state, member) === day)) &&
      query.every((word) => textOf(state).includes(word));
    isOf = (member, state) =>
      (day === null || dayOn(state, member) === day) && (type === 0 || member.type === type);
    const isFound = (member, state) =>
      isCounted(state.group.section, member) &&
      isOf(member, state) &&
      (later ? member.away : !member.gone) &&
      (!onlyUnread || member.unread || member.kept);
    // No chip is chosen of a day alone.
    if (view === "t0") $("t0").checked = day === null;
    const isWhole = view === "t0" && read === "r0" && priority === 0 && query.length === 0 && day === null;
    if (visitBar) show(visitBar, isWhole);
    list.classList.toggle("found", query.length > 0);
    for (const section of sections) section.shown = 0;
    // Before anything is changed: to ask later would lay the page out again.
    const inView = [...near].filter(({ element }) => element.getBoundingClientRect().bottom > 99);
    // A row takes 44 pixels; of the first group below the bar some are above it. What is short comes whole.
    const room = states.length > 70 ? innerHeight / 40 + (scrollY && 30) : Infinity;
    bringBack();
    let isNear = scrollY === 0;
    let met = 0;
    for (const group of groups) {
      const passing = group.states.map((state) => Boolean(passes(state)));
      const shown = passing.includes(true);
      const wasShown = group.shown;
      group.shown = shown;
      show(group.element, shown);
      // The rows of a hidden group may stay as they are.
      if (!shown) continue;
      const number = passing.filter(Boolean).length;
      // For as many rows it takes room before it is drawn.
      if (group.number !== number) group.element.style.setProperty("--n", (group.number = number));
      isNear ||= inView.includes(group);
      group.states.forEach((state, index) => {
        const fits = passing[index];
        if (fits) group.section.shown += state.members.filter((member) => isFound(member, state)).length || 1;
        if (fits && isNear) met++;
        const waits = fits && met > room && !(wasShown && state.shown);
        if (waits) below.push(state);
        if (waits || state.shown !== fits) show(state.card, fits && !waits);
        state.shown = fits;
      });
    }
    if (below.length > 0) setTimeout(bringBack, 50);
    let visible = 0;
    for (const section of sections) {
      visible += section.shown;
      show(section.element, section.shown > 0);
      const number = isWhole ? section.count : section.shown;
      const left = isUrgent(section) && !later ? urgentLeft(section) : number;
      put(one(section.element, "h2 b"), left === number ? numbers.format(number) : left > 0 ? counted("left", number, left) : "");
      if (isUrgent(section)) {
        section.title ??= one(section.element, "h2 span").textContent;
        put(one(section.element, "h2 span"), left ? section.title : words["nothingUrgent"]);
        section.element.classList.toggle("gone", !left);
      }
    }
    const left = states.some((state) => !state.gone);
    // Nothing unread is a moment of its own, a filter without a match is not.
    const isHot = view === "th" && told.urgent === 0;
    const isCalm = visible === 0 && left && priority === 0 && query.length === 0 && (isHot ? read !== "r2" :
      counts["unread"] === 0 && (view === "tu" ? read !== "r2" : view === "t0" && read === "r1"));
    put(one($("empty"), "p"), isHot && isCalm ? words["nothingUrgent"] : calmText);
    $("none").classList.toggle("yes", visible === 0 && left && !isCalm);
    (isCalm ? $("empty") : $("none")).append(showAll);
    // What the page left out is still there.
    show($("empty"), isCalm || (!left && counts.all === 0));
    show(one($("empty"), "h2"), !isCalm);
    const isRest = counts["unread"] === 0 && left && !isCalm;
    show($("calm"), isRest);
    root.classList.toggle("bare", !left);
    $("found").textContent = isWhole ? "" : counted("found", total(), visible);
    const shown = shownStates();
    offer("mark", sum(shown, ofView(isUnread)));
    offer("clear", onlyUnread ? 0 : sum(shown, ofView(isRead)));
    paint(query);
    drawWeek();
    return visible;
  };
  const isUrgentOne = ({ unread, priority }) => unread && priority === 1;
  const urgentLeft = (section) => sum(groups.filter((group) => group.section === section)
    .flatMap((group) => group.states).filter((state) => state.shown), ofView(isUrgentOne));
  const showAll = one($("none"), "button");
  const calmText = one($("empty"), "p").textContent;
  const offer = (name, count) => {
    const element = $(name);
    show(element, count > 0);
    const text = counted(name, count);
    if (element.ariaLabel === text) return;
    element.ariaLabel = text;
    element.dataset.n = numbers.format(count);
    one(element, "span").textContent = text;
  };
  // The week: a column for each of the page's last seven days, which shows that day alone.
  const week = $("week");
  const nameOf = (day) => new Date(day * 864e5).toISOString().slice(0, 10);
  const dayName = dates({ weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
  const drawWeek = () => {
    if (!week || counts.days.length < 7) return;
    const last = madeOn;
    const columns = counts.days.slice(-7);
    const most = Math.max(1, ...columns);
    week.ariaLabel = words.perDay;
    if (week.children.length === 0) week.append(...columns.map((_, index) => {
      const column = button("", () => {
        const chosen = last - 6 + index;
        day = day === chosen ? null : chosen;
        filter();
        goTo(true);
      });
      column.append(make("i"));
      return column;
    }), make("span"));
    columns.forEach((number, index) => {
      const column = week.children[index];
      const name = dayName.format((last - 6 + index) * 864e5);
      column.title = column.ariaLabel = `${name}: ${numbers.format(number)}`;
      column.ariaPressed = String(day === last - 6 + index);
      // No stop of the tabulator for a day that has nothing to show.
      column.disabled = number === 0 && day !== last - 6 + index;
      one(column, "i").style.height = `${(number / most) * 28}px`;
    });
    const number = columns[day - last + 6];
    week.lastChild.textContent = number === undefined ? words.perDay : `${dayName.format(day * 864e5)} · ${numbers.format(number)}`;
  };
  const allDays = () => {
    if (day === null) return;
    day = null;
    filter();
    goTo(true);
  };
  let saying = 0;
  const filter = (work = update) => {
    for (const state of states) {
      state.kept = false;
      for (const member of state.members) member.kept = false;
    }
    const visible = work();
    clearTimeout(saying);
    saying = setTimeout(() => ($("said").textContent = counted("found", total(), visible)), 500);
  };

  // Hits are marked in the groups near the view, and in others when they come there.
  let query = [];
  const near = new Set();
  const hits = (text) => {
    let plain = "";
    const at = [];
    for (let index = 0; index < text.length;) {
      const sign = String.fromCodePoint(text.codePointAt(index));
      const folded = fold(sign);
      for (let unit = 0; unit < folded.length; unit++) at.push(index);
      plain += folded;
      index += sign.length;
    }
    const ranges = [];
    for (const word of query) {
      for (let from = plain.indexOf(word); from >= 0; from = plain.indexOf(word, from + word.length)) {
        ranges.push([at[from], at[from + word.length] ?? text.length]);
      }
    }
    return ranges.sort(([one], [other]) => other - one);
  };
  const paintText = (node) => {
    let end = Infinity;
    for (const [from, to] of hits(node.data)) {
      if (to > end) continue;
      end = from;
      const rest = node.splitText(from);
      rest.splitText(to - from);
      const mark = make("mark");
      rest.replaceWith(mark);
      mark.append(rest);
    }
  };
  // A closed row shows what was found where its title does not: in place of the message, from there on.
  const snippet = (state) => {
    const known = fold(all("h3 a,small", state.card).map((part) => part.textContent).join("\n"));
    const missing = query.find((word) => !known.includes(word));
    const parts = [...all("summary>span,.w,.n span", state.card), ...factsOf(state.card)]
      .map((part) => part.textContent.replace(/\s+/g, " ")).concat(kindsOf(state));
    const source = missing && parts.find((text) => fold(text).includes(missing));
    if (!source) return;
    const [[from]] = hits(source).slice(-1);
    const start = from < 16 ? 0 : source.lastIndexOf(" ", from - 8) + 1 || from;
    const line = make("span", (start > 0 ? "… " : "") + source.slice(start, start + 200));
    line.className = "hit";
    clockOf(state).before(line);
  };
  const paintRow = (state) => {
    const key = query.join(" ");
    if ((state.painted ?? "") === key) return;
    if (state.painted) {
      for (const mark of all("mark", state.card)) {
        const parent = mark.parentNode;
        mark.replaceWith(...mark.childNodes);
        parent.normalize();
      }
      one(state.card, ".hit")?.remove();
    }
    state.painted = key;
    if (!key) return;
    snippet(state);
    for (const part of [...all("h3 a,summary>:is(span,small),.w,.n bdi,.n span", state.card), ...factsOf(state.card)]) {
      const walker = page.createTreeWalker(part, 4);
      const nodes = part.nodeType === 3 ? [part] : [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      nodes.forEach(paintText);
    }
  };
  const paintGroup = (group) => {
    if (group.shown) for (const state of group.states) if (state.shown) paintRow(state);
  };
  const paint = (words) => {
    if (query.length === 0 && words.length === 0) return;
    query = words;
    near.forEach(paintGroup);
  };
  const view = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const group = groupOf.get(target);
      if (!isIntersecting) near.delete(group);
      else {
        near.add(group);
        // A row is one stop of the tabulator: what it links to is the next where it is open.
        for (const state of group.states) linkOf(state).tabIndex = -1;
        stamp(group);
        paintGroup(group);
      }
    }
  }, { rootMargin: "50%" });
  const observe = () => groups.forEach(({ element }) => view.observe(element));

  // The address: what is shown, so that Back works and a view can be kept.
  const names = { th: "urgent", tu: "unread", tl: "later", r1: "unread", r2: "read", p1: "high", p2: "normal", p3: "low" };
  const typeName = (input) => one(input.parentElement, "bdi").textContent;
  const address = () => {
    const values = new URLSearchParams();
    const view = $(chosen("t"));
    if (names[view.id]) values.set("show", names[view.id]);
    else if (view.id !== "t0") values.set("type", typeName(view));
    for (const [name, key] of [["state", "r"], ["priority", "p"]]) {
      if (names[chosen(key)]) values.set(name, names[chosen(key)]);
    }
    if (day !== null) values.set("day", nameOf(day));
    if (search.value.trim()) values.set("q", search.value.trim());
    return String(values);
  };
  const goTo = (isNew) => {
    const next = address();
    if (next === location.hash.slice(1)) return;
    const url = next ? `#${next}` : location.pathname + location["search"];
    try {
      history[isNew ? "pushState" : "replaceState"](null, "", url);
    } catch {
      // A browser that lets no page of this kind have addresses.
    }
  };
  const arrive = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    const choose = (id) => {
      const input = $(id);
      if (input) input.checked = true;
    };
    const byName = (name, value) =>
      all(`[name=${name}]`, form).find(({ id, parentElement }) => names[id] === value && (id !== "tl" || !parentElement.hidden))?.id ?? `${name}0`;
    const type = all("[name=t]", form)
      .find((input) => !names[input.id] && input.id !== "t0" && typeName(input) === values.get("type"));
    choose(type?.id ?? byName("t", values.get("show") ?? ""));
    choose(byName("r", values.get("state") ?? ""));
    choose(byName("p", values.get("priority") ?? ""));
    day = Number.isNaN(Date.parse(values.get("day"))) ? null : Date.parse(values.get("day")) / 864e5;
    search.value = values.get("q") ?? "";
    filter(refresh);
    fit();
  };

  // The overview: bars of types and days, the newest first, of none that has nothing. Each priority's number
  // stands in its filter.
  const labelsOf = (pattern) => all(".line input")
    .filter(({ id }) => pattern.test(id))
    .sort((one, other) => one.id.slice(1) - other.id.slice(1))
    .map(({ nextSibling }) => [...nextSibling.childNodes].slice(0, -1).map((part) => part.textContent).join("").trim());
  const bar = (name, count, most) => {
    const drawing = make("i");
    drawing.style.width = `${Math.max(2, Math.round((count / most) * 100))}%`;
    return make("li", make("span", name), drawing, make("b", numbers.format(count)));
  };
  const draw = () => {
    const days = [...counts.days].reverse();
    const parts = [
      [words.byType, labelsOf(/^t\d/).slice(1), counts["types"]],
      [words.perDay, days.map((_, index) => dayName.format((madeOn - index) * 864e5)), days],
    ];
    $("stats").replaceChildren(...parts.flatMap(([title, names, numbersOf]) => {
      const rows = names.map((name, index) => [name, numbersOf[index]]).filter(([, count]) => count > 0);
      if (rows.length === 0) return [];
      if (title === words.byType) rows.sort(([, one], [, other]) => other - one);
      return make("section", make("h2", title), make("ul", ...rows.map((row) => bar(...row, Math.max(...numbersOf)))));
    }));
  };
  let drawn = "";
  const count = (id, number) => {
    const chip = one(page, `label[for=${id}] b`);
    if (chip) put(chip, numbers.format(number));
  };
  const refresh = () => {
    if (form && states.length > 0) {
      const drawing = String([counts["types"], counts.days]);
      if (more.open && drawn !== drawing) {
        draw();
        drawn = drawing;
      }
      count("t0", counts.all);
      counts["types"].forEach((number, index) => count(`t${index + 1}`, number));
      counts.priorities.forEach((number, index) => count(`p${index + 1}`, number));
      for (const id of ["tu", "r1"]) count(id, counts["unread"]);
      count("r2", counts.all - counts["unread"]);
      const away = postponed();
      count("tl", away);
      const chip = $("tl").parentElement;
      if (chip.hidden === away > 0) {
        chip.hidden = away === 0;
        fit();
      }
      if (away === 0 && $("tl").checked) {
        $("t0").checked = true;
        goTo(false);
      }
      const hot = states.filter(({ group }) => isUrgent(group.section));
      const urgent = told.urgent + sum(hot, isUrgentOne);
      count("th", urgent);
      $("th")?.parentElement.classList.toggle("urgent", urgent > 0);
      if ($("th")) show($("th").parentElement, urgent > 0 || $("th").checked || hot.length > 0);
      show($("foot"), marks.size > 0);
    }
    put($("unread"), counted("unread", counts["unread"]));
    $("unread").dataset.n = numbers.format(counts["unread"]);
    show($("unread"), counts["unread"] > 0);
    page.title = counts["unread"] > 0 ? counted("title", counts["unread"]) : words.title;
    const visible = update();
    // What came back has its own time again.
    if (states.some((state) => state.form === "away" && !state.away)) tick();
    return visible;
  };

  // Reading, deleting.
  let last = null;
  const here = () => rowOf.get(page.activeElement.closest(".c"));
  const focus = (state) => {
    if (!state || (state.gone && !state.away) || !state.shown || !state.group.shown) return toList();
    last = state;
    bringBack();
    head(state).focus();
    uncover();
  };
  const changesOf = (rows, alter) => rows.flatMap((state) =>
    state.members.filter(state.away ? isAway : isHere).map((member) => [state, member, alter]));
  const toggleRead = (rows) => {
    const isNew = rows.some(({ unread }) => unread);
    const step = change(changesOf(rows, isNew ? reading : forgetting), rows[0]);
    if (step.past.length === 0) return;
    for (const state of rows) state.kept = true;
    unpick();
    refresh();
    done(step.past.length > 1 ? counted(isNew ? "marked" : "unread", step.past.length) : named(isNew ? "wasRead" : "wasUnread", rows[0]));
  };
  const takeAway = (rows, alter, told) => {
    const before = shownStates();
    const end = before.indexOf(rows.at(-1));
    const next = before.slice(end).find((state) => !rows.includes(state)) ?? before.slice(0, end).findLast((state) => !rows.includes(state));
    const step = change(changesOf(rows, alter), rows[0]);
    unpick();
    refresh();
    done(told(step.past.length));
    focus(next);
  };
  const remove = (rows) => takeAway(rows, deleting, (number) =>
    number > 1 ? counted("cleared", number) : named("deletedOne", rows[0]));
  // Until when is asked in the toast: this evening, tomorrow, or on the next Monday; of what was put off, now.
  const dayAndTime = dates({ weekday: "short", hour: "numeric", minute: "numeric", timeZone: undefined });
  const weekday = dates({ weekday: "long", timeZone: undefined });
  const postpone = (asked) => {
    const rows = asked.filter(canTurn);
    if (!rows[0]) return;
    const at = (days, hour) => {
      const time = new Date();
      time.setDate(time.getDate() + days);
      return time.setHours(hour, 0, 0, 0);
    };
    const toMonday = (8 - new Date().getDay()) % 7 || 7;
    const name = weekday.format(at(toMonday, 8));
    const times = [[words.evening, at(0, 18)], [words.tomorrow, at(1, 8)]];
    if (toMonday > 1) times.push([name.charAt(0).toLocaleUpperCase(root.lang) + name.slice(1), at(toMonday, 8)]);
    if (rows[0].away) times.unshift([words.atOnce, 0]);
    const told = (name) => (number) =>
      number > 1 ? `${name}: ${numbers.format(number)}` : doingTo(rows[0], name);
    const choices = times.filter(([, time]) => !time || time > Date.now())
      .map(([name, time]) => button(name, () => takeAway(rows, until(time), told(name))));
    say(told(words.later)(changesOf(rows, until()).length), ...choices, closeButton());
    choices[0].focus();
  };
  // Several at once: one bar says how many and what can be done with them.
  const picked = new Set();
  const unpick = () => {
    for (const { card } of picked) card.classList.remove("x");
    picked.clear();
  };
  const chosenRows = () => (picked.size > 0 ? states.filter((state) => picked.has(state)) : here() ? [here()] : []);
  const onRows = (action) => () => {
    const rows = chosenRows();
    if (rows[0]) action(rows);
  };
  const pick = (rows, picks = !picked.has(rows[0])) => {
    for (const state of rows) {
      if (picks) picked.add(state);
      else picked.delete(state);
      state.card.classList.toggle("x", picks);
    }
    const isNew = chosenRows().some(({ unread }) => unread);
    const actions = [[isNew ? words.markRead : words.markUnread, toggleRead], [words.later, postpone], [words.delete, remove]];
    say(picked.size > 0 ? counted("selected", picked.size) : "", ...actions.map(([name, action]) => button(name, onRows(action))), closeButton());
  };
  const letGo = () => {
    unpick();
    say("");
    focus(last);
  };
  const closeButton = () => {
    const element = button("✕", letGo);
    element.ariaLabel = one(help, "button").ariaLabel;
    return element;
  };
  const pickTo = (state) => {
    const shown = shownStates();
    const [from, to] = [shown.indexOf(last ?? state), shown.indexOf(state)].sort((one, other) => one - other);
    pick(shown.slice(Math.max(0, from), to + 1), true);
    focus(state);
  };
  // Who follows a link has read what it is of: of a stack those whose lines have it, else the whole row.
  const seen = (state, href) => {
    if (!state.unread || state.away) return;
    const followed = all(".n", state.card).map((line) => one(line, "a")?.href === href);
    const changes = changesOf([state], reading);
    change(followed.includes(true) ? changes.filter(([, member]) => followed[state.members.indexOf(member)]) : changes, state);
    state.kept = true;
    label(state);
    refresh();
  };
  const bulk = (name, kind, matches, alter) => $(name) && on($(name), "click", () => {
    const changes = shownStates().flatMap((state) =>
      living(state).filter((member) => ofView(matches)(member, state)).map((member) => [state, member, alter]));
    for (const [state] of changes) state.kept = false;
    change(changes);
    refresh();
    close();
    done(counted(kind, changes.length));
    toList();
  });
  bulk("mark", "marked", isUnread, reading);
  bulk("clear", "cleared", isRead, deleting);

  // The buttons of a row: below it where it is open, on it where one points.
  const canTurn = (state) => state.unread || state.members.some(({ began }) => began);
  const label = (state) => {
    for (const element of all("[data-do=read],[data-do=later]", state.card)) {
      element.hidden = !canTurn(state);
      if (element.dataset.do !== "read") continue;
      const number = living(state).filter(isUnread).length;
      const title = number > 1 ? counted("mark", number) : state.unread ? words.markRead : words.markUnread;
      element.ariaLabel = number > 1 ? title : doingTo(state, title);
      if (element.closest(".acts")) element.title = title;
      else element.textContent = title;
    }
  };
  // Fingers have no key to select with: the button of an opened row begins, taps on others go on.
  const select = ([state]) => {
    head(state).parentNode.open = false;
    pick([state]);
  };
  const doing = { "read": toggleRead, "later": postpone, "delete": remove, "select": select };
  const buttons = (state, drawings) => (drawings ? ["read", "delete"] : ["later", "read", "delete", "select"]).map((what) => {
    const isDrawn = drawings || what === "delete" || what === "select";
    const name = words[what] ?? "";
    const element = button(isDrawn ? "" : name, (event) => {
      event.preventDefault();
      doing[what]([state]);
    });
    element.dataset.do = what;
    element.ariaLabel = doingTo(state, name);
    if (drawings) element.tabIndex = -1;
    if (isDrawn) element.title = name;
    if (isDrawn && what !== "select") element.append($(what === "read" ? "mark" : "clear").firstElementChild.cloneNode(true));
    return element;
  });
  // The links that mute a type stand at the page's end, each once.
  const mutes = ({ types }) => all(types.map((type) => `#mutes [data-t="${type}"]`)).map((link) => {
    const own = link.cloneNode(true);
    own.firstChild.prepend(link.parentNode.firstChild.data);
    return own;
  });
  // An address in a message leads somewhere once the row is open: within its button no link could stand.
  // Brackets belong to it where they are closed within it, and no sign that ends a sentence.
  const webAddress = /(https?:\/\/(?:[^\s<>"“”()]|\([^\s<>"()]*\))*(?:[^\s<>"“”()\[\]{}.,;:!?'’»…]|\([^\s<>"()]*\)))/;
  const linkAddresses = (state) => {
    const { card } = state;
    const text = one(card, "summary>span:not(.q,.hit)");
    const parts = text?.textContent.split(webAddress) ?? [];
    if (parts.length < 2 || one(card, ".w,.n span")) return;
    const line = make("div", ...parts.map((part, index) => {
      const element = make(index % 2 ? "a" : "span", part);
      if (index % 2) element.href = part;
      return element;
    }));
    line.className = "w";
    line.dir = "auto";
    text.className = "q";
    head(state).after(line);
  };
  const open = (state) => {
    if (!state.dressed) {
      state.dressed = true;
      let line = one(state.card, ".k");
      if (!line) {
        head(state).parentNode.append((line = make("p")));
        line.className = "k";
      }
      const { href } = linkOf(state);
      if (href && all("a", line).every((link) => link.href !== href)) {
        const link = make("a", make("bdi", words.open));
        link.href = href;
        if (!one(line, ".go")) link.className = "go";
        line.prepend(link);
      }
      line.append(...buttons(state, false), ...mutes(state));
      label(state);
      linkAddresses(state);
    }
    // A stack shows what it holds: its button marks all of them.
    if (living(state).filter(isUnread).length === 1) seen(state, null);
  };
  const acts = make("em");
  acts.className = "acts";
  on(list, "pointerover", (event) => {
    const state = rowOf.get(event.target.closest(".c"));
    if (!state) return acts.remove();
    const clock = clockOf(state);
    clock.title ||= one(state.card, "details>p>i").textContent;
    if (event.pointerType !== "mouse" || acts.parentNode === state.card) return;
    if (isOpen(state)) return acts.remove();
    acts.replaceChildren(...buttons(state, true));
    acts.style.insetInlineEnd = `${clock.offsetWidth + 20}px`;
    state.card.append(acts);
    label(state);
  });
  on(list, "pointerleave", () => acts.remove());
  // The event does not bubble.
  on(list, "toggle", (event) => {
    const state = rowOf.get(event.target.parentNode);
    if (!state || !isOpen(state)) return;
    acts.remove();
    open(state);
  }, true);
  const follow = (event) => {
    const state = rowOf.get(event.target.closest(".c"));
    if (!state) return;
    if (event.shiftKey && !event.target.closest("button")) {
      event.preventDefault();
      return pickTo(state);
    }
    if (picked.size > 0 && matchMedia("(pointer:coarse)").matches && !event.target.closest("button")) {
      event.preventDefault();
      return pick([state]);
    }
    const link = event.target.closest("a[href]");
    if (link) return seen(state, link.href);
    // Who selects text does not close the row.
    if (isOpen(state) && String(getSelection())) event.preventDefault();
  };
  on(list, "click", follow);
  on(list, "auxclick", (event) => {
    if (event.button === 1 && event.target.closest("a[href]")) follow(event);
  });

  // Fingers: to the right turns read, to the left puts off.
  let swipe = null;
  on(list, "pointerdown", (event) => {
    const state = rowOf.get(event.target.closest(".c"));
    if (event.pointerType === "touch" && state && !isOpen(state)) swipe = { state, x: event.clientX, far: 0 };
  });
  on(list, "pointermove", (event) => {
    if (!swipe) return;
    swipe.far = event.clientX - swipe.x;
    swipe.state.card.classList.toggle("to-read", swipe.far > 16);
    swipe.state.card.classList.toggle("to-later", swipe.far < -16);
    swipe.state.card.style.transform = Math.abs(swipe.far) > 16 ? `translateX(${swipe.far}px)` : "";
  });
  const swiped = (event) => {
    if (!swipe) return;
    const { state, far } = swipe;
    swipe = null;
    state.card.classList.remove("to-read", "to-later");
    state.card.style.transform = "";
    if (event.type === "pointercancel" || Math.abs(far) < 72) return;
    if (far > 0) toggleRead([state]);
    else postpone([state]);
  };
  on(list, "pointerup", swiped);
  on(list, "pointercancel", swiped);

  // The state file: what `--state` reads.
  $("download")?.addEventListener("click", () => {
    const entries = [];
    for (const [key, mark] of marks) {
      const [profile, recipient, id] = JSON.parse(key);
      for (const kind of ["read", "deleted", "later"]) {
        if (mark[kind]) entries.push({ profile, recipient, id, "mark": kind, "time": mark[kind] });
      }
    }
    const text = JSON.stringify({ schema: "tidings.state/1", "marks": entries }, null, 2) + "\n";
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "tidings-state.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });

  // Headings that stay true: on the next day Today has become Yesterday, then a date. A clock that goes
  // back makes no day undone.
  let today = madeOn;
  const yearOf = (time) => civil.format(time).slice(0, -6);
  const inYear = (time, names) => dates(yearOf(time) === yearOf(Date.now()) ? names : { ...names, year: "numeric" });
  const rename = ({ element, day }) => {
    const name = day === 0 ? words.earlier : [words.today, words.yesterday][today - day];
    if (!name) one(element, "h2 small")?.remove();
    put(one(element, "h2 span"), name ?? inYear(day * 864e5, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" }).format(day * 864e5));
  };
  const turn = (now) => {
    if (dayOf(now) <= today) return;
    today = dayOf(now);
    put($("from"), fill(words.pageFrom, { date: inYear(made, { weekday: "long", month: "long", day: "numeric" }).format(made) }));
    show($("from"), true);
    sections.filter((section) => !isUrgent(section)).forEach(rename);
    refresh();
  };
  // What was read since the page was made is not urgent: it goes to its day. What is due again comes
  // to the top of today's, or of the urgent ones.
  const isDue = (state) => state.due !== state.settled && !state.gone;
  const isCalm = (state) => isUrgent(state.group.section) && !state.unread;
  const settle = (isLost) => {
    for (const state of states.filter(isLost)) {
      const from = state.group.section;
      const on = Math.min(today, dayOf(timeOf(state)));
      const day = isUrgent(from) && state.unread ? Infinity : on < madeOn - 1 ? 0 : on;
      state.settled = state.due;
      state.form = null;
      let section = sections.find((each) => each.day === day);
      if (!section) {
        const element = sections[0].element.cloneNode(true);
        element.classList.remove("hot", "gone");
        one(element, "h2 small")?.remove();
        element.id = `d${sections.length + 1}`;
        const box = one(element, ".l");
        box.replaceChildren(make("ul"));
        Object.assign(box.firstElementChild, { className: "g", role: "list" });
        section = sectionOf(element, day, 0);
        addGroup(section, box.firstElementChild);
        rename(section);
        const next = sections.find((each) => each.day < day);
        if (next) next.element.before(element);
        else sections.at(-1).element.after(element);
        sections.splice(next ? sections.indexOf(next) : sections.length, 0, section);
      }
      state.group.states.splice(state.group.states.indexOf(state), 1);
      const there = all(".g", section.element).map((each) => groupOf.get(each));
      const group = there.find((each) => each.states.length > 0 && timeOf(each.states.at(-1)) <= timeOf(state)) ?? there.at(-1);
      const found = group.states.findIndex((each) => timeOf(each) <= timeOf(state));
      const index = found < 0 ? group.states.length : found;
      group.element.insertBefore(state.card, group.states[index]?.card ?? null);
      group.states.splice(index, 0, state);
      state.group = group;
      for (const member of living(state)) {
        from.count -= isCounted(from, member);
        section.count += isCounted(section, member);
      }
    }
    gather();
  };

  // Times that stay true: ages are of today alone; under the heading of another day there is the time of
  // day, elsewhere the day as well, with its year where that is not this one.
  const clock = dates({ hour: "numeric", minute: "numeric" });
  const short = dates({ month: "short", day: "numeric" });
  const long = dates({ year: "numeric", month: "short", day: "numeric" });
  // When a day began in the reader's zone.
  const begin = (day) => {
    let [before, since] = [(day - 1) * 864e5, (day + 1) * 864e5];
    while (since - before > 1) {
      const half = Math.floor((before + since) / 2);
      if (dayOf(half) < day) before = half;
      else since = half;
    }
    return since;
  };
  const older = begin(madeOn - 1);
  const ago = (seconds) => {
    if (seconds < 60) return words.now;
    if (seconds < 3600) return counted("minutes", Math.floor(seconds / 60));
    return counted("hours", Math.floor(seconds / 3600));
  };
  // Beside a date there is room for the time of day, in the groups near the view.
  const stamp = ({ states }) => {
    for (const state of states) {
      const element = clockOf(state);
      if (Number(state.form) > 0) element.dataset.t ??= clock.format(timeOf(state));
      else delete element.dataset.t;
    }
  };
  const ending = states.filter((state) => retention(state) > 0 || state.members.some(({ until }) => until));
  const expire = () => {
    const over = ending.filter((state) => state.members.some((member) => !member.gone && isOver(state, member)));
    if (over.length === 0) return;
    const held = here();
    over.forEach(apply);
    refresh();
    if (held?.gone) toList();
  };
  const tick = () => {
    const now = Date.now();
    expire();
    turn(now);
    const waiting = states.filter(({ away }) => away);
    waiting.forEach(apply);
    if (waiting.some(({ away }) => !away)) {
      settle(isDue);
      refresh();
    }
    const year = yearOf(Math.max(now, made));
    const [morning, dayBefore] = [begin(today), begin(today - 1)];
    for (const state of states) {
      if (state.away) continue;
      const time = timeOf(state);
      // Ahead of this computer's clock.
      if (now - time < -300e3) continue;
      const { day } = state.group.section;
      const form = time >= morning ? "" : day > 0 && day < Infinity ? "day" : time < dayBefore ? year : "hot";
      // What the page says of other days it says rightly, until they are others.
      const isTrue = state.form === undefined && year === yearOf(made) && (today === madeOn || time < older);
      if (form && (isTrue || form === state.form)) {
        state.form = form;
        continue;
      }
      state.form = form;
      const at = clock.format(time);
      put(clockOf(state), form === "" ? ago((now - time) / 1000) : form === "day" ? at :
        form === "hot" ? fill(words.yesterdayAt, { time: at }) : (yearOf(time) === year ? short : long).format(time));
    }
    near.forEach(stamp);
  };

  // The keyboard, unless one types; single keys can be switched off (WCAG 2.2, 2.1.4).
  const act = {
    j: () => focus(step(1)),
    k: () => focus(step(-1)),
    r: onRows(toggleRead),
    e: onRows(remove),
    s: onRows(postpone),
    x: () => here() && pick([here()]),
    J: () => pickTo(step(1)),
    K: () => pickTo(step(-1)),
    n: () => seenLast && focus(seenLast),
    z: () => takeBack(steps.at(-1)),
    "/": () => search.focus(),
    o: () => here() && linkOf(here()).click(),
    "?": () => help.showModal(),
  };
  const step = (number) => {
    const shown = shownStates();
    const from = shown.indexOf(here() ?? last);
    return shown[from < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, from + number))];
  };
  // The panel that is open, unless it holds an element.
  const close = (inside) => {
    const panel = [more, over].find((each) => each?.open && !each.contains(inside));
    if (panel) panel.open = false;
    return panel;
  };

  // As many chips as fit; the others stand behind a button that says how many, or which one is chosen.
  const strip = form && one(form, ".chips");
  const chips = strip ? all("#filters .chips>span") : [];
  const isType = (chip) => /^t[1-9]/.test(one(chip, "input").id);
  // What was put off stands before the types.
  chips.sort((one, other) => isType(one) - isType(other));
  const fit = () => {
    const offered = chips.filter(({ hidden }) => !hidden);
    const active = page.activeElement;
    const pill = one(over, "span");
    strip.append(...chips);
    let kept = offered.length;
    const pillText = () => {
      const chosen = offered.slice(kept).find((chip) => one(chip, ":checked"));
      pill.textContent = chosen ? one(chosen, "label").textContent : `+${numbers.format(offered.length - kept)}`;
      pill.parentElement.ariaLabel = `${pill.parentElement.title}: ${pill.textContent}`;
      return chosen;
    };
    const edge = () => {
      const box = strip.getBoundingClientRect();
      const rects = offered.map((chip) => chip.getBoundingClientRect());
      const end = rects.findIndex(({ left, right }) => left < box.left - 1 || right > box.right + 1);
      kept = end < 0 ? offered.length : Math.max(1, end);
    };
    over.hidden = true;
    edge();
    if (kept < offered.length) {
      pillText();
      over.hidden = false;
      edge();
      if (pillText()) {
        edge();
        pillText();
      }
      one(over, "fieldset").append(...offered.slice(kept));
    }
    if (active !== page.activeElement && active.isConnected) active.focus();
  };
  on(window, "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !search) return;
    if (help.open) return;
    if (event.key === "Escape") {
      if (picked.size > 0 || toast.contains(page.activeElement)) return letGo();
      const panel = page.activeElement.closest(".more") && close();
      if (panel) panel.firstElementChild.focus();
      else if (event.target === search && !search.value) focus(last);
      else allDays();
      return;
    }
    if (event.target.closest?.("input:not([type=radio],[type=checkbox]),textarea,select,[contenteditable]")) return;
    if (!keys.checked || !Object.hasOwn(act, event.key)) return;
    act[event.key]();
    event.preventDefault();
  });
  on(window, "click", ({ target }) => close(target));

  stored(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) read(key.slice(prefix.length), localStorage.getItem(key));
    }
    if (keys) keys.checked = localStorage.getItem("tidings:keys") !== "off";
  });
  if (marks.size > 0) {
    turn(Date.now());
    states.forEach(apply);
    settle((state) => isCalm(state) || isDue(state));
  }
  if (search) {
    on(more, "toggle", refresh);
    on($("show-keys"), "click", act["?"]);
    on(help, "click", ({ target }) => {
      if (target === help || target.closest("button")) help.close();
    });
    on(over, "click", ({ target, detail }) => {
      // With the arrow keys one goes on choosing.
      if (detail > 0 && target.localName === "input" && close()) over.firstElementChild.focus();
    });
    // Both change the room for chips.
    const fitting = new ResizeObserver(fit);
    for (const each of [strip.parentElement, $("mark")]) fitting.observe(each);
    on(keys, "change", () => stored(() => localStorage.setItem("tidings:keys", keys.checked ? "on" : "off")));
    on(form, "change", ({ target }) => {
      if (target.type !== "radio") return;
      if (over.contains(target) || !over.hidden) fit();
      filter();
      goTo(true);
    });
    on($("t0"), "click", allDays);
    on(form, "submit", (event) => event.preventDefault());
    let typed = false;
    on(search, "input", () => {
      filter();
      goTo(!typed);
      typed = true;
    });
    on(search, "blur", () => (typed = false));
    on(showAll, "click", (event) => {
      event.preventDefault();
      all("#t0,#r0,#p0", form).forEach((input) => (input.checked = true));
      fit();
      search.value = "";
      day = null;
      filter();
      goTo(true);
      toList();
    });
    on(one(page, ".skip"), "click", (event) => {
      event.preventDefault();
      list.focus();
    });
    on(window, "popstate", arrive);
  }
  // Another window with the same page.
  on(window, "storage", (event) => {
    if (!event.key?.startsWith(prefix)) return;
    const key = event.key.slice(prefix.length);
    marks.delete(key);
    if (event.newValue !== null) read(key, event.newValue);
    states.forEach(apply);
    refresh();
  });
  // What is new since the last visit: the page keeps the time of its newest row when it is left.
  const visitKey = `tidings-visit:${told["page"]}`;
  const newest = Math.max(...states.map(sentOf));
  const visit = () => stored(() => localStorage.setItem(visitKey, JSON.stringify([newest, Date.now()])));
  let seenLast = null;
  if (search) {
    stored(() => {
      const [before, left] = JSON.parse(localStorage.getItem(visitKey)) ?? [];
      const number = sum(states.filter((state) => sentOf(state) > before), isHere);
      seenLast = states.find((state) => !isUrgent(state.group.section) && sentOf(state) <= before);
      if (number === 0 || !seenLast) return;
      visitBar = make("li", `${counted("sinceVisit", number)} · ${dayAndTime.format(left)}`);
      visitBar.className = "since";
      seenLast.card.before(visitBar);
    });
    on(page, "visibilitychange", () => page.hidden && visit());
    on(window, "pagehide", visit);
  }
  refresh();
  tick();
  if (search && location.hash.length > 1) arrive();
  observe();
  // Before it, start.js lets the page's own rules filter.
  root.dataset.ready = "yes";
  setInterval(tick, 60000);
  on(page, "visibilitychange", tick);
  // The text of each row is ready before one searches.
  const later = window.requestIdleCallback ?? ((work) => setTimeout(() => work(null), 1));
  let prepared = 0;
  const prepare = (deadline) => {
    const end = prepared + 100;
    while (prepared < states.length && (deadline?.timeRemaining() > 4 || prepared < end)) textOf(states[prepared++]);
    if (prepared < states.length) later(prepare);
  };
  later(prepare);
})();
