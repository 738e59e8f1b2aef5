// The inbox page with JavaScript: search, filters that combine, marks, relative times that stay true,
// keyboard. All that it knows the document tells it: words and counts in #words, each card's facts in
// its classes and data attributes. Without it the page works by the rules of its filter style, which
// html.on switches off.
(() => {
  "use strict";
  const root = document.documentElement;
  const $ = (id) => document.getElementById(id);
  const told = JSON.parse($("words").textContent);
  root.dataset.ready = "yes";

  // Words.
  const numbers = new Intl.NumberFormat(told.numbers);
  const plurals = new Intl.PluralRules(root.lang);
  const forms = {};
  for (const name in told.forms) forms[name] = new Map(told.forms[name]);
  const fill = (pattern, values) =>
    pattern.replace(/\{\{|\}\}|\{([\w.-]+)\}/g, (found, name) =>
      name === undefined ? found[0] : (values[name] ?? found),
    );
  const counted = (name, count) => {
    const form = forms[name];
    const pattern = form.get(`=${count}`) ?? form.get(plurals.select(count)) ?? form.get("other");
    return fill(pattern, { count: numbers.format(count) });
  };
  const named = (name, title) => fill(forms[name].get("other"), { title });

  // The cards, in the document's order. A member is what one notification of a card counts as: the
  // numbers of its type and priority, whether it is unread, its id.
  const sections = [...document.querySelectorAll(".s")];
  const groups = [];
  const states = [];
  const stateOf = new Map();
  sections.forEach((section, day) => {
    for (const element of section.querySelectorAll(".g")) {
      const group = { element, section, states: [], shown: true };
      groups.push(group);
      for (const card of element.children) {
        const names = card.className;
        const priority = Number(/ p(\d)/.exec(names)[1]);
        const unread = / u /.test(names);
        const types = names.match(/t\d+/g).map((name) => Number(name.slice(1)));
        const { i: id, m: several, o: owner } = card.dataset;
        const members = several ? JSON.parse(several) : [[types[0], priority, unread ? 1 : 0, id ?? ""]];
        const state = {
          card, group, day, types, priority, unread, members,
          owner: Number(owner ?? 0), part: day, gone: false, shown: true, text: null, ready: false,
        };
        group.states.push(state);
        states.push(state);
        stateOf.set(card, state);
      }
    }
  });
  const titleOf = (state) => state.card.querySelector("h3 a").textContent;

  // Marks: one entry in local storage for each page, profile, recipient and id. Where storage is
  // refused they are kept for the visit.
  const prefix = `tidings:${told.page}:`;
  const marks = new Map();
  const keyOf = (state, id) => JSON.stringify([...told.owners[state.owner], id]);
  const notice = $("notice");
  const say = (text, button) => {
    notice.replaceChildren(text, ...(button ? [button] : []));
  };
  let refused = false;
  const stored = (action) => {
    if (refused) return;
    try {
      action();
    } catch {
      refused = true;
      say(told.text.refused);
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
    if (mark.read || mark.deleted) marks.set(key, mark);
    else marks.delete(key);
    stored(() => {
      if (marks.has(key)) localStorage.setItem(prefix + key, JSON.stringify(mark));
      else localStorage.removeItem(prefix + key);
    });
  };

  // Counts are of notifications, of which a card may stand for several: what is marked is taken from
  // what the page began with. A member's last element says that it is deleted.
  const counts = told.counts;
  const made = Date.parse(told.now);
  const civil = new Intl.DateTimeFormat("sv", { timeZone: told.zone });
  const dayOf = (time) => Date.parse(civil.format(time)) / 864e5;
  const columnOf = ({ card }) =>
    counts.days.length - 1 - dayOf(made) +
    dayOf(Math.min(made, Date.parse(card.querySelector("time").dateTime)));
  const tally = (state, [type, priority, unread], sign) => {
    counts.all += sign;
    counts.types[type - 1] += sign;
    counts.priorities[priority - 1] += sign;
    counts.sections[state.day] += sign;
    state.column ??= columnOf(state);
    if (state.column in counts.days) counts.days[state.column] += sign;
    if (unread) counts.unread += sign;
  };
  const apply = (state) => {
    for (const member of state.members) {
      const mark = marks.get(keyOf(state, member[3]));
      const gone = Boolean(mark?.deleted);
      if (member[2] && mark?.read) {
        if (!member[4]) counts.unread--;
        member[2] = 0;
      }
      if (gone !== Boolean(member[4])) tally(state, member, gone ? -1 : 1);
      member[4] = gone;
    }
    state.gone = state.members.every((member) => member[4]);
    if (!state.unread || state.gone || state.members.some((member) => member[2] && !member[4])) return;
    state.unread = false;
    state.card.classList.replace("u", "r");
    state.card.querySelector("h3 i").textContent = told.text.read;
  };
  const readMembers = (state) => state.members.filter((member) => !member[2] && !member[4]);
  const mark = (state, kind, members = state.members) => {
    const time = new Date().toISOString();
    for (const member of members) {
      const key = keyOf(state, member[3]);
      const known = marks.get(key) ?? {};
      if (!known[kind]) store(key, { ...known, [kind]: time });
    }
    apply(state);
  };

  // Filters.
  const fold = (text) => {
    const plain = /^[\0-\x7f]*$/.test(text) ? text : text.normalize("NFD").replace(/\p{Mn}/gu, "");
    return plain.toLowerCase();
  };
  const textOf = (state) =>
    (state.text ??= fold(
      `${titleOf(state)}\n${state.card.querySelector(".x")?.textContent ?? ""}`,
    ));
  const list = $("list");
  const form = $("filters");
  const search = $("q");
  const chosen = (name) => Number(form.elements[name].value);
  const show = (element, shown) => {
    if (element.hidden === shown) element.hidden = !shown;
  };
  const update = () => {
    if (!form) return 0;
    const type = chosen("t");
    const unread = [null, true, false][chosen("r")];
    const priority = chosen("p");
    const query = fold(search.value.trim());
    const passes = (state) =>
      !state.gone &&
      (type === 0 || state.types.includes(type)) &&
      (unread === null || state.unread === unread) &&
      (priority === 0 || state.priority === priority) &&
      (query === "" || textOf(state).includes(query));
    let visible = 0;
    list.classList.toggle("found", query !== "");
    const filled = new Set();
    const living = new Set();
    for (const group of groups) {
      const passing = group.states.map(passes);
      const shown = passing.includes(true);
      if (group.states.some(({ gone }) => !gone)) living.add(group.section);
      if (group.shown !== shown) {
        group.element.hidden = !shown;
        group.shown = shown;
      }
      // The cards of a hidden group may stay as they are.
      if (!shown) continue;
      filled.add(group.section);
      group.states.forEach((state, index) => {
        if (passing[index]) visible++;
        if (state.shown === passing[index]) return;
        state.shown = passing[index];
        state.card.hidden = !state.shown;
      });
    }
    for (const section of sections) {
      const isRest = !living.has(section) && section.querySelector(".over") !== null;
      show(section, filled.has(section) || isRest);
    }
    const left = states.some((state) => !state.gone);
    $("none").classList.toggle("yes", visible === 0 && left);
    // What the page left out is still there.
    show($("empty"), !left && counts.all === 0);
    root.classList.toggle("bare", !left);
    return visible;
  };
  let saying = 0;
  const filter = () => {
    const visible = update();
    clearTimeout(saying);
    saying = setTimeout(() => ($("said").textContent = counted("shown", visible)), 500);
  };
  const put = (element, number) => {
    const text = numbers.format(number);
    if (element.textContent !== text) element.textContent = text;
  };
  // The overview: bars of types, priorities and days, the newest first, and the chart of days.
  const bars = [...document.querySelectorAll(".bars")];
  const began = [...counts.days];
  const columns = [...document.querySelectorAll(".days rect")];
  const share = (count, all, scale, least) =>
    count && Math.max(least, Math.round((count / Math.max(...all)) * scale));
  const draw = () => {
    [counts.types, counts.priorities, [...counts.days].reverse()].forEach((all, index) => {
      all.forEach((count, place) => {
        const row = bars[index].children[place];
        put(row.querySelector("b"), count);
        row.querySelector("rect").setAttribute("width", `${share(count, all, 100, 2)}%`);
      });
    });
    counts.days.forEach((count, place) => {
      const column = columns[place];
      const height = share(count, counts.days, 32, 4) || 2;
      column.setAttribute("height", height);
      column.setAttribute("y", 32 - height);
      column.classList.toggle("z", !count);
      // Its words are those of the page as it was made.
      if (count !== began[place]) column.replaceChildren();
    });
  };
  const label = (id) => document.querySelector(`label[for=${id}] b`);
  let drawn = counts.all;
  const refresh = () => {
    if (form) {
      put(label("t0"), counts.all);
      if (drawn !== counts.all) draw();
      drawn = counts.all;
      counts.types.forEach((number, index) => put(label(`t${index + 1}`), number));
      counts.priorities.forEach((number, index) => put(label(`p${index + 1}`), number));
      put(label("r1"), counts.unread);
      put(label("r2"), counts.all - counts.unread);
      sections.forEach((section, day) => put(section.querySelector("h2 b"), counts.sections[day]));
      show($("mark-all"), states.some((state) => state.unread && !state.gone));
      show($("clear-read"), states.some((state) => readMembers(state).length > 0));
    }
    $("unread").textContent = counted("unread", counts.unread);
    show($("unread"), counts.unread > 0);
    document.title = counts.unread > 0 ? counted("title", counts.unread) : told.text.title;
    show($("foot"), marks.size > 0);
    update();
  };

  // What a card gets from the script: its buttons, named after it.
  const dress = (state) => {
    if (state.ready) return;
    state.ready = true;
    const title = titleOf(state);
    const buttons = $("acts").content.cloneNode(true);
    const [remove, tick] = buttons.children;
    remove.ariaLabel = named("delete", title);
    remove.title = told.text.delete;
    tick.ariaLabel = named("markRead", title);
    tick.title = told.text.markRead;
    state.card.append(buttons);
  };
  const later = window.requestIdleCallback ?? ((work) => setTimeout(() => work(null), 1));
  let dressed = 0;
  const dressNext = (deadline) => {
    const end = dressed + 100;
    while (dressed < states.length && (deadline?.timeRemaining() > 4 || dressed < end)) {
      textOf(states[dressed]);
      dress(states[dressed++]);
    }
    if (dressed < states.length) later(dressNext);
  };

  // Following, marking, deleting.
  const shownStates = () => states.filter((state) => state.group.shown && state.shown && !state.gone);
  const focus = (state) => {
    if (!state) return list.focus();
    dress(state);
    (state.card.querySelector("h3 a[href]") ?? state.card.querySelector(".d")).focus();
  };
  const button = (text, action) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.addEventListener("click", action);
    return element;
  };
  const remove = (state) => {
    const before = shownStates();
    const next = before[before.indexOf(state) + 1] ?? before[before.indexOf(state) - 1];
    mark(state, "deleted");
    refresh();
    focus(next);
    const undo = () => {
      for (const member of state.members) {
        const key = keyOf(state, member[3]);
        store(key, { ...marks.get(key), deleted: undefined });
      }
      apply(state);
      say("");
      refresh();
      focus(state);
    };
    say(named("deleted", titleOf(state)), button(told.text.undo, undo));
  };
  const tap = (event) => {
    const card = event.target.closest(".c");
    if (!card) return;
    const state = stateOf.get(card);
    if (event.target.closest(".d")) return remove(state);
    const isTick = event.target.closest(".k");
    if (!event.target.closest("a,button") && String(getSelection())) return;
    mark(state, "read");
    refresh();
    if (isTick) focus(state);
  };
  list.addEventListener("click", tap);
  list.addEventListener("auxclick", (event) => {
    if (event.button === 1 && event.target.closest("a[href]")) tap(event);
  });
  $("mark-all")?.addEventListener("click", () => {
    const unread = states.filter((state) => state.unread && !state.gone);
    const before = counts.unread;
    for (const state of unread) mark(state, "read");
    refresh();
    say(counted("marked", before - counts.unread));
    list.focus();
  });
  const ask = $("ask");
  $("clear-read")?.addEventListener("click", () => ask.showModal());
  $("ask-no").addEventListener("click", () => ask.close());
  $("ask-yes").addEventListener("click", () => {
    const before = counts.all;
    for (const state of states) mark(state, "deleted", readMembers(state));
    ask.close();
    refresh();
    say(counted("cleared", before - counts.all));
    list.focus();
  });

  // The state file: what `--state` reads.
  $("download").addEventListener("click", () => {
    const entries = [];
    for (const [key, mark] of marks) {
      const [profile, recipient, id] = JSON.parse(key);
      for (const kind of ["read", "deleted"]) {
        if (mark[kind]) entries.push({ profile, recipient, id, mark: kind, time: mark[kind] });
      }
    }
    const text = JSON.stringify({ schema: "tidings.state/1", marks: entries }, null, 2) + "\n";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "tidings-state.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });

  // Sections that stay true: on the next day Today has become Yesterday, which has become earlier. A
  // clock that goes back makes no day undone.
  let age = 0;
  const turn = (now) => {
    const passed = dayOf(now) - dayOf(made);
    if (!(passed > age)) return;
    age = passed;
    const last = sections.length - 1;
    const into = sections[last];
    for (let day = last; day >= 0; day--) {
      const section = sections[day];
      const [name, , date] = section.firstElementChild.children;
      const isEarlier = told.days[day] + age > 1;
      name.textContent = isEarlier ? told.text.earlier : told.text.yesterday;
      if (isEarlier) date?.remove();
      if (!isEarlier || day === last) continue;
      const first = into.querySelector(".g");
      for (const group of groups) {
        if (group.section !== section) continue;
        group.section = into;
        into.insertBefore(group.element, first);
        for (const state of group.states) state.day = last;
      }
      into.append(...section.querySelectorAll(".over"));
      counts.sections[last] += counts.sections[day];
      counts.sections[day] = 0;
      section.remove();
    }
    refresh();
  };

  // Relative times that stay true; what has become older than a week is a date, with its year where
  // that is not this one.
  const yearOf = (time) => civil.format(time).slice(0, -6);
  const dates = (year) =>
    new Intl.DateTimeFormat(told.numbers, { year, month: "short", day: "numeric", timeZone: told.zone });
  const near = dates();
  const far = dates("numeric");
  const ago = (seconds, time, year) => {
    if (seconds < 60) return told.text.now;
    if (seconds < 3600) return counted("minutes", Math.floor(seconds / 60));
    if (seconds < 86400) return counted("hours", Math.floor(seconds / 3600));
    if (seconds < 604800) return counted("days", Math.floor(seconds / 86400));
    return (yearOf(time) === year ? near : far).format(time);
  };
  const tick = () => {
    const now = Date.now();
    turn(now);
    const year = yearOf(Math.max(now, made));
    for (const state of states) {
      if (state.dated === year) continue;
      const element = state.card.querySelector("time");
      const time = Date.parse(element.dateTime);
      // What was a date already stays one, and so does all that follows in its section: it is older.
      if (year === yearOf(made) && !(made - time < 604800e3)) {
        for (const older of states) if (older.part === state.part) older.dated = year;
        continue;
      }
      // Ahead of this computer's clock.
      if (now - time < -300e3) continue;
      if (now - time >= 604800e3) state.dated = year;
      const text = ago((now - time) / 1000, time, year);
      if (element.textContent !== text) element.textContent = text;
    }
  };

  // The keyboard, while the focus is in the list (WCAG 2.2, 2.1.4).
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const state = stateOf.get(document.activeElement.closest(".c"));
    const move = (step) => {
      const shown = shownStates();
      focus(shown[state ? Math.max(0, shown.indexOf(state) + step) : 0] ?? state);
    };
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "/") search.focus();
    else if (event.key === "Delete" && state) remove(state);
    else if (event.key === "r" && state) {
      mark(state, "read");
      refresh();
    } else return;
    event.preventDefault();
  });

  stored(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) read(key.slice(prefix.length), localStorage.getItem(key));
    }
  });
  if (marks.size > 0) states.forEach(apply);
  if (form) {
    form.addEventListener("change", filter);
    $("none").querySelector("button").addEventListener("click", (event) => {
      event.preventDefault();
      form.reset();
      search.value = "";
      filter();
    });
    search.addEventListener("input", filter);
  }
  // Another window with the same page.
  addEventListener("storage", (event) => {
    if (!event.key?.startsWith(prefix)) return;
    const key = event.key.slice(prefix.length);
    marks.delete(key);
    if (event.newValue !== null) read(key, event.newValue);
    states.forEach(apply);
    refresh();
  });
  states.slice(0, 50).forEach(dress);
  refresh();
  tick();
  setInterval(tick, 60000);
  later(dressNext);
})();
