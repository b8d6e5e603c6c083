/** What settings and options mean, in a sentence. The server says of what kind they are and what they may be. */

const SETTINGS: Record<string, Record<string, string>> = {
  kittens: {
    deck: 'Which cards are in the deck: standard, large for many players, duel for two, chaos.',
    cards: 'How many cards of each type; usually taken from the deck.',
    defuses_in_deck: 'How many spare Defuses are shuffled into the pile.',
    attack_stacks: 'Whether an answered Attack passes on the turns that remain, or two as printed.',
    combo_cards: 'Which cards make pairs, triples and fives.',
  },
  coup: {
    window: 'Challenges before blocks, as the rules print it, or both answered at once.',
    refund: 'Whether an assassin who is caught lying gets the three coins back.',
    one_coin: 'With two players, the first starts with one coin.',
    max_turns: 'After this many turns, the remaining players share the win.',
    deal: 'Characters in the order they are dealt; empty means a random deal.',
  },
  cuttle: {
    rules: 'The set of rules: classic, or as played online. It sets the defaults of the other settings.',
    five: 'What a Five does.',
    nine_freezes: 'Whether a card returned by a Nine cannot be played for a turn.',
    nine_targets: 'Which cards a Nine may return.',
    three_takes_three: 'Whether a Three may take another Three from the scrap.',
    hand_limit: 'How many cards a hand may hold; 0 for any number.',
    queen_stops_counter: 'Whether a Queen protects a one-off from counters.',
    empty_deck: 'How the game ends when the pile is empty.',
    any_sweep: 'Whether an Ace or a Six may be played with nothing to sweep.',
    three_counts_seven: 'Whether a Three may be played off a Seven when only that Seven is in the scrap.',
    open_hands: 'Whether both hands are open when the pile is empty.',
    max_turns: 'After this many turns, the game is a draw.',
    deal: 'Cards in the order they are dealt; empty means a random deal.',
  },
  bluff: {
    mode: 'Classic; truth, where you may only lay what you claim; chaos, with several cards at once; team.',
    decks: 'How many decks are shuffled together.',
    deck: 'Which ranks are played with.',
    hand_size: 'Cards each; 0 deals the whole deck.',
    max_cards: 'How many cards may be laid at once.',
    claim_order: 'Which rank may be claimed next.',
    last_claim: 'Whether the last card can still be challenged.',
    max_turns: 'Turns for each player and round.',
    rounds: 'How many rounds a match has.',
    deal: 'Ranks in the order they are dealt; empty means a random deal.',
  },
  belote: {
    target: 'The first team with this many match points wins.',
    deals: 'End after this many deals instead.',
    cut: 'Whether the cut changes the deal.',
    accept_doubles: 'What it means when an opponent accepts No Trumps or Clubs.',
    colour_sweep_points: 'Points for winning all tricks in a suit; empty: it wins the match.',
  },
};

const OPTIONS: Record<string, string> = {
  iterations: 'How much it searches for each answer: more is stronger and slower.',
  worlds: 'How many possible deals it samples.',
  exploration: 'How often it tries moves that look bad.',
  epsilon: 'How often it plays a random move, from 0 to 1.',
  think: 'How long it may think, such as 0.5s.',
};

export const explained = (game: string, name: string, kind: string): string => SETTINGS[game]?.[name] ?? OPTIONS[name] ?? kind;
