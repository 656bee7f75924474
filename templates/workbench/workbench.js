// Keys and small helps of the workbench. Every page works without it.
"use strict";

const form = document.querySelector("form[data-choosing]");
const rows = [...document.querySelectorAll("[data-rows] > *")];
let here = -1;

const box = (row) => row.querySelector("input[type=checkbox]");

function go(step) {
  if (!rows.length) return;
  here = Math.min(Math.max(here + step, 0), rows.length - 1);
  rows.forEach((row, place) => row.classList.toggle("here", place === here));
  const focus = rows[here].querySelector("summary, a[data-open], a") ?? rows[here];
  focus.focus({ preventScroll: true });
  rows[here].scrollIntoView({ block: "nearest" });
}

function tally() {
  if (!form) return;
  const chosen = form.querySelectorAll("[data-rows] input[type=checkbox]:checked").length;
  const words = form.querySelector("[data-count]");
  if (words) words.textContent = chosen ? chosen.toLocaleString("en-US") + " selected" : "what is selected";
  for (const row of rows) row.classList.toggle("chosen", Boolean(box(row)?.checked));
  const whole = form.querySelector("[data-whole]");
  if (whole && chosen) whole.checked = false;
}

function choose(row) {
  const tick = row && box(row);
  if (!tick) return;
  tick.checked = !tick.checked;
  tally();
}

function chooseAll() {
  const ticks = rows.map(box).filter(Boolean);
  const all = ticks.every((tick) => tick.checked);
  for (const tick of ticks) tick.checked = !all;
  tally();
}

// Only what the chosen decision needs is shown, and asked for.
function fit() {
  const act = form.querySelector("[data-act]");
  if (!act) return;
  for (const part of form.querySelectorAll("[data-for]")) {
    const needed = part.dataset.for === act.value;
    part.hidden = !needed;
    for (const field of part.querySelectorAll("input")) field.required = needed && field.name !== "to";
  }
  const reason = form.querySelector("[name=reason]");
  if (reason) reason.required = act.value !== "assign";
}

async function load(part) {
  if (part.dataset.loaded) return;
  part.dataset.loaded = "yes";
  try {
    const answer = await fetch(part.dataset.load, { credentials: "same-origin" });
    if (!answer.ok) return;
    part.innerHTML = await answer.text();
    cards(part);
  } catch { /* the link stays */ }
}

// On a phone each row of a table is a card; its cells then say their heading themselves.
function cards(root) {
  for (const table of root.querySelectorAll(".wide > table:not(.heat-map)")) {
    const headings = [...table.querySelectorAll("thead th")].map((each) => each.textContent.trim());
    if (!headings.length) continue;
    for (const cell of table.querySelectorAll("tbody > tr > td")) {
      const heading = cell.parentElement.cells.length === headings.length && headings[cell.cellIndex];
      if (heading) cell.dataset.heading = heading;
    }
    table.classList.add("cards");
  }
}

function loadOpen() {
  for (const details of document.querySelectorAll("details[open]")) {
    const part = details.querySelector("[data-load]");
    if (part) load(part);
  }
}

function follow() {
  const target = location.hash.startsWith("#finding-") && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === "DETAILS") { target.open = true; target.scrollIntoView({ block: "start" }); }
}

async function watch(part) {
  const bar = part.querySelector("progress"), stage = part.querySelector("[data-stage]");
  for (;;) {
    await new Promise((done) => setTimeout(done, 400));
    const answer = await fetch(part.dataset.job, { credentials: "same-origin" }).catch(() => null);
    if (!answer || !answer.ok) return;
    const told = await answer.json();
    bar.value = told.done;
    stage.textContent = told.stage;
    if (told.finished) { location.reload(); return; }
  }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, textarea")) return;
  const act = {
    j: () => go(1),
    k: () => go(-1),
    x: () => choose(rows[here]),
    a: () => chooseAll(),
    d: () => document.querySelector("[data-act], #deciding input")?.focus(),
    n: () => document.querySelector("[data-next]")?.click(),
    Enter: () => {
      if (here >= 0 && !event.target.closest("a, button, summary")) rows[here].querySelector("summary, a[data-open]")?.click();
    },
  }[event.key];
  if (!act || !rows.length) return;
  if (event.key !== "Enter") event.preventDefault();
  act();
});

if (form) {
  // What would be refused is said before it is sent, so that nothing typed is lost.
  form.addEventListener("submit", (event) => {
    const words = form.querySelector("[data-count]");
    if (!words || form.querySelector("input[type=checkbox]:checked:not([name=again])")) return;
    event.preventDefault();
    words.textContent = "nothing yet: select something first";
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches("[data-whole]") && event.target.checked) {
      for (const tick of rows.map(box).filter(Boolean)) tick.checked = false;
    }
    tally();
    fit();
  });
  for (const button of form.querySelectorAll("[data-all]")) {
    button.hidden = false;
    button.addEventListener("click", chooseAll);
  }
  fit();
  tally();
}
document.addEventListener("toggle", loadOpen, true);
for (const part of document.querySelectorAll("[data-job]")) watch(part);
window.addEventListener("hashchange", follow);
follow();
loadOpen();
// A choice that decides what else a form asks sends it at once.
for (const choice of document.querySelectorAll("[data-submit]")) {
  choice.addEventListener("change", () => choice.form.requestSubmit());
}

// A file dropped on its place is chosen, as if by the button.
for (const place of document.querySelectorAll("[data-drop]")) {
  const chosen = place.querySelector("input[type=file]");
  for (const kind of ["dragover", "dragleave", "drop"]) {
    place.addEventListener(kind, (event) => {
      event.preventDefault();
      place.classList.toggle("over", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files.length) {
        chosen.files = event.dataTransfer.files;
        chosen.form.requestSubmit();
      }
    });
  }
}

// Marks of a draft: n and p walk through them, and the paper follows.
const marks = [...document.querySelectorAll(".drafted .mark:not(.seen)")];
if (marks.length) {
  let at = -1;
  const follow = (mark) => {
    for (const old of document.querySelectorAll(".paper .here, .drafted .here")) old.classList.remove("here");
    mark.classList.add("here");
    mark.scrollIntoView({ block: "center" });
    mark.focus({ preventScroll: true });
    const line = document.getElementById("L" + mark.dataset.line);
    if (!line) return;
    line.classList.add("here");
    line.parentElement.parentElement.scrollTop = line.offsetTop - 120;
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    if (event.key !== "n" && event.key !== "p") return;
    at = Math.min(Math.max(at + (event.key === "n" ? 1 : -1), 0), marks.length - 1);
    follow(marks[at]);
  });
}

cards(document);
// A browser that goes back brings the ticks of before along.
window.addEventListener("pageshow", tally);
// An address holds the filters that say something, and no others.
for (const search of document.querySelectorAll("form[role=search]")) {
  search.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) if (!value) event.formData.delete(name);
  });
}
