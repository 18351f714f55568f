"use strict";
// The figures are cubes: rows of [value, bot, seat, sums...]. Filters choose bots and seats; everything is added up here.
const RUNS = JSON.parse(document.getElementById("data").textContent);
const COLOURS = ["#1b6ca8", "#d9822b", "#2f9e6e", "#a0439b", "#c23b4b", "#7a7f2a", "#4aa3b5", "#8a6d5a", "#6b78c9", "#b0a030"];
const chosen = { run: 0, other: 1, bot: -1, seat: -1, least: 0, find: "", tab: {}, pick: {}, sort: {}, where: {} };

// --- numbers ---

const percent = (share) => (share * 100).toFixed(1) + "%";
const whole = (n) => Math.round(n).toLocaleString("en");
const words = (name) => name.replaceAll("_", " ");
const capital = (text) => (text === "vp" ? "VP" : text.charAt(0).toUpperCase() + text.slice(1));
const run = () => RUNS[chosen.run];

function wilson(won, n) {
  if (!n) return [0, 1];
  const z = 1.96, p = won / n, d = 1 + (z * z) / n;
  const middle = (p + (z * z) / (2 * n)) / d;
  const reach = (z / d) * Math.sqrt(Math.max(0, p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

// Sums by value over the rows that the filters leave.
function added(rows, filters = chosen) {
  const found = new Map();
  for (const [value, bot, seat, ...sums] of rows) {
    if (filters.bot >= 0 && bot !== filters.bot) continue;
    if (filters.seat >= 0 && seat !== filters.seat) continue;
    const all = found.get(value);
    if (all) sums.forEach((x, i) => (all[i] += x));
    else found.set(value, sums.slice());
  }
  return found;
}

const share = (label, n, won, more = {}) => {
  const [low, high] = wilson(won, n);
  return { label, n, won, rate: n ? won / n : 0, low, high, ...more };
};

function shares(rows, names, key = (v) => v) {
  const least = leastSeats();
  return [...added(rows)]
    .map(([value, [n, won, score]]) => share(names[value], n, won, { key: key(value), score: score === undefined ? null : score / n }))
    .filter((row) => row.n >= least);
}

const leastSeats = () => chosen.least || Math.max(20, Math.round(run().games / 2000));

// --- drawing ---

const SVG = "http://www.w3.org/2000/svg";
function el(name, attributes = {}, ...children) {
  const made = name === "svg" || el.inSvg.has(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}
el.inSvg = new Set(["g", "line", "circle", "rect", "path", "text", "title", "polyline"]);

function picture(width, height, label, ...children) {
  return el("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...children);
}

const clip = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

// Rows of a label, a dot with its interval, and the figures.
const TOO_RARE = "Nothing happened often enough to say; lower the minimum number of seats.";
const NOT_FOUND = () => `No name here contains “${chosen.find}”.`;
function dots(rows, width, { even = null, pick = null, label = "Win rates", none = TOO_RARE } = {}) {
  if (!rows.length) return el("p", { class: "note" }, none);
  const narrow = width < 460, left = Math.min(narrow ? 120 : 210, width * 0.36), right = narrow ? 58 : 150, high = 22, top = 22;
  const low = Math.max(0, Math.min(...rows.map((r) => r.low), even ?? 1) - 0.01);
  const most = Math.min(1, Math.max(...rows.map((r) => r.high), even ?? 0) + 0.01);
  const x = (share) => left + ((share - low) / (most - low || 1)) * (width - left - right);
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25].find((s) => ((width - left - right) * s) / (most - low) >= 46) || 0.5;
  const parts = [];
  const height = top + rows.length * high + 4;
  for (let at = Math.ceil(low / step) * step; at <= most + 1e-9; at += step) {
    parts.push(el("line", { class: "grid", x1: x(at), x2: x(at), y1: top - 4, y2: height }));
    parts.push(el("text", { class: "soft", x: x(at), y: 12, "text-anchor": "middle" }, `${Math.round(at * 100)}%`));
  }
  if (even !== null) parts.push(el("line", { class: "even", x1: x(even), x2: x(even), y1: top - 4, y2: height }));
  rows.forEach((row, i) => {
    const y = top + i * high + high / 2;
    const colour = even === null ? "var(--accent)" : row.low > even ? "var(--good)" : row.high < even ? "var(--bad)" : "var(--soft)";
    const told = `${row.label}: ${percent(row.rate)} (${percent(row.low)} to ${percent(row.high)}), ${whole(row.n)} seats${row.score == null ? "" : `, mean score ${row.score.toFixed(1)}`}`;
    const act = pick ? { tabindex: 0, role: "button", onclick: () => pick(row), onkeydown: (e) => e.key === "Enter" && pick(row) } : {};
    parts.push(
      el("g", { class: pick ? "row pick" : "row", ...act },
        el("rect", { class: "hit", x: 0, y: y - high / 2, width, height: high, rx: 4 }),
        el("text", { x: left - 10, y: y + 4, "text-anchor": "end" }, clip(row.label, Math.floor(left / 6.6))),
        el("line", { x1: x(row.low), x2: x(row.high), y1: y, y2: y, stroke: colour, "stroke-width": 2, "stroke-linecap": "round" }),
        el("circle", { cx: x(row.rate), cy: y, r: 4.5, fill: colour }),
        el("text", { x: width - right + 12, y: y + 4 }, percent(row.rate)),
        narrow ? null : el("text", { class: "soft", x: width, y: y + 4, "text-anchor": "end" }, whole(row.n)),
        el("title", {}, told)),
    );
  });
  return picture(width, height, label, ...parts);
}

// Bars of one or more series over whole numbers.
function histogram(series, width, { label, unit = "" }) {
  const height = 230, left = 44, bottom = 24, top = 10;
  const values = series.flatMap((s) => [...s.counts.keys()]);
  if (!values.length) return el("p", { class: "note" }, "Nothing to show.");
  const first = Math.min(...values), last = Math.max(...values);
  const bin = Math.max(1, Math.ceil((last - first + 1) / 60));
  const binned = series.map((s) => {
    const total = [...s.counts.values()].reduce((a, b) => a + b, 0) || 1, found = new Map();
    for (const [value, n] of s.counts) {
      const at = Math.floor((value - first) / bin);
      found.set(at, (found.get(at) || 0) + n / total);
    }
    return found;
  });
  const bins = Math.floor((last - first) / bin) + 1;
  const highest = Math.max(...binned.flatMap((b) => [...b.values()]));
  const step = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find((s) => highest / s <= 5) || 0.25;
  const most = Math.ceil(highest / step - 1e-9) * step;
  const x = (at) => left + (at / bins) * (width - left), y = (share) => height - bottom - (share / most) * (height - bottom - top);
  const parts = [];
  for (let i = 0; i * step <= most + 1e-9; i++) {
    const at = i * step;
    parts.push(el("line", { class: "grid", x1: left, x2: width, y1: y(at), y2: y(at) }));
    parts.push(el("text", { class: "soft", x: left - 6, y: y(at) + 4, "text-anchor": "end" }, (at * 100).toFixed(step < 0.01 ? 1 : 0) + "%"));
  }
  const every = Math.max(1, Math.round(bins / (width / 60)));
  for (let at = 0; at < bins; at += every)
    parts.push(el("text", { class: "soft", x: x(at + 0.5), y: height - 6, "text-anchor": "middle" }, first + at * bin));
  const gap = Math.min(2, ((width - left) / bins) * 0.15);
  binned.forEach((found, i) => {
    const colour = COLOURS[i % COLOURS.length];
    if (series.length === 1)
      for (const [at, share] of found)
        parts.push(
          el("rect", { x: x(at) + gap / 2, y: y(share), width: Math.max(1, x(1) - x(0) - gap), height: height - bottom - y(share), fill: colour },
            el("title", {}, `${first + at * bin}${bin > 1 ? ` to ${first + at * bin + bin - 1}` : ""}${unit}: ${percent(share)}`)),
        );
    else {
      const line = [];
      for (let at = 0; at < bins; at++) line.push(`${x(at + 0.5).toFixed(1)},${y(found.get(at) || 0).toFixed(1)}`);
      parts.push(el("polyline", { points: line.join(" "), fill: "none", stroke: colour, "stroke-width": 2 }, el("title", {}, series[i].name)));
    }
  });
  const drawn = el("div", {}, picture(width, height, label, ...parts));
  if (series.length > 1) drawn.append(legend(series.map((s) => s.name)));
  return drawn;
}

const legend = (names, colours = COLOURS) =>
  el("div", { class: "legend" }, ...names.map((name, i) => el("span", {}, el("i", { style: `background:${colours[i % colours.length]}` }), name)));

// Columns of shares that add up to one, over rounds.
function stacked(columns, names, width, label) {
  const height = 260, left = 40, bottom = 24;
  const x = (i) => left + (i / columns.length) * (width - left);
  const parts = [];
  columns.forEach(({ at, sums, n }, i) => {
    let y = height - bottom;
    sums.forEach((sum, value) => {
      const high = (sum / n) * (height - bottom);
      if (!high) return;
      y -= high;
      parts.push(el("rect", { x: x(i) + 1, y, width: Math.max(1, x(1) - x(0) - 2), height: high, fill: COLOURS[value % COLOURS.length] },
        el("title", {}, `round ${at}: ${names[value]} ${percent(sum / n)} of ${whole(n)}`)));
    });
    if (columns.length < 25 || i % 2 === 0)
      parts.push(el("text", { class: "soft", x: x(i + 0.5), y: height - 6, "text-anchor": "middle" }, at));
  });
  for (const share of [0, 0.5, 1])
    parts.push(el("text", { class: "soft", x: left - 6, y: (height - bottom) * (1 - share) + (share === 1 ? 10 : 4), "text-anchor": "end" }, `${share * 100}%`));
  return picture(width, height, label, ...parts);
}

// --- sections ---

const main = document.getElementById("main");

function section(title, note, half, draw) {
  const body = el("div");
  const made = el("section", { class: half ? "half" : "" }, el("h2", {}, title), note ? el("p", { class: "note" }, note) : null, body);
  main.append(made);
  const width = Math.max(280, Math.floor(body.clientWidth || 600));
  body.append(...[draw(width)].flat());
}

function tabs(id, names, then) {
  const now = names.includes(chosen.tab[id]) ? chosen.tab[id] : names[0];
  chosen.tab[id] = now;
  return el("div", { class: "tabs" }, ...names.map((name) =>
    el("button", { type: "button", "aria-pressed": name === now, onclick: () => { chosen.tab[id] = name; then(); } }, capital(words(name)))));
}

const even = () => 1 / run().players;
const byRate = (rows) => rows.sort((a, b) => b.rate - a.rate);
const wanted = (rows) => rows.filter((row) => row.label.toLowerCase().includes(chosen.find));

function ends(rows, id, width, pick) {
  const sorted = byRate(wanted(rows)), count = 12;
  const views = ["extremes", "all"];
  const head = sorted.length > 2 * count + 4 ? tabs(`${id} view`, views, render) : null;
  const shown = head && chosen.tab[`${id} view`] === "extremes" ? [...sorted.slice(0, count), ...sorted.slice(-count)] : sorted;
  return [head, dots(shown, width, { even: even(), pick, none: rows.length ? NOT_FOUND() : TOO_RARE })];
}

function whoWins() {
  const r = run();
  if (r.bots.length > 1)
    section("Bots", "Win rate of each bot, over all seats chosen.", true, (width) => {
      const rows = r.bots.map((name, bot) => {
        const sums = added(r.seats, { ...chosen, bot }).get(0) || [0, 0, 0];
        return share(name, sums[0], sums[1], { score: sums[2] / sums[0] });
      });
      return dots(byRate(rows.filter((row) => row.n)), width, { even: even() });
    });
  section("Seat order", "Win rate by seat.", true, (width) => {
    const rows = [];
    for (let seat = 0; seat < r.players; seat++) {
      const sums = added(r.seats, { ...chosen, seat }).get(0);
      if (sums) rows.push(share(`Seat ${seat + 1}`, sums[0], sums[1], { score: sums[2] / sums[0] }));
    }
    return dots(rows, width, { even: even() });
  });
}

function strategies() {
  const r = run();
  if (!r.strategies) return;
  const sources = r.points.map((p) => p.label);
  const scored = sources.filter((_, i) => r.points[i].rows.length);
  section("Strategies", "Seats whose points came from similar sources (k-means over shares of the score), named after what stands out.", true,
    (width) => dots(byRate(shares(r.strategies.rows, r.strategies.words)), width, { even: even() }));
  section("Where the points come from", "Shares of the score in each strategy.", true, (width) => {
    const left = Math.min(150, width * 0.35), high = 26, rows = r.strategies.words.map((name, i) => ({ name, shares: r.strategies.shares[i] }));
    const parts = [];
    rows.forEach((row, i) => {
      let x = left;
      parts.push(el("text", { x: left - 8, y: i * high + 17, "text-anchor": "end" }, clip(row.name, Math.floor(left / 6.6))));
      row.shares.forEach((part, source) => {
        const wide = part * (width - left);
        if (wide > 0.5) parts.push(el("rect", { x, y: i * high + 3, width: wide, height: high - 6, fill: COLOURS[source % COLOURS.length] }, el("title", {}, `${sources[source]}: ${percent(part)}`)));
        x += wide;
      });
    });
    return [picture(width, rows.length * high, "Shares of the score by strategy", ...parts), legend(scored, scored.map((name) => COLOURS[sources.indexOf(name) % COLOURS.length])), pointsTable(r)];
  });
}

function pointsTable(r) {
  const seats = added(r.seats).get(0);
  if (!seats) return null;
  const rows = r.points.map((p) => [p.label, added(p.rows).get(0) || [0, 0]]).filter(([, sums]) => sums[0]);
  return table(["Points per seat", "all", "winners"], rows.map(([name, [all, won]]) => [name, (all / seats[0]).toFixed(2), (won / seats[1]).toFixed(2)]));
}

function things() {
  for (const kind of run().things) {
    section(capital(kind.name), `Win rate of seats, by ${kind.thing}. Choose one for more.`, false, (width) => {
      const id = kind.name, box = el("div");
      const field = () => chosen.tab[id];
      box.append(tabs(id, Object.keys(kind.fields), render));
      const rows = shares(kind.fields[field()], kind.words, (v) => v);
      const wide = width > 760, column = wide ? Math.floor((width - 20) * 0.6) : width;
      const list = el("div", {}, ...ends(rows, id, column, (row) => { chosen.pick[id] = row.key; render(); }).filter(Boolean));
      const found = byRate(wanted(rows));
      const which = found.some((row) => row.key === chosen.pick[id]) ? chosen.pick[id] : found[0]?.key;
      box.append(el("div", { class: "split" }, list, which === undefined ? el("div") : detail(kind, which, wide ? width - column - 20 : width)));
      return box;
    });
  }
}

// --- a table of all things with all columns ---

// What is known of a thing besides its figures, by which the table is filtered; facts with many values are only shown.
const MOST_VALUES = 12;
const shownFact = (value) => (value === null || value === "" ? "–" : value === true ? "yes" : value === false ? "no" : String(value));

function factNames(kind) {
  const differs = (name) => new Set(kind.facts.slice(1).map((fact) => fact[name])).size > 1;
  return kind.facts.length ? Object.keys(kind.facts[0]).filter((name) => name !== kind.thing && differs(name)) : [];
}

function factValues(kind, name) {
  const values = new Set(kind.facts.slice(1).flatMap((fact) => (name === "keywords" ? fact[name].split(" ") : [fact[name]])));
  return [...values].filter((value) => value !== "" && value !== null).sort((a, b) => (typeof a === "number" ? a - b : String(a).localeCompare(String(b))));
}

const hasFact = (fact, name, value) => (name === "keywords" ? fact[name].split(" ").includes(value) : shownFact(fact[name]) === value);

// The win rate relative to an even share: 100 is even, with any number of players.
const relative = (rate) => rate * run().players * 100;

function catalogRows(kind) {
  const [seats, won] = added(run().seats).get(0) || [0, 0];
  const fields = Object.keys(kind.fields), sums = Object.fromEntries(fields.map((name) => [name, added(kind.fields[name])]));
  const whenName = Object.keys(kind.when)[0];
  const rounds = new Map();
  for (const [thing, at, n] of whenName ? kind.when[whenName] : []) {
    const [total, count] = rounds.get(thing) || [0, 0];
    rounds.set(thing, [total + at * n, count + n]);
  }
  const rows = [];
  kind.words.forEach((name, thing) => {
    const fact = kind.facts[thing] || {};
    if (!name || !name.toLowerCase().includes(chosen.find)) return;
    if (Object.entries(chosen.where[kind.name] || {}).some(([key, value]) => value && !hasFact(fact, key, value))) return;
    const row = { thing, [kind.thing]: name, ...fact };
    for (const field of fields) {
      const [n, wins] = sums[field].get(thing) || [0, 0];
      row[`${field} seats`] = n;
      row[`${field} wins`] = n >= leastSeats() ? relative(wins / n) : null;
      if (field === "drawn") row["improvement when drawn"] = n >= leastSeats() && seats - n >= leastSeats() ? relative(wins / n - (won - wins) / (seats - n)) : null;
    }
    if (whenName) {
      const [total, count] = rounds.get(thing) || [0, 0];
      row["mean round"] = count ? total / count : null;
    }
    if (fields.some((field) => row[`${field} seats`])) rows.push(row);
  });
  return rows;
}

function sortedRows(kind, rows, columns) {
  const { by, down } = chosen.sort[kind.name] || { by: columns.find((name) => name === "placed wins") || columns[1], down: true };
  const empty = (value) => value === null || value === undefined || value === "";
  return rows.sort((a, b) => {
    if (empty(a[by]) || empty(b[by])) return empty(a[by]) - empty(b[by]);
    const order = typeof a[by] === "number" ? a[by] - b[by] : String(a[by]).localeCompare(String(b[by]));
    return down ? -order : order;
  });
}

const cellText = (name, value) => {
  if (value === null || value === undefined) return "–";
  if (name.endsWith(" wins")) return value.toFixed(0);
  if (name === "improvement when drawn") return `${value > 0 ? "+" : ""}${value.toFixed(1)}`;
  if (name === "mean round") return value.toFixed(1);
  return typeof value === "number" ? whole(value) : shownFact(value);
};

function csv(columns, rows) {
  const quoted = (value) => (value === null || value === undefined ? "" : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((row) => row.map(quoted).join(",")).join("\n") + "\n";
}

function catalog() {
  for (const kind of run().things) {
    section(`All ${kind.name}`, "Wins are relative to an even share: 100 is even, with any number of players. Improvement when drawn: the wins of seats that drew it less those of seats that did not. Choose a heading to sort.", false, () => {
      const facts = factNames(kind), box = el("div", { class: "catalog" });
      const where = (chosen.where[kind.name] ??= {});
      const pickers = facts.map((name) => [name, factValues(kind, name)]).filter(([, values]) => values.length > 1 && values.length <= MOST_VALUES);
      const rows = catalogRows(kind);
      const figures = Object.keys(kind.fields).flatMap((field) => [`${field} seats`, `${field} wins`, ...(field === "drawn" ? ["improvement when drawn"] : [])]);
      const columns = [kind.thing, ...figures, ...(Object.keys(kind.when).length ? ["mean round"] : []), ...facts];
      const sort = (name) => () => {
        const now = chosen.sort[kind.name];
        chosen.sort[kind.name] = { by: name, down: now && now.by === name ? !now.down : typeof (rows.find((row) => row[name] !== null) || {})[name] === "number" };
        render();
      };
      const now = chosen.sort[kind.name];
      const head = el("tr", {}, ...columns.map((name) => el("th", { "aria-sort": now && now.by === name ? (now.down ? "descending" : "ascending") : "none" }, el("button", { type: "button", onclick: sort(name) }, capital(words(name))))));
      const body = sortedRows(kind, rows, columns).map((row) => el("tr", {}, ...columns.map((name) => el("td", {}, cellText(name, row[name])))));
      const save = el("a", { href: `data:text/csv;charset=utf-8,${encodeURIComponent(csv(columns, rows))}`, download: `${run().name}-${kind.name}.csv` }, "Save as CSV");
      box.append(
        el("div", { class: "pickers" }, ...pickers.map(([name, values]) =>
          el("label", {}, capital(words(name)), el("select", { onchange: (e) => { where[name] = e.target.value; render(); } },
            ...["", ...values.map(shownFact)].map((value) => el("option", { value, ...(value === (where[name] || "") ? { selected: "" } : {}) }, value || "all"))))),
          el("span", { class: "note" }, `${whole(rows.length)} ${kind.name}`), save),
        rows.length ? el("div", { class: "scroll tall" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...body))) : el("p", { class: "note" }, TOO_RARE));
      return box;
    });
  }
}

// The things that go best and worst with one, by how much the wins of seats with both differ from those with it alone.
function company(kind, which, width) {
  const pairs = (kind.pairs[0] || { rows: [] }).rows.filter(([a, b, n]) => a !== b && (a === which || b === which) && n >= leastSeats() / 2);
  if (pairs.length < 4) return null;
  const rows = pairs.map(([a, b, n, won]) => share(kind.words[a === which ? b : a], n, won)).sort((a, b) => b.rate - a.rate);
  const shown = rows.length > 10 ? [...rows.slice(0, 5), ...rows.slice(-5)] : rows;
  return el("div", {}, el("p", { class: "note" }, `Win rate of seats that also had, best and worst (all bots and seats):`), dots(shown, width, { even: even(), label: "Company" }));
}

function detail(kind, which, width) {
  const box = el("div", {}, el("h2", {}, kind.words[which]));
  const rows = Object.entries(kind.fields).map(([name, cube]) => {
    const [n, won] = added(cube).get(which) || [0, 0];
    return share(capital(words(name)), n, won);
  });
  box.append(dots(rows.filter((row) => row.n), width, { even: even(), label: `Win rates of ${kind.words[which]}` }));
  for (const [name, cube] of Object.entries(kind.when)) {
    const by = cube.filter((row) => row[0] === which && row[2] >= leastSeats() / 4).map(([, at, n, won]) => share(`Round ${at}`, n, won));
    if (by.length) box.append(el("p", { class: "note" }, `By the round in which it was first ${words(name).replace(/^first /, "")} (all bots and seats):`), dots(by, width, { even: even() }));
  }
  const others = company(kind, which, width);
  if (others) box.append(others);
  return box;
}

function choices() {
  for (const choice of run().choices)
    section(capital(choice.label), "Win rate of the seats that chose it.", true, (width) =>
      ends(shares(choice.rows, choice.words), choice.name, width, null).filter(Boolean));
}

function byRound() {
  for (const table of run().by_round) {
    // In many games nobody has a second action.
    if (new Set(table.rows.map(([value]) => value % table.words.length)).size < 2) continue;
    section(capital(table.label), "What seats chose in each round.", false, (width) => {
      const id = `${table.table} ${table.name}`;
      const head = tabs(id, ["all seats", "winners"], render);
      const at = chosen.tab[id] === "winners" ? 1 : 0, size = table.words.length, columns = new Map();
      for (const [value, sums] of added(table.rows)) {
        const round = Math.floor(value / size);
        if (!columns.has(round)) columns.set(round, { at: round, sums: new Array(size).fill(0), n: 0 });
        const column = columns.get(round);
        column.sums[value % size] += sums[at];
        column.n += sums[at];
      }
      const shown = [...columns.values()].filter((c) => c.n >= leastSeats()).sort((a, b) => a.at - b.at);
      const used = table.words.map((name, i) => [name, i]).filter(([, i]) => shown.some((c) => c.sums[i] > 0));
      return [head, stacked(shown, table.words, width, `${id} by round`),
        legend(used.map(([name]) => name), used.map(([, i]) => COLOURS[i % COLOURS.length]))];
    });
  }
}

function distributions() {
  const r = run();
  section("Scores", "How often each score was reached.", true, (width) => {
    const bots = chosen.bot >= 0 ? [chosen.bot] : r.bots.map((_, i) => i);
    return histogram(bots.map((bot) => ({ name: r.bots[bot], counts: new Map([...added(r.scores, { ...chosen, bot })].map(([v, s]) => [v, s[0]])) })), width, { label: "Scores" });
  });
  const length = averages(new Map(r.rounds));
  section("Length", `How many rounds games took (all games): ${length.mean.toFixed(1)} on average, half of them at most ${length.median}.`, true, (width) => histogram([{ name: "games", counts: new Map(r.rounds) }], width, { label: "Rounds", unit: " rounds" }));
  const endings = Object.entries(r.endings);
  if (endings.length)
    section("How games ended", "Shares of all games.", true, (width) =>
      dots(byRate(endings.map(([name, n]) => ({ ...share(endingWords(name), r.games, n), n }))), width));
}

// --- by ending ---

// The mean, its variance, and the median of counted whole numbers.
function averages(counts) {
  const pairs = [...counts].sort((a, b) => a[0] - b[0]), n = pairs.reduce((sum, [, count]) => sum + count, 0);
  const mean = pairs.reduce((sum, [value, count]) => sum + value * count, 0) / n;
  const spread = pairs.reduce((sum, [value, count]) => sum + count * (value - mean) ** 2, 0) / n;
  let below = 0, median = 0;
  for (const [value, count] of pairs) {
    below += count;
    median = value;
    if (2 * below >= n) break;
  }
  return { mean, median, variance: spread / n };
}

const endingWords = (name) => (name ? name.replaceAll("+", " and ").replaceAll("_", " ") : "called off");

function byEnding() {
  const r = run(), names = Object.keys(r.by_ending).sort((a, b) => r.endings[b] - r.endings[a]);
  if (names.length < 2) return;
  section("Who wins how a game ends", "Win rates in the games that ended this way: of each strategy, and of each bot if there are several.", true, (width) => {
    const labels = names.map(endingWords), head = tabs("ending", labels, render);
    const found = r.by_ending[names[labels.indexOf(chosen.tab.ending)]];
    const rows = r.strategies ? byRate(shares(found.strategies, r.strategies.words)) : [];
    if (r.bots.length > 1)
      r.bots.forEach((name, bot) => {
        const sums = added(found.seats, { ...chosen, bot }).get(0);
        if (sums && (chosen.bot < 0 || chosen.bot === bot)) rows.push(share(name, sums[0], sums[1], { score: sums[2] / sums[0] }));
      });
    const all = added(found.seats).get(0);
    const note = all ? el("p", { class: "note" }, `Mean score ${(all[2] / all[0]).toFixed(1)} in ${whole(all[0])} seats.`) : null;
    return [head, dots(rows, width, { even: even(), label: "Win rates by ending" }), note].filter(Boolean);
  });
}

// --- two runs ---

const sign = (x, text) => el("span", { class: x > 0 ? "up" : "down" }, text);

function differences() {
  if (RUNS.length < 2) return;
  const a = RUNS[chosen.run], b = RUNS[chosen.other];
  if (a === b) return;
  const scale = a.players === b.players ? [1, 1] : [a.players, b.players];
  const note = a.players === b.players ? "" : ` With ${a.players} and ${b.players} players, win rates are given relative to an even share: 100% is even.`;
  section(`How ${a.name} differs from ${b.name}`, `Differences that chance explains in less than 5% of cases are colored.${note}`, false, () => {
    const [la, lb] = [a, b].map((r) => averages(new Map(r.rounds)));
    const rounds = la.mean - lb.mean, reach = 1.96 * Math.sqrt(la.variance + lb.variance);
    // The same bot may have another number there, or not play at all.
    const there = { ...chosen, bot: chosen.bot < 0 ? -1 : b.bots.includes(a.bots[chosen.bot]) ? b.bots.indexOf(a.bots[chosen.bot]) : b.bots.length };
    const seat = (r) => added(r.seats, r === a ? chosen : there).get(0) || [0, 0, 0, 0];
    const sa = seat(a), sb = seat(b);
    const spread = (s) => (s[3] / s[0] - (s[2] / s[0]) ** 2) / s[0];
    const score = sa[2] / sa[0] - sb[2] / sb[0], sure = 1.96 * Math.sqrt(spread(sa) + spread(sb));
    const rows = [
      ["games", whole(a.games), whole(b.games), ""],
      ["mean score", (sa[2] / sa[0]).toFixed(2), (sb[2] / sb[0]).toFixed(2), mark(score, sure, `${score.toFixed(2)} ± ${sure.toFixed(2)}`)],
      ["median score", ...medians(a, b, (r) => new Map([...added(r.scores, r === a ? chosen : there)].map(([value, sums]) => [value, sums[0]])))],
      ["median rounds", ...medians(a, b, (r) => new Map(r.rounds))],
      ["mean rounds", la.mean.toFixed(2), lb.mean.toFixed(2), mark(rounds, reach, `${rounds.toFixed(2)} ± ${reach.toFixed(2)}`)],
      ...[...new Set([...a.bots, ...b.bots])].filter((bot) => a.bots.includes(bot) && b.bots.includes(bot)).map((bot) => {
        const [x, y] = [a, b].map((r) => added(r.seats, { ...chosen, bot: r.bots.indexOf(bot) }).get(0) || [0, 0]);
        return [`win rate of ${bot}`, ...compared(x[0], x[1], y[0], y[1], scale)];
      }),
      ...[...new Set([...Object.keys(a.endings), ...Object.keys(b.endings)])].map((end) =>
        [`ended: ${end || "called off"}`, ...compared(a.games, a.endings[end] || 0, b.games, b.endings[end] || 0)]),
      ...strategyRows(a, b, scale, there),
    ];
    const box = el("div", { class: "scroll" }, table(["", a.name, b.name, "difference"], rows));
    const list = [];
    for (const kind of a.things) {
      const other = b.things.find((t) => t.name === kind.name);
      if (!other) continue;
      for (const field of Object.keys(kind.fields)) {
        if (!other.fields[field]) continue;
        const theirs = added(other.fields[field], there), place = new Map(other.words.map((word, i) => [word, i]));
        for (const [value, [n, won]] of added(kind.fields[field])) {
          const [m, lost] = theirs.get(place.get(kind.words[value])) || [0, 0];
          if (Math.min(n, m) >= leastSeats()) list.push({ name: `${kind.words[value]}, ${words(field)}`, n, won, m, lost, z: zScore(n, won, m, lost, scale) });
        }
      }
    }
    list.sort((x, y) => Math.abs(y.z) - Math.abs(x.z));
    const found = list.filter((x) => x.name.toLowerCase().includes(chosen.find)).slice(0, 20);
    if (found.length) box.append(el("p", { class: "note" }, `The clearest of ${whole(list.length)} differences in win rate (most standard errors first); one in twenty is colored by chance alone.`),
      table(["win rate when", a.name, b.name, "difference"], found.map((x) => [x.name, ...compared(x.n, x.won, x.m, x.lost, scale)])));
    return box;
  });
}

const medians = (a, b, counts) => [...[a, b].map((r) => whole(averages(counts(r)).median)), ""];

// The strategies of two runs, if they were found together.
function strategyRows(a, b, scale, there) {
  if (!a.strategies || !b.strategies || a.strategies.words.join() !== b.strategies.words.join()) return [];
  const [mine, theirs] = [added(a.strategies.rows), added(b.strategies.rows, there)];
  return a.strategies.words.map((name, i) => {
    const [n, won] = mine.get(i) || [0, 0], [m, lost] = theirs.get(i) || [0, 0];
    return [`strategy: ${name}`, ...compared(n, won, m, lost, scale)];
  });
}

function deviation(n, won, m, lost, [x, y] = [1, 1]) {
  const p = won / n, q = lost / m;
  return Math.sqrt((x * x * p * (1 - p)) / n + (y * y * q * (1 - q)) / m) || 1e-9;
}
const zScore = (n, won, m, lost, [x, y]) => ((won / n) * x - (lost / m) * y) / deviation(n, won, m, lost, [x, y]);
const mark = (x, sure, text) => (Math.abs(x) > sure ? sign(x, text) : text);

// With different numbers of players, win rates are compared relative to an even share: 100% is even.
function compared(n, won, m, lost, scale = [1, 1]) {
  const rates = [n ? (won / n) * scale[0] : null, m ? (lost / m) * scale[1] : null];
  if (!n || !m) return [...rates.map((rate) => (rate === null ? "–" : percent(rate))), ""];
  const gap = rates[0] - rates[1], sure = 1.96 * deviation(n, won, m, lost, scale);
  return [percent(rates[0]), percent(rates[1]), mark(gap, sure, `${gap > 0 ? "+" : ""}${(gap * 100).toFixed(1)} ± ${(sure * 100).toFixed(1)}`)];
}

const table = (head, rows) => el("table", {}, el("tr", {}, ...head.map((h) => el("th", {}, h))), ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell)))));

// --- the page ---

function select(label, options, value, then) {
  return el("label", {}, label, el("select", { onchange: (e) => { then(Number(e.target.value)); render(); } },
    ...options.map(([key, name]) => el("option", { value: key, ...(key === value ? { selected: "" } : {}) }, name))));
}

function filters() {
  const r = run(), form = document.getElementById("filters"), parts = [];
  if (RUNS.length > 1) {
    parts.push(select("Run", RUNS.map((x, i) => [i, x.name]), chosen.run, (v) => { chosen.run = v; chosen.bot = chosen.seat = -1; chosen.pick = {}; }));
    parts.push(select("against", RUNS.map((x, i) => [i, x.name]), chosen.other, (v) => (chosen.other = v)));
  }
  parts.push(select("Bot", [[-1, "all"], ...r.bots.map((name, i) => [i, name])], chosen.bot, (v) => (chosen.bot = v)));
  parts.push(select("Seat", [[-1, "all"], ...Array.from({ length: r.players }, (_, i) => [i, `${i + 1}`])], chosen.seat, (v) => (chosen.seat = v)));
  parts.push(el("label", {}, "At least", el("input", { type: "number", min: 0, step: 10, value: chosen.least || leastSeats(), onchange: (e) => { chosen.least = Number(e.target.value); render(); } }), "seats"));
  parts.push(el("label", {}, "Find", el("input", { type: "search", placeholder: "a name", value: chosen.find, oninput: (e) => { chosen.find = e.target.value.toLowerCase(); draw(); } })));
  form.replaceChildren(...parts);
}

function draw() {
  main.replaceChildren();
  whoWins();
  strategies();
  things();
  catalog();
  choices();
  byRound();
  distributions();
  byEnding();
  differences();
}

function render() {
  const r = run(), at = window.scrollY;
  document.getElementById("title").textContent = `What wins: ${r.name}`;
  const options = Object.entries(r.options).filter(([, v]) => v !== false && v !== null && !(Array.isArray(v) && !v.length)).map(([k, v]) => `${k.replaceAll("_", " ")} ${v}`).join(", ");
  document.getElementById("plan").textContent =
    `${r.game} (${options}), ${whole(r.games)}${r.games < r.planned ? ` of ${whole(r.planned)}` : ""} games from seed ${r.seed}, bots: ${r.bots.join(", ")}` + (r.unfinished ? `; ${whole(r.unfinished)} called off` : "");
  filters();
  draw();
  window.scrollTo(0, at);
}

let last = innerWidth;
addEventListener("resize", () => { if (innerWidth !== last) { last = innerWidth; draw(); } });
document.getElementById("filters").addEventListener("submit", (e) => e.preventDefault());
render();
