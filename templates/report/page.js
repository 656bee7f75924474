// The page around the findings: choices of the filters, the address, links with a filter, deep links.

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
  const names = new Intl.Collator("en", { numeric: true });
  const compare = (a, b) => (typeof a === "number" ? a - b : names.compare(a, b));
  return [...counts].filter(([value]) => value !== "" && value !== -1).sort(([a], [b]) => compare(a, b));
}

// A table is chosen as cardroom/table; what rests on no table or no cardroom is said in words.
function tableName(value) {
  const at = value.indexOf("/");
  const told = [ROOMS > 1 ? roomName(value.slice(0, at)) : "", value.slice(at + 1) || "no table"].filter(Boolean).join(", ");
  return told.charAt(0).toUpperCase() + told.slice(1);
}

function roomName(id) {
  return store.names.cardroom[id] || id;
}

// A game has one name at each cardroom; the first stands for all.
function gameName(id) {
  const known = Object.entries(store.names.game).find(([key]) => key.endsWith("/" + id));
  return known ? known[1] : id;
}

function fillChoices() {
  choices("cardroom", inOrder(tally((row) => word("cardroom", row))), roomName);
  controls.elements.cardroom.parentElement.hidden = ROOMS < 2;
  choices("stake", store.stakes.map((each) => [each, tally((row) => word("stake", row)).get(each)]).filter(([, number]) => number), (value) => value);
  choices("check", inOrder(tally((row) => word("check", row))), (value) => value);
  choices("table", inOrder(tally(place)), tableName);
  choices("game", inOrder(tally((row) => word("game", row))), gameName);
  choices("day", inOrder(tally((row) => store.numbers.day[row])), dayWords);
  choices("hour", inOrder(tally(hour)), (value) => hourWords(Number(value)));
}

// The address is the truth: it holds filters and page. So a list can be linked to, Back undoes a step,
// and the menu, whose links hold no filter, shows all findings again.
function address() {
  const told = Object.entries(wish()).filter(([, value]) => value);
  if (page > 0) told.push(["page", page + 1]);
  const query = new URLSearchParams(told).toString();
  return "#findings" + (query ? "?" + query : "");
}

// A word that is being typed is one step, however many letters it has.
let typing = false;
function remember(typed) {
  if (address() === location.hash) return;
  history[typed && typing ? "replaceState" : "pushState"](null, "", address());
  typing = typed;
}

function refine(typed) {
  find();
  show();
  remember(typed);
}

function choose(query) {
  const wanted = new URLSearchParams(query);
  for (const name of NAMES) {
    const control = controls.elements[name];
    control.value = wanted.get(name) ?? "";
    if (control.selectedIndex === -1) control.value = "";
  }
  const more = document.getElementById("more-filters");
  more.open ||= [...more.querySelectorAll("select")].some((control) => control.value);
  find();
  page = Math.min(Math.max(Math.floor(Number(wanted.get("page"))) || 1, 1), pages()) - 1;
  show();
}

function openFinding(id) {
  const row = store.id.indexOf(id);
  if (row < 0) {
    choose("");
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

// What an address names; one that was typed wrongly names nothing.
function named(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

function follow() {
  typing = false;
  const filtered = location.hash.startsWith("#findings?");
  const hash = filtered ? "findings" : named(location.hash);
  if (controls && hash.startsWith("finding-")) {
    openFinding(hash.slice("finding-".length));
    return;
  }
  if (controls) choose(filtered ? location.hash.slice("#findings?".length) : "");
  if (hash) openSection(hash);
}

function turn(step) {
  const turned = Math.min(Math.max(page + step, 0), pages() - 1);
  if (turned === page) return;
  page = turned;
  show();
  remember(false);
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
    if (event.target.name !== "text") refine(false);
  });
  controls.elements.text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => refine(true), 150);
  });
  controls.addEventListener("reset", () => setTimeout(() => refine(false)));
  document.getElementById("previous").addEventListener("click", () => turn(-1));
  document.getElementById("next").addEventListener("click", () => turn(1));
}
window.addEventListener("hashchange", follow);
watchSections();
follow();
