/* The C twin of Croupier's Belote playout: the same random hands after the bidding, move by move, with an equal checksum.
 *
 * Run by bench/belote.py. Input: mode, announcer, multiplier, dealer, four hands, number of hands, seed of the moves.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    uint32_t a, b, c, counter;
} Chance;

static uint32_t word(Chance *chance) {
    uint32_t out = chance->a + chance->b + chance->counter++;
    chance->a = chance->b ^ (chance->b >> 9);
    chance->b = chance->c + (chance->c << 3);
    chance->c = ((chance->c << 21) | (chance->c >> 11)) + out;
    return out;
}

static void start(Chance *chance, uint64_t seed, uint32_t stream) {
    chance->a = (uint32_t)seed;
    chance->b = (uint32_t)(seed >> 32);
    chance->c = stream;
    chance->counter = 1;
    for (int i = 0; i < 12; i++) word(chance);
}

static uint32_t below(Chance *chance, uint32_t n) {
    uint64_t product = (uint64_t)word(chance) * n;
    uint32_t low = (uint32_t)product;
    if (low < n) {
        uint32_t unfair = (uint32_t)((0x100000000ull - n) % n);
        while (low < unfair) {
            product = (uint64_t)word(chance) * n;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

enum { NO_TRUMPS = 4, ALL_TRUMPS = 5, M_CARD = 61 };

static const int trump_order[8] = {0, 1, 6, 4, 7, 2, 3, 5}, plain_order[8] = {0, 1, 2, 6, 3, 4, 5, 7};
static const int trump_points[8] = {0, 0, 14, 10, 20, 3, 4, 11}, plain_points[8] = {0, 0, 0, 10, 2, 3, 4, 11};
static uint32_t beats[6][32], must_beat[6][4], trumps[6];
static int values[6][32], lowness[6][32];

static int is_trump(int mode, int suit) { return mode == ALL_TRUMPS || mode == suit; }

static void make_tables(void) {
    for (int mode = 0; mode < 6; mode++) {
        trumps[mode] = mode < NO_TRUMPS ? 0xFFu << (8 * mode) : 0;
        for (int suit = 0; suit < 4; suit++) must_beat[mode][suit] = is_trump(mode, suit) ? 0xFFu << (8 * suit) : 0;
        for (int card = 0; card < 32; card++) {
            int trump = is_trump(mode, card / 8);
            const int *order = trump ? trump_order : plain_order;
            values[mode][card] = (trump ? trump_points : plain_points)[card % 8];
            lowness[mode][card] = values[mode][card] * 8 + order[card % 8];
            for (int other = 0; other < 32; other++) {
                int better = other / 8 == card / 8 ? order[other % 8] > order[card % 8]
                                                   : mode < NO_TRUMPS && other / 8 == mode;
                if (better) beats[mode][card] |= 1u << other;
            }
        }
    }
}

typedef struct {
    uint32_t hand[4], may[4];
    int card_points[2], tricks[2], points[2];
    uint8_t plays[32];
    int mode, multiplier, announcer, leader, leaders, led, best, best_seat, in_trick, trick_points, n_played, to_act;
} Table;

static int is_excused(const Table *t, int seat, uint32_t trump) {
    return t->best_seat == (seat ^ 2) && !((trump >> t->best) & 1);
}

static uint32_t playable(const Table *t, int seat) {
    uint32_t hand = t->hand[seat];
    if (t->in_trick == 0) return hand;
    uint32_t better = beats[t->mode][t->best], cards = hand & (0xFFu << (8 * t->led)), higher;
    if (cards) {
        higher = cards & better & must_beat[t->mode][t->led];
        return higher ? higher : cards;
    }
    cards = hand & trumps[t->mode];
    if (!cards || is_excused(t, seat, trumps[t->mode])) return hand;
    higher = cards & better;
    return higher ? higher : cards;
}

static int legal(const Table *t, int *out) {
    uint32_t cards = playable(t, t->to_act);
    if (!(cards & (cards - 1))) {
        out[0] = M_CARD + __builtin_ctz(cards);
        return 1;
    }
    int n = 0, lowest_at = 0, lowest = 1000;
    while (cards) {
        int card = __builtin_ctz(cards), low = lowness[t->mode][card];
        cards &= cards - 1;
        out[n] = M_CARD + card;
        if (low < lowest) {
            lowest = low;
            lowest_at = n;
        }
        n++;
    }
    int safe = out[lowest_at];
    out[lowest_at] = out[0];
    out[0] = safe;
    return n;
}

static uint32_t still_possible(const Table *t, int seat, int card, uint32_t may) {
    uint32_t better = beats[t->mode][t->best], trump = trumps[t->mode];
    int wins = (better >> card) & 1;
    if (card >> 3 == t->led) return wins ? may : may & ~(better & must_beat[t->mode][t->led]);
    may &= ~(0xFFu << (8 * t->led));
    if (!trump || is_excused(t, seat, trump)) return may;
    if (!((trump >> card) & 1)) return may & ~trump;
    return wins ? may : may & ~(better & trump);
}

static void score(Table *t) {
    int us = t->announcer & 1, them = 1 - us, mode = t->mode;
    int sweeper = t->tricks[0] == 8 ? 0 : t->tricks[1] == 8 ? 1 : -1;
    if (sweeper >= 0) {
        t->points[sweeper] += (mode == ALL_TRUMPS ? 35 : mode == NO_TRUMPS ? 90 : 100) * t->multiplier;
        return;
    }
    int ours = t->card_points[us], theirs = t->card_points[them];
    if (ours == theirs) return;
    if (mode == ALL_TRUMPS && t->multiplier == 1 && ours > theirs) {
        int rounded = (ours + 5) / 10, rest = (theirs + 5) / 10;
        if (rounded == rest) return;
        t->points[us] += rest < 6 ? 26 : rounded;
        t->points[them] += rest < 6 ? 0 : rest;
        return;
    }
    int stake = mode == ALL_TRUMPS ? 26 : mode == NO_TRUMPS ? 52 : mode == 0 ? 32 : 16;
    t->points[ours > theirs ? us : them] += stake * t->multiplier;
}

static void play(Table *t, int card) {
    int seat = t->to_act;
    t->hand[seat] &= ~(1u << card);
    t->plays[t->n_played++] = (uint8_t)card;
    if (t->in_trick == 0) {
        t->led = card >> 3;
        t->best = card;
        t->best_seat = seat;
        t->trick_points = values[t->mode][card];
    } else {
        t->may[seat] = still_possible(t, seat, card, t->may[seat]);
        t->trick_points += values[t->mode][card];
        if ((beats[t->mode][t->best] >> card) & 1) {
            t->best = card;
            t->best_seat = seat;
        }
    }
    if (t->in_trick < 3) {
        t->in_trick++;
        t->to_act = (seat + 1) & 3;
        return;
    }
    int over = t->n_played == 32;
    t->card_points[t->best_seat & 1] += t->trick_points + (over ? 10 : 0);
    t->tricks[t->best_seat & 1]++;
    t->leaders |= t->leader << ((t->n_played >> 2) * 2 - 2);
    t->leader = t->to_act = t->best_seat;
    t->in_trick = 0;
    if (over) {
        score(t);
        t->to_act = -1;
    }
}

int main(int argc, char **argv) {
    if (argc != 12) return 2;
    make_tables();
    Table source = {.mode = atoi(argv[1]), .announcer = atoi(argv[2]), .multiplier = atoi(argv[3])};
    source.leader = source.to_act = (atoi(argv[4]) + 1) & 3;
    for (int seat = 0; seat < 4; seat++) {
        source.hand[seat] = (uint32_t)strtoul(argv[5 + seat], NULL, 10);
        source.may[seat] = 0xFFFFFFFFu;
    }
    long hands = atol(argv[9]);
    uint32_t stream = (uint32_t)strtoul(argv[11], NULL, 10);
    struct timespec began, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    Chance chance;
    start(&chance, strtoull(argv[10], NULL, 10), stream);
    uint64_t checksum = 0;
    int moves[32];
    for (long i = 0; i < hands; i++) {
        Table table = source;
        while (table.to_act >= 0) {
            int move = moves[below(&chance, (uint32_t)legal(&table, moves))];
            play(&table, move - M_CARD);
            checksum = (checksum * 31 + (uint64_t)move) & 0xFFFFFFFFFFull;
        }
        checksum += (uint64_t)table.points[0];
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    double seconds = (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
    printf("%llu %.9f\n", (unsigned long long)checksum, seconds);
    return 0;
}
