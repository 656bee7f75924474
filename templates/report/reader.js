// For who prints the page, and for who reads it without a mouse.

// Paper gets every finding that fits the filters, as many as somebody may still want to print.
const PRINTED = 1000;

// Lists that are folded on the screen are printed whole: paper has nothing to click.
let closed = [];

function unfold() {
  closed = [...document.querySelectorAll("details.rest")].filter((each) => !each.open);
  for (const each of closed) each.open = true;
}

function fold() {
  for (const each of closed) each.open = false;
}

function printed() {
  const opened = [...document.querySelectorAll("#list details[open] > summary")].map((each) => each.id);
  const rows = matches.slice(0, PRINTED);
  document.getElementById("list").replaceChildren(...rows.map(item));
  for (const row of rows) {
    const summary = document.getElementById("finding-" + store.id[row]);
    if (!opened.includes(summary.id)) continue;
    summary.parentElement.append(why(row));
    summary.parentElement.open = true;
  }
  document.getElementById("found").textContent = printedWords(rows.length);
}

function printedWords(length) {
  const fit = matches.length === store.count ? "" : " match the filters";
  const left = matches.length - length;
  const found = count(matches.length, "finding", "findings") + (fit && (matches.length === 1 ? " matches the filters" : fit));
  if (!left) return found + ", all printed here.";
  return found + ". The first " + length.toLocaleString("en-US") + " are printed here; " + left.toLocaleString("en-US") + " are left out, and workpapers.xlsx lists all.";
}

function step(by) {
  const summaries = [...document.querySelectorAll("#list details > summary")];
  const here = summaries.indexOf(document.activeElement.closest("#list li")?.querySelector("summary"));
  const next = summaries[here < 0 ? 0 : Math.min(Math.max(here + by, 0), summaries.length - 1)];
  next?.focus();
}

function openKeys() {
  const keys = document.getElementById("keys");
  keys.open = true;
  keys.firstElementChild.focus();
}

const KEYS = {
  "/": () => controls.elements.text.focus(),
  j: () => step(1),
  k: () => step(-1),
  n: () => turn(1),
  p: () => turn(-1),
  c: () => controls.reset(),
  i: () => { location.hash = "incidents"; },
  f: () => { location.hash = "findings"; },
  "?": openKeys,
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  const act = KEYS[event.key];
  if (!act || !document.getElementById("keys-on").checked) return;
  event.preventDefault();
  act();
}

window.addEventListener("beforeprint", unfold);
window.addEventListener("afterprint", fold);
if (controls) {
  document.addEventListener("keydown", pressed);
  document.getElementById("keys").hidden = false;
  window.addEventListener("beforeprint", printed);
  window.addEventListener("afterprint", show);
}
