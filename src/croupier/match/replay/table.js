/* A table drawn from zones, whatever the game: the others above, the middle, one's own side below. Used by every page that
   stands alone; `zones` are those of croupier.match.replay.table_zones. */
"use strict";
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const CATS = { TacoCatCard: "Taco Cat", HairyPotatoCatCard: "Potato Cat", BeardCatCard: "Beard Cat", RainbowRalphingCatCard: "Rainbow Cat",
  CattermelonCard: "Cattermelon", ShuffleCard: "Shuffle", FavorCard: "Favor", SeeTheFutureCard: "See the Future", SkipCard: "Skip",
  AttackCard: "Attack", NopeCard: "Nope", DefuseCard: "Defuse", ExplodingKittenCard: "Exploding Kitten" };

function made(tag, name, text = "") {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.textContent = text;
  return node;
}

function drawnCard(card) {
  if (card.face_up === false) {
    const back = made("span", "card back");
    back.title = "a card face down";
    return back;
  }
  const playing = /^(10|[2-9AJQK])([cdhs]?)$/.exec(card.text);
  const node = made("span", "card");
  if (playing) {
    if ("dh".includes(playing[2]) && playing[2]) node.classList.add("red");
    node.append(made("b", "", playing[1]), made("i", "", SUITS[playing[2]] ?? "✦"));
  } else {
    const words = CATS[card.text] ?? card.text;
    let hue = 0;
    for (const letter of words) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
    node.classList.add("word");
    node.style.setProperty("--hue", hue);
    node.append(made("b", "", words));
  }
  node.title = card.text;
  return node;
}

function drawnZone(zone) {
  const node = made("div", "zone");
  node.dataset.title = zone.title;
  if (zone.label) {
    node.append(made("h4", "", zone.title), made("strong", "", zone.label));
    return node;
  }
  node.append(made("h4", "", `${zone.title} ${zone.count}`));
  const cards = made("div", "cards");
  for (const card of zone.cards.slice(0, 40)) cards.append(drawnCard(card));
  node.append(cards);
  return node;
}

/** Draw into `target`: the zones of all seats, beginning after `near`, whose side is at the bottom. */
function drawTable(target, names, zones, near) {
  const own = near ?? 0;
  const sides = names.map((name, seat) => {
    const side = made("section", seat === near ? "side near" : "side");
    side.append(made("h3", "", name + (seat === near ? " (you)" : "")));
    const row = made("div", "zones");
    row.append(...zones.filter((zone) => zone.seat === seat).map(drawnZone));
    side.append(row);
    return side;
  });
  const middle = made("div", "zones middle");
  middle.append(...zones.filter((zone) => zone.seat === null).map(drawnZone));
  const others = made("div", "others");
  for (let i = 1; i < names.length; i++) others.append(sides[(own + i) % names.length]);
  target.replaceChildren(others, middle, sides[own]);
}
