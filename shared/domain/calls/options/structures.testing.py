"""Payoff, break-evens and probability of profit of option structures, computed apart from the product's code.

Reads a JSON list of structures from the standard input and writes a list of figures. Standard library alone. It shares no method with
what it checks: profits come from a plain valuation at many prices, break-evens from the signs between them, probabilities from
slices of the distribution of the logarithm.
"""

import json
import math
import sys


def phi(x):
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def black(kind, forward, strike, years, rate, vol):
    if years <= 0 or vol <= 0 or forward <= 0:
        gain = forward - strike if kind == "CE" else strike - forward
        return math.exp(-rate * years) * max(0.0, gain)
    sd = vol * math.sqrt(years)
    d1 = (math.log(forward / strike) + sd * sd / 2.0) / sd
    d2 = d1 - sd
    if kind == "CE":
        return math.exp(-rate * years) * (forward * phi(d1) - strike * phi(d2))
    return math.exp(-rate * years) * (strike * phi(-d2) - forward * phi(-d1))


def profit(structure, price):
    total = 0.0
    for leg in structure["legs"]:
        way = 1 if leg["side"] == "buy" else -1
        after = leg["after"]
        if leg["type"] == "FUT":
            worth = price * math.exp(structure["rate"] * after)
        elif after > 0:
            worth = black(leg["type"], price * math.exp(structure["rate"] * after), leg["strike"], after, structure["rate"], leg["vol"])
        elif leg["type"] == "CE":
            worth = max(0.0, price - leg["strike"])
        else:
            worth = max(0.0, leg["strike"] - price)
        total += way * leg["lots"] * structure["lot"] * (worth - leg["price"])
    return total


def figures(structure):
    spot = structure["spot"]
    ends = sorted({leg["strike"] for leg in structure["legs"] if leg["type"] != "FUT"})
    grid = sorted(set([spot * 4.0 * i / 1600.0 for i in range(1601)] + [float(e) for e in ends]))
    values = [profit(structure, p) for p in grid]
    evens = []
    for a, b, va, vb in zip(grid, grid[1:], values, values[1:]):
        if va * vb < 0:
            for _ in range(70):
                mid = (a + b) / 2.0
                vm = profit(structure, mid)
                if (vm > 0) == (vb > 0):
                    b = mid
                else:
                    a = mid
            evens.append((a + b) / 2.0)
        elif vb == 0:
            evens.append(b)
    # The highest and the lowest, looked at more closely around the best point of the grid.
    def best(sign):
        at = max(range(len(grid)), key=lambda i: sign * values[i])
        low, high = grid[max(0, at - 1)], grid[min(len(grid) - 1, at + 1)]
        return max([sign * values[at]] + [sign * profit(structure, low + (high - low) * i / 4000.0) for i in range(4001)]) * sign
    tilt = sum((1 if l["side"] == "buy" else -1) * l["lots"] for l in structure["legs"] if l["type"] != "PE")
    sd = structure["vol"] * math.sqrt(structure["years"])
    # The logarithm of the closing price is normal around the forward's, less sd²/2: signs in slices of it, closed in on where they change.
    def gains(z):
        return profit(structure, structure["forward"] * math.exp(-sd * sd / 2.0 + sd * z)) > 0

    steps, chance, begin, was = 1500, 0.0, -9.0, gains(-9.0)
    for i in range(1, steps + 1):
        z = -9.0 + 18.0 * i / steps
        now = gains(z)
        if now != was:
            a, b = z - 18.0 / steps, z
            for _ in range(50):
                mid = (a + b) / 2.0
                if gains(mid) == was:
                    a = mid
                else:
                    b = mid
            chance += phi(a) - phi(begin) if was else 0.0
            begin, was = a, now
    chance += phi(9.0) - phi(begin) if was else 0.0
    return {
        "max_profit": None if tilt > 0 else best(1),
        "max_loss": None if tilt < 0 else best(-1),
        "breakevens": evens,
        "pop": chance,
    }


json.dump([figures(s) for s in json.load(sys.stdin)], sys.stdout)
