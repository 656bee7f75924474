// The page around the findings: choices of the filters, links with a filter, deep links.

function choices(name, values, label) {
  const select = controls.elements[name];
  select.append(new Option("All", ""));
  for (const [value, number] of values) {
    select.append(new Option(short(label(value)) + " (" + number.toLocaleString("en-US") + ")", value));
  }
}

function short(text) {
  return text.length > 60 ? text.slice(0, 40) + "… (" + count(text.length, "character", "characters") + ")" : text;
}

function tally(value) {
  const counts = new Map();
  for (let row = 0; row < store.count; row++) {
    const key = value(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function inOrder(counts) {
  const compare = (a, b) => (typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0);
  return [...counts].filter(([value]) => value !== "" && value !== -1).sort(([a], [b]) => compare(a, b));
}

function fillChoices() {
  choices("check", inOrder(tally((row) => word("check", row))), (value) => value);
  choices("table", inOrder(tally(place)), (value) => (ROOMS > 1 ? value : value.slice(value.indexOf("/") + 1)) || "no table");
  choices("game", inOrder(tally((row) => word("game", row))), (value) => value);
  choices("day", inOrder(tally((row) => store.numbers.day[row])), dayWords);
  choices("hour", inOrder(tally(hour)), (value) => String(value).padStart(2, "0") + ":00");
}

// The address holds the filters, so that a filtered list can be linked to and gone back to.
function remember() {
  const told = Object.entries(wish()).filter(([, value]) => value);
  const query = new URLSearchParams(told).toString();
  history.replaceState(null, "", "#findings" + (query ? "?" + query : ""));
}

function choose(query) {
  const wanted = new URLSearchParams(query);
  for (const name of NAMES) {
    const control = controls.elements[name];
    control.value = wanted.get(name) ?? "";
    if (control.selectedIndex === -1) control.value = "";
  }
  find();
}

function openFinding(id) {
  const row = store.id.indexOf(id);
  if (row < 0) {
    document.getElementById("found").textContent = "Finding " + id + " is not on this page.";
    document.getElementById("findings-title").scrollIntoView();
    return;
  }
  if (!matches.includes(row)) choose("");
  page = Math.floor(matches.indexOf(row) / perPage());
  show();
  const summary = document.getElementById("finding-" + id);
  summary.parentElement.open = true;
  summary.focus({ preventScroll: true });
  summary.scrollIntoView({ block: "start" });
}

function openSection(id) {
  const target = document.getElementById(id);
  if (!target) return;
  for (let element = target; element; element = element.parentElement) {
    if (element.tagName === "DETAILS") element.open = true;
  }
  target.scrollIntoView({ block: "start" });
}

function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (controls && hash.startsWith("finding-")) openFinding(hash.slice("finding-".length));
  else if (controls && location.hash.startsWith("#findings?")) {
    choose(location.hash.slice("#findings?".length));
    openSection("findings");
  } else if (hash) openSection(hash);
}

function turn(step) {
  page += step;
  show();
  document.getElementById("findings-title").focus({ preventScroll: true });
  document.getElementById("found").scrollIntoView({ block: "start" });
}

// Which section is being read, for the contents beside it.
function watchSections() {
  const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
  const seen = new Set();
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) entry.isIntersecting ? seen.add(entry.target.id) : seen.delete(entry.target.id);
    const current = [...links.keys()].find((id) => seen.has(id));
    for (const [id, link] of links) id === current ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }, { rootMargin: "-10% 0px -70% 0px" });
  for (const id of links.keys()) watcher.observe(document.getElementById(id));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-filter]");
  if (link && controls) {
    event.preventDefault();
    location.hash = "findings?" + link.dataset.filter;
    return;
  }
  const button = event.target.closest("button[data-open], button[data-close]");
  if (!button) return;
  const section = document.getElementById(button.dataset.open ?? button.dataset.close);
  for (const leaf of section.querySelectorAll("details.leaf")) leaf.open = "open" in button.dataset;
});

for (const button of document.querySelectorAll("button[data-open], button[data-close]")) button.hidden = false;
if (controls) {
  let waiting = 0;
  fillChoices();
  controls.hidden = false;
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.addEventListener("change", (event) => {
    // A search is answered as it is typed; to answer again when it is left would move the focus.
    if (event.target.name !== "text") { find(); remember(); }
  });
  controls.elements.text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { find(); remember(); }, 150);
  });
  controls.addEventListener("reset", () => setTimeout(() => { find(); remember(); }));
  document.getElementById("previous").addEventListener("click", () => turn(-1));
  document.getElementById("next").addEventListener("click", () => turn(1));
  find();
}
window.addEventListener("hashchange", follow);
watchSections();
follow();
