#!/usr/bin/env python3
"""Verify a certificate of Tapis that a patience deal cannot be won. Written from docs/certificates.md alone.

    verify_certificate.py FILE

Exit code 0: the certificate holds. 1: it does not. 65: the file is not a certificate, or is damaged.
What is proven is a statement about the rules in the file: --rules prints them.
"""
import itertools, struct, sys, tomllib, zlib

REGIMES = ("forced", "free", "one-way", "one-way with redeals and rotations")
rank, suit, is_red = (lambda card: card // 4 + 1), (lambda card: card % 4), (lambda card: card % 4 > 1)


class Damaged(Exception):
    pass


class Refused(Exception):
    pass


class Generator:
    """The generator of xpat2."""

    def __init__(self, seed):
        self.slots, self.first, self.second = [0] * 55, 0, 24
        a, b = seed % 10**9, 1
        self.slots[0] = a
        for i in range(1, 55):
            self.slots[21 * i % 55] = b
            a, b = b, (a - b) % 10**9
        for _ in range(165):
            self.draw()

    def draw(self):
        self.first, self.second = (self.first - 1) % 55, (self.second - 1) % 55
        self.slots[self.first] = (self.slots[self.first] - self.slots[self.second]) % 10**9
        return self.slots[self.first]

    def below(self, limit):
        return int(self.draw() / 1e9 * limit)


def xpat2_deck(seed):
    generator, rest, deck = Generator(seed), list(range(52)), [0] * 52
    for left in range(52, 0, -1):
        deck[left - 1] = rest.pop(generator.below(left))
    return deck


def microsoft_deck(number):
    state, deck = number % 2**32, []
    rest = [4 * (n // 4) + (0, 3, 2, 1)[n % 4] for n in range(52)]
    for left in range(52, 0, -1):
        state = (state * 214013 + 2531011) % 2**32
        output = state >> 16
        drawn = output % 2**15 + (0, 2**15)[number >= 2**31] if number < 2**32 else output + 1
        deck.append(rest[drawn % left])
        rest[drawn % left] = rest[left - 1]
    return deck


class Game:
    def __init__(self, rules, regime, seed, board):
        self.name, self.regime, self.seed = rules["name"], regime, seed
        self.cells, self.build, self.fill = rules["cells"], rules["build"], rules["fill"]
        self.extras = regime == 3
        self.lost_when_relaxed, self.won_when_relaxed = set(), set()
        columns, cells = self.read_board(board) if seed == 0 else self.deal(rules)
        self.width = len(columns)
        self.start = self.normalised(columns, cells, *((2, 1) if self.extras else (0, 0)))

    def deal(self, rules):
        deck = (xpat2_deck if rules["shuffle"] == "xpat2" else microsoft_deck)(self.seed)
        sizes, cards = rules["columns"], iter(deck)
        columns = [[] for _ in sizes]
        if rules["order"] == "columns":
            columns = [list(itertools.islice(cards, size)) for size in sizes]
        else:
            for row in range(max(sizes)):
                for column, size in zip(columns, sizes):
                    if size > row:
                        column.append(next(cards))
        if rules["kings_sink"]:
            columns = [sorted(column, key=lambda card: rank(card) != 13) for column in columns]
        return columns, list(cards)

    @staticmethod
    def read_board(text):
        card = lambda word: 4 * "A23456789TJQK".index(word[0]) + "CSHD".index(word[1])
        columns, cells = [], []
        for line in text.splitlines():
            head, _, words = line.partition(":")
            if head == "":
                columns.append([card(word) for word in words.split()])
            elif head == "Freecells":
                cells = [card(word) for word in words.split() if word != "-"]
        return columns, cells

    @staticmethod
    def up(columns, cells):
        """How many cards are on each foundation: those below the lowest one in play."""
        lowest = [14] * 4
        for card in itertools.chain(*columns, cells):
            lowest[suit(card)] = min(lowest[suit(card)], rank(card))
        return [low - 1 for low in lowest]

    def normalised(self, columns, cells, redeals, rotations):
        columns, cells = [list(column) for column in columns], list(cells)
        up = self.up(columns, cells)
        more = self.regime == 0
        while more:
            more = False
            for pile in columns + [[card] for card in cells]:
                if pile and up[suit(pile[-1])] + 1 == rank(pile[-1]):
                    up[suit(pile[-1])] += 1
                    card, more = pile.pop(), True
                    cells = [held for held in cells if held != card]
        return columns, cells, redeals, rotations

    def encode(self, state):
        columns, cells, redeals, rotations = state
        columns = columns if redeals and self.seed else sorted(columns)
        head = bytes([redeals, rotations]) if self.extras else b""
        return head + b"".join(bytes(column) + b"\x34" for column in columns) + bytes(sorted(cells))

    def decode(self, position):
        redeals, rotations = (position[0], position[1]) if self.extras else (0, 0)
        *columns, cells = position[2 if self.extras else 0:].split(b"\x34")
        state = [list(column) for column in columns], list(cells), redeals, rotations
        in_play = [card for card in itertools.chain(*columns, cells)]
        up = self.up(columns, cells)
        whole = sorted(in_play + [4 * r + s for s in range(4) for r in range(up[s])]) == list(range(52))
        if not whole or len(columns) != self.width or len(cells) > self.cells or redeals > 2 or rotations > 1:
            raise Damaged("a position makes no sense")
        return state

    def may_build(self, card, on):
        fits = {"alternate-colours": is_red(card) != is_red(on), "same-suit": suit(card) == suit(on), "any-suit": True}
        return rank(card) + 1 == rank(on) and fits[self.build]

    def may_fill(self, card):
        return self.fill == "any" or self.fill == "kings" and rank(card) == 13

    def successors(self, state):
        columns, cells, redeals, rotations = state
        up = self.up(columns, cells)
        tops = [(("column", at), column[-1]) for at, column in enumerate(columns) if column]
        sources = tops + [(("cell", at), card) for at, card in enumerate(cells)]
        if self.regime == 1:
            sources += [(("up", s), 4 * (up[s] - 1) + s) for s in range(4) if up[s]]
        for (kind, at), card in sources:
            taken, held = [list(column) for column in columns], [other for other in cells if other != card]
            if kind == "column":
                taken[at].pop()
            targets = [on for (_, on), top in tops if self.may_build(card, top)]
            if [] in columns and self.may_fill(card):
                targets.append(columns.index([]))
            for on in targets:
                yield [column + [card] * (n == on) for n, column in enumerate(taken)], held, redeals, rotations
            if kind != "cell" and len(cells) < self.cells:
                yield taken, held + [card], redeals, rotations
            if self.regime > 0 and kind != "up" and up[suit(card)] + 1 == rank(card):
                yield taken, held, redeals, rotations
        if redeals and self.seed:
            generator, row = Generator(self.seed), list(itertools.chain(*columns))
            for at in range(len(row)):
                other = at + generator.below(len(row) - at)
                row[at], row[other] = row[other], row[at]
            dealt = [[] for _ in columns]
            for at, card in enumerate(row):
                dealt[min(at // 3, self.width - 1)].append(card)
            yield dealt, cells, redeals - 1, rotations
        if rotations:
            for at, column in enumerate(columns):
                turned = [column[:n] + column[n + 1:] + [column[n]] for n in range(len(column))]
                turned += [column[:n] + column[-1:] + column[n:-1] for n in range(len(column))]
                for changed in turned:
                    yield columns[:at] + [changed] + columns[at + 1:], cells, redeals, rotations - 1

    def is_deadlocked(self, state):
        columns, cells, redeals, rotations = state
        if redeals and self.seed or rotations:
            return False
        heights = self.up(columns, cells)
        up = {4 * r + s for s in range(4) for r in range(heights[s])}
        uncovered = set(cells) | (up if self.regime == 1 else set())
        may_leave = lambda card: card in up or any(self.may_build(card, on) for on in uncovered)
        before = None
        while before != (len(uncovered), len(up)):
            before = len(uncovered), len(up)
            for column in columns:
                for card in reversed(column):
                    uncovered.add(card)
                    if not may_leave(card):
                        break
            up |= {card for card in sorted(uncovered) if rank(card) == 1 or card - 4 in up}
        comes_free = lambda card: card in uncovered and may_leave(card)
        refuge = len(cells) < self.cells or any(map(comes_free, cells))
        if self.fill != "nothing":
            refuge |= any(not column or comes_free(column[0]) for column in columns)
        return not refuge and len(up) < 52

    def is_lost_when_relaxed(self, state):
        columns, cells, redeals, rotations = state
        if self.cells or self.build != "any-suit" or self.fill != "nothing" or self.regime not in (0, 2):
            return False
        return self.is_lost_relaxed(columns, tuple(self.up(columns, cells)))

    def is_lost_relaxed(self, columns, heights):
        """The columns are those of the dealt cards; what is neither there nor up is built."""

        def exposure(dealt, heights):
            lying = {card for column, n in zip(columns, dealt) for card in column[:n]}
            built = [card for card in range(52) if rank(card) > heights[suit(card)] and card not in lying]
            exposed = built + [column[n - 1] for column, n in zip(columns, dealt) if n]
            count = lambda cards, r: sum(rank(card) == r for card in cards)
            free = [count(exposed, r) > count(built, r - 1) for r in range(15)]
            return free, [card for card in exposed if rank(card) == heights[suit(card)] + 1 and free[rank(card)]]

        def put_up(card, dealt, heights):
            return (tuple(n - (n > 0 and column[n - 1] == card) for column, n in zip(columns, dealt)),
                    tuple(height + (s == suit(card)) for s, height in enumerate(heights)))

        def settled(dealt, heights):
            while True:
                dealt = list(dealt)
                for at, column in enumerate(columns):
                    while dealt[at] > 1 and rank(column[dealt[at] - 2]) == rank(column[dealt[at] - 1]) + 1:
                        dealt[at] -= 1
                dealt = tuple(dealt)
                safe = [card for card in exposure(dealt, heights)[1] if rank(card) <= min(heights) + 2]
                if not safe:
                    return dealt, heights
                dealt, heights = put_up(safe[0], dealt, heights)

        def key(dealt, heights):
            return tuple(sorted(bytes(column[:n]) for column, n in zip(columns, dealt))), heights

        start = settled(tuple(map(len, columns)), heights)
        came_from, waiting = {start: None}, [start]
        while waiting:
            position = dealt, heights = waiting.pop()
            if key(*position) in self.lost_when_relaxed:
                continue
            if heights == (13,) * 4 or key(*position) in self.won_when_relaxed:
                while position:
                    self.won_when_relaxed.add(key(*position))
                    position = came_from[position]
                return False
            free, rising = exposure(dealt, heights)
            after = []
            for at, (column, n) in enumerate(zip(columns, dealt)):
                if n > 1 and free[rank(column[n - 1])] and free[rank(column[n - 1]) + 1]:
                    after.append((dealt[:at] + (n - 1,) + dealt[at + 1:], heights))
            after += [put_up(card, dealt, heights) for card in rising]
            fresh = {settled(*following) for following in after} - came_from.keys()
            came_from |= dict.fromkeys(fresh, position)
            waiting += sorted(fresh, key=lambda position: sum(position[1]))
        self.lost_when_relaxed |= {key(*position) for position in came_from}
        return True

    def is_lost_when_loose(self, state):
        if self.cells or self.build != "any-suit" or self.fill != "nothing" or self.regime != 0:
            return False
        columns, cells, *_ = self.normalised(*state)
        game, seen = LooseGame(columns), set()
        waiting = list(game.start(tuple(self.up(columns, cells))))
        while waiting:
            position = dealt, heights, _ = waiting.pop()
            if heights == (13,) * 4:
                return False
            rest = [column[:n] for column, n in zip(columns, dealt)]
            if position not in seen and not self.is_lost_relaxed(rest, heights):
                waiting += game.moves(*position)
            seen.add(position)
        return True


class LooseGame:
    """The game of loose cards. A position is (dealt, heights, groups): how many dealt cards each column has, its base
    included; the foundations; and a set of pairs (guests, hosts). Where a function takes `clear` besides, a move is
    under way."""

    def __init__(self, columns):
        self.columns = columns

    def exposed_and_built(self, dealt, heights):
        lying = {card for column, n in zip(self.columns, dealt) for card in column[:n]}
        built = {card for card in range(52) if rank(card) > heights[suit(card)]} - lying
        return built | {column[n - 1] for column, n in zip(self.columns, dealt) if n}, built

    def start(self, heights):
        dealt, groups = tuple(map(len, self.columns)), frozenset()
        for at in range(len(dealt)):
            dealt, groups, _ = self.uncover(at, dealt, groups, frozenset())
        return self.freeze(dealt, heights, groups, frozenset())

    def moves(self, dealt, heights, groups):
        exposed, built = self.exposed_and_built(dealt, heights)
        laden = hosts_of(groups)
        for at, (column, n) in enumerate(zip(self.columns, dealt)):
            if n and column[n - 1] not in laden and is_free(rank(column[n - 1]) + 1, exposed, built):
                fewer = dealt[:at] + (n - 1,) + dealt[at + 1:]
                fewer, more_groups, clear = self.uncover(at, fewer, groups, frozenset([column[n - 1]]))
                yield from self.cascade(fewer, heights, more_groups, clear)
        for guests, hosts in groups:
            for host in hosts:
                if rank(host) == heights[suit(host)] + 1 and is_free(rank(host), exposed, built):
                    for guest in guests - laden:
                        parted = part(groups, (guests, hosts), guest, host)
                        yield from self.go_up(host, dealt, heights, parted, frozenset([guest]))

    def uncover(self, at, dealt, groups, clear):
        column, n = self.columns[at], dealt[at]
        clear |= set(column[n - 1:n])
        while n > 1 and rank(column[n - 2]) == rank(column[n - 1]) + 1:
            n -= 1
            groups |= {(frozenset([column[n]]), frozenset([column[n - 1]]))}
        return dealt[:at] + (n,) + dealt[at + 1:], groups, clear

    def cascade(self, dealt, heights, groups, clear):
        exposed, built = self.exposed_and_built(dealt, heights)
        bare = exposed - hosts_of(groups)
        rising = [card for card in bare if rank(card) == heights[suit(card)] + 1]
        if not rising:
            yield from self.freeze(dealt, heights, groups, clear)
            return
        card = max(rising)
        loose = of_rank(built - guests_of(groups), rank(card) - 1)
        if card in clear or len(loose) < len(of_rank(bare - clear, rank(card))):
            yield from self.go_up(card, dealt, heights, groups, clear)
        if card not in clear:
            for guest in loose:
                pair = frozenset([guest]), frozenset([card])
                yield from self.cascade(dealt, heights, groups | {pair}, clear)

    def go_up(self, card, dealt, heights, groups, clear):
        heights = tuple(height + (s == suit(card)) for s, height in enumerate(heights))
        for at, (column, n) in enumerate(zip(self.columns, dealt)):
            if n and column[n - 1] == card:
                fewer = dealt[:at] + (n - 1,) + dealt[at + 1:]
                fewer, groups, clear = self.uncover(at, fewer, groups, clear)
                return self.cascade(fewer, heights, groups, clear)
        for guests, hosts in groups:
            if card in guests:
                ways = ((part(groups, (guests, hosts), card, host), clear | {host}) for host in hosts)
                return itertools.chain(*(self.cascade(dealt, heights, *way) for way in ways))
        return self.cascade(dealt, heights, groups, clear)

    def freeze(self, dealt, heights, groups, clear):
        exposed, built = self.exposed_and_built(dealt, heights)
        loose, hosts_of_loose = built - guests_of(groups), exposed - hosts_of(groups) - clear
        parts = list(groups) + [(of_rank(loose, r), of_rank(hosts_of_loose, r + 1)) for r in range(1, 13)]
        ways = [frozenset()]
        for guests, hosts in sorted((pair for pair in parts if pair[0]), key=lambda pair: rank(min(pair[0]))):
            before, ways = ways, []
            for found in before:
                is_loose = is_free(rank(min(guests)) + 1, exposed, built)
                stuck = guests & hosts_of(found) if is_loose else guests
                for under_stuck in map(frozenset, itertools.combinations(hosts, len(stuck))):
                    rising = frozenset(h for h in hosts - under_stuck if rank(h) == heights[suit(h)] + 1)
                    for on_rising in map(frozenset, itertools.combinations(guests - stuck, len(rising))):
                        pairs = (stuck, under_stuck), (on_rising, rising)
                        ways.append(found | {pair for pair in pairs if pair[0]})
        return [(dealt, heights, found) for found in ways]


def of_rank(cards, r):
    return frozenset(card for card in cards if rank(card) == r)


def is_free(r, exposed, built):
    return len(of_rank(exposed, r)) > len(of_rank(built, r - 1))


def guests_of(groups):
    return frozenset().union(*(guests for guests, _ in groups))


def hosts_of(groups):
    return frozenset().union(*(hosts for _, hosts in groups))


def part(groups, pair, guest, host):
    """The groups after this guest and this host of the pair part."""
    rest = pair[0] - {guest}, pair[1] - {host}
    return groups - {pair} | ({rest} if rest[0] else set())


def read(data):
    """The game and its positions, each with its reason."""
    if data[:8] != b"TAPISCRT" or struct.unpack_from("<I", data, 8)[0] != 3:
        raise Damaged("this is not a certificate of version 3")
    seed, regime = struct.unpack_from("<QB", data, 12)
    texts, at = [], 21
    for _ in range(2):
        length, = struct.unpack_from("<I", data, at)
        texts.append(data[at + 4:at + 4 + length].decode())
        at += 4 + length
    inflater = zlib.decompressobj(-15)
    body = inflater.decompress(data[at:]) + inflater.flush()
    if inflater.unused_data != struct.pack("<I", zlib.crc32(data[:-4])) or regime > 3 or (seed > 0) == bool(texts[1]):
        raise Damaged("the certificate is damaged")
    game = Game(tomllib.loads(texts[0]), regime, seed, texts[1])
    positions, position, at = {}, None, 0
    while body[at] != 255:
        shared, further, why = body[at:at + 3]
        following = (position or b"")[:shared] + body[at + 3:at + 3 + further]
        if position is not None and following <= position or why > 3:
            raise Damaged("the positions do not ascend")
        position, at = following, at + 3 + further
        positions[position] = why
    if at + 1 != len(body):
        raise Damaged("there is trailing data")
    return game, positions, texts[0]


def verify(game, positions):
    if game.encode(game.start) not in positions:
        raise Refused("the deal is not in the certificate")
    for number, (position, why) in enumerate(positions.items(), 1):
        state = game.decode(position)
        if game.encode(state) != position:
            raise Damaged(f"position {number} is not in normal form")
        if game.up(*state[:2]) == [13] * 4:
            raise Refused(f"position {number} is won")
        if why == 1 and not game.is_deadlocked(state):
            raise Refused(f"position {number} is not a deadlock")
        if why == 2 and not game.is_lost_when_relaxed(state):
            raise Refused(f"position {number} is not lost when relaxed")
        if why == 3 and not game.is_lost_when_loose(state):
            raise Refused(f"position {number} is not lost when cards are loose")
        if why == 0:
            for after in game.successors(state):
                if game.encode(game.normalised(*after)) not in positions:
                    raise Refused(f"position {number} leads out of the certificate")


def main(arguments):
    try:
        with open(arguments[-1], "rb") as file:
            game, positions, rules = read(file.read())
        if "--rules" in arguments:
            print(rules, end="")
        verify(game, positions)
    except Refused as why:
        print(f"refused: {why}")
        return 1
    except (Damaged, zlib.error, struct.error, ValueError, LookupError, StopIteration) as why:
        print(f"{arguments[-1]}: {why}", file=sys.stderr)
        return 65
    deal = f"seed {game.seed}" if game.seed else "a board"
    print(f"holds: {game.name}, {REGIMES[game.regime]}, {deal}; positions: {len(positions)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
