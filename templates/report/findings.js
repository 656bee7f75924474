"use strict";
// Findings: columns of the page's own data, filtered, sorted and shown a page at a time.
// All text goes in as text, never as markup.

const store = JSON.parse(document.getElementById("data").textContent);
const controls = document.getElementById("filters");
const PAGE = 50;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const NAMES = ["text", "cardroom", "stake", "check", "verdict", "table", "game", "day", "hour", "sort", "size"];
const HAND = "hand:";
const INCIDENT = "incident:";
const AMERICAN = store.dates === "american";
const ROOMS = store.words.cardroom[0].filter(Boolean).length;
let matches = [];
let page = 0;

function word(name, row) {
  const [words, codes] = store.words[name];
  return words[codes[row]];
}

// Names as they are printed; filters and addresses keep the ids.
function room(row) {
  const id = word("cardroom", row);
  return store.names.cardroom[id] || id;
}

function game(row) {
  const id = word("game", row);
  return store.names.game[word("cardroom", row) + "/" + id] || id;
}

function schedule(row) {
  const key = word("schedule", row);
  return store.names.schedule[key] || key;
}

// Texts are lines, and lines are phrases with a space between; each phrase is stored once.
function lineOf(line) {
  const { phrases, lines } = store.texts;
  return lines[line].map((phrase) => phrases[phrase]).join(" ");
}

function messageOf(row) {
  return store.texts.message[row].map(lineOf).join("\n");
}

function place(row) {
  return word("cardroom", row) + "/" + word("table", row);
}

function hour(row) {
  const seconds = store.times.at[row];
  return seconds < 0 ? -1 : Math.floor(seconds / 3600) % 24;
}

function dollars(cents) {
  return "$" + Math.floor(cents / 100).toLocaleString("en-US") + "." + String(cents % 100).padStart(2, "0");
}

function count(number, one, several) {
  return number.toLocaleString("en-US") + " " + (number === 1 ? one : several);
}

// Times are seconds of the site's own clock, so they are read as if the clock were UTC.
function when(seconds) {
  if (seconds < 0) return "";
  const time = new Date(seconds * 1000);
  return dateWords(time) + (AMERICAN ? ", " : " ") + clockWords(time);
}

function clockWords(time) {
  const text = time.toISOString().slice(11, 19);
  if (!AMERICAN) return text;
  const hour = time.getUTCHours();
  return (hour % 12 || 12) + text.slice(2) + (hour < 12 ? " AM" : " PM");
}

function hourWords(hour) {
  if (!AMERICAN) return String(hour).padStart(2, "0") + ":00";
  return (hour % 12 || 12) + (hour < 12 ? " AM" : " PM");
}

function dateWords(time) {
  const week = DAYS[time.getUTCDay()];
  const month = MONTHS[time.getUTCMonth()];
  if (store.dates === "iso") return week + " " + time.toISOString().slice(0, 10);
  if (store.dates === "day-first") return week + " " + time.getUTCDate() + " " + month + " " + time.getUTCFullYear();
  return week + ", " + month + " " + time.getUTCDate() + ", " + time.getUTCFullYear();
}

function dayWords(day) {
  return day < 0 ? "no day" : dateWords(new Date(day * 86400000));
}

// What is looked for in a finding, made when somebody first searches: what its line shows, in the same words.
let texts = null;
function textOf(row) {
  const names = ["title", "cardroom", "game", "player", "file", "incident", "document"];
  const money = ["over", "under"].map((way) => amountWords(way, row));
  const shown = [verdictWords(row), ...lineWords(row), messageOf(row), ...money, store.id[row], room(row), game(row)];
  return plainly([...shown, ...names.map((name) => word(name, row))].filter(Boolean).join(" "));
}

function plainly(text) {
  return text.toLowerCase().replace(/\s+/g, " ");
}

// Words may stand anywhere in a finding; what is in quotation marks has to stand there as it is.
function termsOf(text) {
  const found = [...text.matchAll(/["\u201c\u201d]([^"\u201c\u201d]*)["\u201c\u201d]?|([^\s"\u201c\u201d]+)/g)];
  return found.map(([, phrase, single]) => plainly(phrase ?? single).trim()).filter(Boolean);
}

function tests(wish) {
  const found = [];
  const hand = asked(HAND, wish.text);
  const incident = asked(INCIDENT, wish.text);
  const terms = termsOf(wish.text);
  if (hand) found.push((row) => word("hand_id", row) === hand);
  else if (incident) found.push((row) => word("incident", row) === incident);
  else if (terms.length) {
    texts ??= Array.from({ length: store.count }, (_, row) => textOf(row));
    found.push((row) => terms.every((term) => texts[row].includes(term)));
  }
  for (const name of ["cardroom", "stake", "check", "game"]) {
    if (!wish[name]) continue;
    const code = store.words[name][0].indexOf(wish[name]);
    const codes = store.words[name][1];
    found.push((row) => codes[row] === code);
  }
  if (wish.table) found.push((row) => place(row) === wish.table);
  if (wish.day) found.push((row) => store.numbers.day[row] === Number(wish.day));
  if (wish.hour) found.push((row) => hour(row) === Number(wish.hour));
  if (wish.verdict) found.push((row) => verdictFits(wish.verdict, row));
  return found;
}

// One hand and no other, where the search is "hand: 12": the words 12 stand in many findings. One
// incident where it is "incident: 3f9a12bc0d45".
function asked(what, text) {
  return text.startsWith(what) ? text.slice(what.length).trim() : "";
}

function verdictFits(wanted, row) {
  const verdict = word("verdict", row);
  const waived = word("waiver", row) !== "";
  if (wanted === "open") return verdict === "violation" && !waived;
  return wanted === "waived" ? waived : verdict === wanted;
}

// All rows in each order, made when first asked for: filtering keeps the order.
// The data is in order of table and time; what has no time comes last.
const orders = { table: Array.from({ length: store.count }, (_, row) => row) };
function ordered(by) {
  const { over, under } = store.numbers;
  const at = store.times.at.map((seconds) => (seconds < 0 ? Infinity : seconds));
  const oldest = (a, b) => (at[a] === at[b] ? a - b : at[a] - at[b]);
  const timeless = (row) => Number(at[row] === Infinity);
  const ranks = ranksOf(store.words.check[0]);
  const rank = (row) => ranks[store.words.check[1][row]];
  const ways = {
    "": oldest,
    latest: (a, b) => timeless(a) - timeless(b) || oldest(b, a),
    check: (a, b) => rank(a) - rank(b) || oldest(a, b),
    over: (a, b) => over[b] - over[a] || oldest(a, b),
    under: (a, b) => under[b] - under[a] || oldest(a, b),
  };
  return [...orders.table].sort(ways[by]);
}

function ranksOf(words) {
  const sorted = [...words].sort();
  return words.map((each) => sorted.indexOf(each));
}

function wish() {
  return Object.fromEntries(NAMES.map((name) => [name, controls.elements[name].value]));
}

function perPage() {
  return Number(controls.elements.size.value) || PAGE;
}

function find() {
  const wanted = wish();
  const fits = tests(wanted);
  orders[wanted.sort] ??= ordered(wanted.sort);
  matches = orders[wanted.sort].filter((row) => fits.every((fit) => fit(row)));
  page = 0;
}

function pages() {
  return Math.max(1, Math.ceil(matches.length / perPage()));
}

function show() {
  const size = perPage();
  const first = page * size;
  const rows = matches.slice(first, first + size);
  document.getElementById("list").replaceChildren(...rows.map(item));
  document.getElementById("found").textContent = foundWords(first, rows.length);
  document.getElementById("pager").hidden = pages() === 1;
  document.getElementById("where").textContent = "Page " + (page + 1).toLocaleString("en-US") + " of " + pages().toLocaleString("en-US");
  document.getElementById("previous").disabled = page === 0;
  document.getElementById("next").disabled = page + 1 >= pages();
}

function foundWords(first, length) {
  if (!matches.length) return "No findings match these filters.";
  const all = matches.length === store.count ? count(store.count, "finding", "findings")
    : matches.length.toLocaleString("en-US") + " of " + count(store.count, "finding", "findings");
  return length === matches.length ? all + "." : all + ", " + (first + 1).toLocaleString("en-US") + " to " + (first + length).toLocaleString("en-US") + " shown.";
}

function make(tag, name, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...children);
  return element;
}

function isolated(text) {
  return make("bdi", "", text);
}

function verdictWords(row) {
  return word("verdict", row) === "review" ? "For review" : "Violation";
}

function lineWords(row) {
  const table = word("table", row) && "table " + word("table", row);
  return [word("check", row), when(store.times.at[row]), table, ROOMS > 1 ? room(row) : "", word("hand_id", row)];
}

function amountWords(way, row) {
  const cents = store.numbers[way][row];
  return cents > 0 ? way + " " + dollars(cents) : "";
}

// A finding in its closed form; its why is made when it is first opened.
function item(row) {
  const [check, ...rest] = lineWords(row);
  const line = make("span", "line", make("span", "chip " + word("verdict", row), verdictWords(row)), make("b", "", check));
  if (word("waiver", row)) line.append(make("span", "chip waived", "Waived"));
  line.append(...rest.filter(Boolean).map(isolated));
  const summary = make("summary", "", line, make("span", "what", isolated(messageOf(row))), amounts(row));
  const details = make("details", "finding", summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(why(row));
    reachable();
  });
  // The browser itself moves the focus to what an address names, so that is the summary.
  summary.id = "finding-" + store.id[row];
  return make("li", "", details);
}

function amounts(row) {
  const box = make("span", "amount");
  for (const way of ["over", "under"]) {
    const words = amountWords(way, row);
    if (words) box.append(make("span", way, words));
  }
  return box;
}

// A box that scrolls is within reach of the keyboard; whether it scrolls depends on the width.
function reachable() {
  for (const each of document.querySelectorAll(".why dd, .why .full")) {
    if (each.scrollHeight > each.clientHeight) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}

window.addEventListener("resize", reachable);

function why(row) {
  const box = make("div", "why");
  const message = messageOf(row);
  if (message.length > 240) box.append(make("p", "full", isolated(message)));
  const list = make("dl", "facts");
  box.append(list);
  const reasons = reasonsOf(row);
  const named = new Set(reasons.map(([name]) => name));
  for (const group of [reasons, facts(row), source(row, named)]) {
    const told = group.filter(([, text]) => text);
    if (told.length && list.children.length) list.append(make("div", "rule"));
    for (const [name, text] of told) list.append(make("dt", "", name), make("dd", "", isolated(text)));
  }
  list.append(make("dt", "", "Go to"), make("dd", "ways", ...ways(row)));
  if (word("next_step", row)) box.append(make("p", "next", make("strong", "", "Next step. "), word("next_step", row)));
  return box;
}

// The why of the audit itself: pairs of a label and a text.
function reasonsOf(row) {
  return store.texts.why[row].map(([label, line]) => [store.texts.labels[label], lineOf(line)]);
}

function facts(row) {
  const until = when(store.times.until[row]);
  return [
    ["Check", word("check", row) + ": " + word("title", row)],
    ["Cardroom, table", [room(row), word("table", row)].filter(Boolean).join(", table ")],
    ["When", when(store.times.at[row]) + (until ? " to " + until : "")],
    ["Hand id", word("hand_id", row)],
    ["Game, option", [game(row), word("option", row)].filter(Boolean).join(", option ")],
    ["Seat", word("seat", row)],
    ["Player", word("player", row)],
    ["Payer", plain(word("payer", row))],
    ["Concerns", plain(word("component", row))],
    ["Fee", word("check", row).startsWith("FEE-") ? money(row) : ""],
    ["Waiver", word("waiver", row)],
  ];
}

function money(row) {
  const { owed, owed_most: most, taken, over, under } = store.numbers;
  return [
    owed[row] >= 0 ? "owed " + dollars(owed[row]) + (most[row] > owed[row] ? " to " + dollars(most[row]) : "") : "",
    taken[row] >= 0 ? "taken " + dollars(taken[row]) : "",
    over[row] > 0 ? "over " + dollars(over[row]) : "",
    under[row] > 0 ? "under " + dollars(under[row]) : "",
  ].filter(Boolean).join(", ");
}

function plain(text) {
  return text.replaceAll("_", "-");
}

function source(row, named) {
  const at = store.numbers.row[row];
  const cited = word("lines", row);
  const where = word("document", row) + (cited ? (/[,-]/.test(cited) ? ", lines " : ", line ") + cited : "");
  return [
    ["Schedule", schedule(row)],
    ["Approved", named.has("Approved") ? "" : where],
    ...(store.printed[word("document", row) + " " + cited] || []),
    ["In the log", [word("file", row), word("sheet", row), at >= 0 ? "row " + at : ""].filter(Boolean).join(", ")],
    ["Finding", store.id[row]],
  ];
}

// Where a reader goes from a finding: a link to itself, its hand, its table.
function ways(row) {
  const found = [link("link to this finding", "#finding-" + store.id[row])];
  const [hands, codes] = store.words.hand_id;
  const others = codes.filter((code) => code === codes[row]).length;
  if (hands[codes[row]] && others > 1) {
    found.push(link("all " + others + " findings of this hand", "#findings?" + new URLSearchParams({ text: HAND + " " + hands[codes[row]] })));
  }
  const leaf = store.leaves[place(row)];
  if (leaf) found.push(link("its table", "#" + leaf));
  if (leaf && document.getElementById("rotation-" + leaf)) found.push(link("its rotation", "#rotation-" + leaf));
  return found;
}

function link(text, address) {
  const element = make("a", "", text);
  element.href = address;
  return element;
}
