"""The numbers that the compiled files of Exploding Kittens share: card types, move ids, questions, events, endings."""

from typing import Final

# Card types, the cheapest to give away first. Hands hold five bits for each type but the kitten.
TACO: Final = 0
POTATO: Final = 1
BEARD: Final = 2
RAINBOW: Final = 3
MELON: Final = 4
SHUFFLE: Final = 5
FAVOR: Final = 6
FUTURE: Final = 7
SKIP: Final = 8
ATTACK: Final = 9
NOPE: Final = 10
DEFUSE: Final = 11
KITTEN: Final = 12
HAND_TYPES: Final = 12  # those that can be in a hand

ONES: Final = 0x84210842108421  # the lowest bit of each type in a hand

MOST_DEALT: Final = 20  # to each seat, besides its Defuse
ACTION_LIMIT: Final = 1000  # rule 2.6
MOST_OF_A_TYPE: Final = 30
MOST_CARDS: Final = 200  # in a deck configuration

# What waits for Nopes: a card type from SHUFFLE to ATTACK, or a combo.
NOTHING: Final = -1
PAIR: Final = 13
TRIPLE: Final = 14
FIVE: Final = 15

# Move ids (stable: they are also the action ids of learning agents).
M_DRAW: Final = 0
M_PASS: Final = 1
M_NOPE: Final = 2
M_EXPLODE: Final = 3
M_PLAY: Final = 4  # + type
M_FAVOR: Final = 16  # + target
M_PAIR: Final = 26  # + type * 10 + target
M_TRIPLE: Final = 146  # + type * 10 + target
M_FIVE: Final = 266
M_ADD: Final = 267  # + type
M_NAME: Final = 279  # + type; KITTEN for one that does not exist
M_PICK: Final = 292  # + type; KITTEN for nothing, from an empty discard pile
M_GIVE: Final = 305  # + type
M_DEPTH: Final = 317  # + depth, 0 to 255
MOVE_COUNT: Final = 573

# Questions.
Q_TURN: Final = 0
Q_REACT: Final = 1
Q_GIVE: Final = 2
Q_DEFUSE: Final = 3
Q_LAST_WORDS: Final = 4
Q_FIVE: Final = 5
Q_NAME: Final = 6
Q_PICK: Final = 7

# Events: kind, fields. Where a field holds two cards it is first + 16 * second, with 15 for no card.
E_STARTED: Final = 1  # actor = who begins; a size of each hand
E_DEALT: Final = 2  # actor; x two cards, y two cards; only the actor is sent it
E_TURN: Final = 3  # actor; a turns owed, b who just ended a turn + 1
E_DREW: Final = 4  # actor; x card
E_PLAYED: Final = 5  # actor; a card, b target + 1
E_PAIR: Final = 6  # actor; a card, b target + 1
E_TRIPLE: Final = 7  # actor; a card + 16 * card named, b target + 1
E_FIVE: Final = 8  # actor; a types 0 to 7 as a set, b types 8 to 11 as a set + 16 * card named
E_CHOSE: Final = 9  # actor; x what, y with whom; only the actor is sent it
E_ANSWERED: Final = 10  # actor; x 1 for a Nope; only the actor is sent it
E_NOPED: Final = 11  # actor
E_RESOLVED: Final = 12  # actor; a 1 if it takes effect + 2 * (target + 1), b what it was
E_GAVE: Final = 13  # actor; b to whom + 1; x card
E_STOLE: Final = 14  # actor; b from whom + 1; x card
E_TOOK: Final = 15  # actor; a card + 1, b from whom + 1
E_PICKED: Final = 16  # actor; a card + 1
E_SHUFFLED: Final = 17  # actor
E_PEEKED: Final = 18  # actor; a how many; x two cards, y third card
E_KITTEN: Final = 19  # actor
E_DEFUSED: Final = 20  # actor
E_INSERTED: Final = 21  # actor; a size of the pile with it; x depth
E_OUT: Final = 22  # actor; a why, b place
E_DISCARDED: Final = 23  # actor; a two cards, b two cards
E_ENDED: Final = 24  # actor = winner; a ending

NO_CARD: Final = 15

# Why a seat is out.
EXPLODED: Final = 0
EXPELLED_ON_TURN: Final = 1
EXPELLED_GIVING: Final = 2

# Endings.
END_ALIVE: Final = 1
END_EXPELLED: Final = 2
