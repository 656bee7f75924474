"use strict";
const marks = Array.from(document.querySelectorAll(".mark"));
const place = document.getElementById("place");
let here = -1;

function show(row) {
  for (const old of document.querySelectorAll(".here")) old.classList.remove("here");
  const line = document.getElementById("L" + row.dataset.line);
  row.classList.add("here");
  row.scrollIntoView({ block: "center" });
  if (line) {
    line.classList.add("here");
    line.scrollIntoView({ block: "center" });
  }
}

function go(step) {
  if (!marks.length) {
    place.textContent = "no marks";
    return;
  }
  here = (here + step + marks.length) % marks.length;
  show(marks[here]);
  marks[here].focus({ preventScroll: true });
  place.textContent = "place " + (here + 1) + " of " + marks.length;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") go(1);
  if (event.key === "p") go(here < 0 ? 0 : -1);
});
document.querySelector(".draft").addEventListener("click", (event) => {
  const row = event.target.closest("[data-line]");
  if (!row) return;
  event.preventDefault();
  const index = marks.indexOf(row);
  if (index >= 0) here = index;
  show(row);
});
place.textContent = marks.length + " marked places";
