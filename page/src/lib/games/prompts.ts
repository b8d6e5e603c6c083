/** What a question asks, as the dealer would say it. */

const PROMPTS: Record<string, Record<string, string>> = {
  kittens: {
    turn: 'Your turn: play cards, then draw',
    react: 'Will you let that happen?',
    give: 'Which card do you give?',
    defuse: 'Defused! Where does the kitten go?',
    last_words: 'No Defuse left',
    five: 'Pick five different cards',
    name: 'Which card do you want?',
    pick: 'Which card do you take from the discard pile?',
  },
  coup: {
    act: 'Your turn: what do you do?',
    respond: 'Do you believe it?',
    block: 'Do you block it?',
    challenge_block: 'Do you believe the block?',
    show: 'You are challenged: show it, or lose an influence',
    lose: 'Which influence do you lose?',
    keep: 'Which cards do you keep?',
  },
  cuttle: {
    turn: 'Your turn: draw, or play a card',
    counter: 'Do you counter with a Two?',
    seven: 'Play one of the cards that the Seven shows',
    three: 'Which card do you take from the scrap?',
    four: 'Discard a card',
    five: 'Discard a card',
    limit: 'Too many cards: discard one',
  },
  bluff: { lay: 'Your turn: lay a card face down', claim: 'What do you say it is?', challenge: 'Do you believe it?' },
  belote: { cut: 'Cut the deck', bid: 'Your bid', card: 'Play a card' },
};

export function promptOf(game: string, question: string, given: string): string {
  return PROMPTS[game]?.[question] ?? (given || question);
}
