"use strict";
const games = [...document.querySelectorAll(".game")];
const find = document.getElementById("find");
const none = document.getElementById("none");

find.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const game of games) {
    game.hidden = !words.every((word) => game.dataset.words.includes(word));
  }
  const left = games.filter((game) => !game.hidden);
  none.hidden = left.length > 0;
  if (left.length === 1) left[0].open = true;
});

// Paper has no folds.
window.addEventListener("beforeprint", () => games.forEach((game) => { game.open = true; }));
