"""The figures of experts' records, computed apart from the product's code from the calls as anybody can export them.

Reads a JSON list of experts from the standard input, each with the day of the computation, the period and the calls (prices, levels,
instants; results are computed here), and writes a list of figures. Standard library alone, with exact decimal arithmetic where the
product uses binary numbers.
"""

import json
import math
import sys
from collections import OrderedDict
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal, getcontext

getcontext().prec = 40
IST = timezone(timedelta(hours=5, minutes=30))
COST = {"intraday": Decimal("0.08")}
ENDED = {"target_hit", "sl_hit", "exited", "expired"}


def instant(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def ist_day(text):
    return instant(text).astimezone(IST).date()


def first_day(period, last):
    if period == "ALL":
        return date.min
    if period == "1W":
        return last - timedelta(days=7)
    months = {"1M": 1, "3M": 3, "6M": 6, "1Y": 12}[period]
    index = last.year * 12 + last.month - 1 - months
    year, month = divmod(index, 12)
    month += 1
    nxt = date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, min(last.day, (nxt - timedelta(days=1)).day))


def over_index(call, way, gross):
    """The result over the index between the same instants, in the direction of the call; None where the index is not on record."""
    if call["entry_index"] is None or call["exit_index"] is None:
        return None
    return gross - way * 100 * (Decimal(str(call["exit_index"])) / Decimal(str(call["entry_index"])) - 1)


def gained(way, entry, price, cost):
    return (way * 100 * (price - entry) / entry).quantize(Decimal("0.0001"), ROUND_HALF_UP) > cost


def by_chance(call, way, entry, out, stop, target, cost, level):
    """The gain that a price without direction makes of a call, act by act, and the most that luck can spread it."""

    def at(price, floor):
        """Gambler's ruin between a stop-loss and the target, each of which is worth 1 where it gains."""
        a, b, x = way * floor, way * target, way * price
        up = Decimal(1) if x >= b else Decimal(0) if x <= a else (x - a) / (b - a)
        return up * gained(way, entry, target, cost) + (1 - up) * gained(way, entry, floor, cost)

    entered, left = instant(call["entry_at"]), instant(call.get("exit_at") or call["ended_at"])
    moves = sorted((instant(m["at"]), m["stop"], m["price"]) for m in call.get("moved") or [])
    floor = stop
    for when, level_to, _ in moves:
        if when <= entered:
            floor = Decimal(str(level_to))
    total = at(entry, floor)
    room = total * (1 - total)
    for when, level_to, price in moves:
        if not entered < when < left:
            continue
        to = Decimal(str(level_to))
        if price is None:
            if gained(way, entry, to, cost):
                total += 1 - at(to, floor)
            else:
                room += Decimal("0.25")
        else:
            then = at(Decimal(str(price)), to)
            total += then - at(Decimal(str(price)), floor)
            room += then * (1 - then)
        floor = to
    if not level:
        total += gained(way, entry, out, cost) - at(out, floor)
    return total, room


def result(call):
    """What a call made, or None where it makes no claim."""
    if call["status"] not in ENDED or call["call_type"] == "Hold" or call["entry"] is None or call["exit"] is None:
        return None
    entry, out = Decimal(str(call["entry"])), Decimal(str(call["exit"]))
    stop, target = Decimal(str(call["initial_stop"])), Decimal(str(call["target"]))
    way = -1 if call["call_type"] == "Sell" else 1
    gross = way * 100 * (out - entry) / entry
    cost = COST.get(call["term"], Decimal("0.25"))
    risk, reward = abs(entry - stop), abs(target - entry)
    level = call["status"] in ("target_hit", "sl_hit")
    p0, room = by_chance(call, way, entry, out, stop, target, cost, level)
    follower = None
    if call["follower_entry"] is not None and call["follower_exit"] is not None:
        paid, got = Decimal(str(call["follower_entry"])), Decimal(str(call["follower_exit"]))
        follower = way * 100 * (got - paid) / paid
    return {
        "call": call,
        "gross": gross,
        "cost": cost,
        "net": gross - cost,
        "r": way * (out - entry) / risk,
        "p0": p0,
        "room": room,
        # What is on record has four decimals, and decides whether a call gained.
        "gained": gained(way, entry, out, cost),
        "ratio": reward / risk,
        "had_risk": way * (entry - stop) > 0,
        "follower": follower,
        # What a list shows of the call, and whether it gained by that.
        "made": (gross if follower is None else follower) - cost,
        "up": round((gross if follower is None else follower) - cost, 4) > 0,
        "risk_pct": 100 * risk / entry,
        "level": level,
        "ended": instant(call["ended_at"]),
        "day": ist_day(call["ended_at"]),
        "alpha": over_index(call, way, gross),
        "days": (ist_day(call["ended_at"]) - ist_day(call["entry_at"])).days,
    }


def mean(values):
    values = list(values)
    return sum(values, Decimal(0)) / len(values) if values else None


def middle(values):
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def wilson(hits, n):
    """Bounds found by bisection of the score test, not by the formula."""
    z = 1.959963984540054

    def apart(p):
        return abs(hits / n - p) - z * math.sqrt(p * (1 - p) / n)

    def search(inside, outside):
        for _ in range(200):
            mid = (inside + outside) / 2
            inside, outside = (mid, outside) if apart(mid) <= 0 else (inside, mid)
        return inside

    share = hits / n
    return 100 * (0.0 if hits == 0 else search(share, 0.0)), 100 * (1.0 if hits == n else search(share, 1.0))


def group(rows, least):
    n = len(rows)
    gains = [r["made"] for r in rows if r["up"]]
    losses = [r["made"] for r in rows if not r["up"]]
    followed = [r for r in rows if r["follower"] is not None]
    out = {"n": n, "hits": len(gains), "misses": len(losses)}
    if n >= least:
        out["hit_rate"] = Decimal(100 * len(gains)) / n
        out["hit_low"], out["hit_high"] = wilson(len(gains), n)
        out["driftless_rate"] = 100 * mean(r["p0"] for r in rows)
        out["gain"], out["loss"] = mean(gains), mean(losses)
        out["average"] = mean(r["gross"] for r in rows)
        out["made"] = mean(r["made"] for r in rows)
        out["worst"] = min(r["made"] for r in rows)
    if len(followed) >= least:
        out["follower_headline"] = mean(r["gross"] for r in followed)
        out["follower_return"] = mean(r["follower"] for r in followed)
        out["follower_net"] = mean(r["follower"] - r["cost"] for r in followed)
    return out


def fall(rows):
    """The largest difference between any sum and a later one, found by trying all pairs."""
    sums, total = [Decimal(0)], Decimal(0)
    for row in rows:
        total += row["r"]
        sums.append(total)
    return max(sums[a] - sums[b] for a in range(len(sums)) for b in range(a, len(sums)))


def phi(x):
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def verdict(rows):
    expected, luck = sum(r["p0"] for r in rows), 2 * sum(r["room"] for r in rows).sqrt()
    hits = sum(r["up"] for r in rows)
    at_risk = [r for r in rows if r["had_risk"]]
    earned = sum(r["r"] for r in at_risk) > 2 * sum((r["ratio"] for r in at_risk), Decimal(0)).sqrt()
    if abs(hits - expected) <= luck:
        return "luck"
    return "worse" if hits < expected else "better" if earned else "often"


BETWEEN = {"better": (60, 100), "often": (20, 60), "luck": (20, 60), "worse": (0, 20)}


def score(rows, today):
    """Placed by its quality between the bounds that its verdict leaves; the upper ones, but 100, are never reached."""
    rows = [r for r in rows if first_day("1Y", today) <= r["day"] <= today]
    n = len(rows)
    if n < 10:
        return None
    weights = [1.0 if (today - r["day"]).days <= 180 else 0.6 for r in rows]
    hits = [float(r["gained"]) for r in rows]
    chances = [float(r["p0"]) for r in rows]
    spread = math.sqrt(sum(w * w * float(r["room"]) for w, r in zip(weights, rows)))
    z = sum(w * (h - p) for w, h, p in zip(weights, hits, chances)) / spread if spread else 0.0
    alphas = [(float(r["alpha"] / r["risk_pct"]), w) for r, w in zip(rows, weights) if r["alpha"] is not None and r["risk_pct"] > 0]
    t = 0.0
    if len(alphas) >= 2:
        whole = sum(w for _, w in alphas)
        centre = sum(a * w for a, w in alphas) / whole
        sd = math.sqrt(sum(w * (a - centre) ** 2 for a, w in alphas) / whole * len(alphas) / (len(alphas) - 1))
        t = centre / (sd / math.sqrt(len(alphas))) if sd else 0.0
    won = sum(w * float(r["r"]) for r, w in zip(rows, weights) if r["r"] > 0)
    lost = -sum(w * float(r["r"]) for r, w in zip(rows, weights) if r["r"] < 0)
    profit = won / (won + lost) if lost else (1.0 if won else 0.5)
    early = sum(r["call"]["status"] == "exited" for r in rows) / n
    raw = 0.35 * phi(z) + 0.30 * phi(t) + 0.20 * profit + 0.15 * max(0.0, (0.5 - early) / 0.5)
    value = 100 * (0.5 + (raw - 0.5) * (1 - math.exp(-n / 25)))
    low, high = BETWEEN[verdict(rows)]
    placed = round(low + (high - low) * value / 100, 2)
    return min(placed, 100.0 if high == 100 else high - 0.01, 69.0 if n < 20 else 100.0)


def figures(expert):
    today = date.fromisoformat(expert["today"])
    start = first_day(expert["period"], today)
    every = sorted((r for r in map(result, expert["calls"]) if r), key=lambda r: r["ended"])
    rows = [r for r in every if start <= r["day"] <= today]
    ended = [c for c in expert["calls"] if start <= ist_day(c["ended_at"]) <= today]
    out = group(rows, 10)
    out["lapsed"] = sum(c["status"] == "lapsed" for c in ended)
    out["cancelled"] = sum(c["status"] == "cancelled" for c in ended)
    out["unjudged"] = sum(c["status"] == "unjudged" for c in ended)
    out["score"] = score(every, today)
    if len(rows) >= 10:
        expected = sum(r["p0"] for r in rows)
        luck = 2 * sum(r["room"] for r in rows).sqrt()
        out["expected"] = expected
        out["luck_low"], out["luck_high"] = max(Decimal(0), expected - luck), min(Decimal(len(rows)), expected + luck)
        out["verdict"] = verdict(rows)
        out["median"] = middle([r["made"] for r in rows])
        out["best"] = max(r["made"] for r in rows)
        out["fall"] = fall(rows)
        out["expectancy"] = mean(r["r"] for r in rows)
        lost = -sum(r["r"] for r in rows if r["r"] < 0)
        out["profit_factor"] = sum(r["r"] for r in rows if r["r"] > 0) / lost if lost else None
        out["days"] = mean(Decimal(r["days"]) for r in rows)
        out["early"] = Decimal(100 * sum(r["call"]["status"] == "exited" for r in rows)) / len(rows)
        alphas = [r["alpha"] for r in rows if r["alpha"] is not None]
        out["alpha"] = mean(alphas) if len(alphas) >= 10 else None
    both = [r for r in rows if r["follower"] is not None and r["alpha"] is not None]
    if len(both) >= 10:
        part = Decimal(100_000) / len(both)
        nifty = [Decimal(str(r["call"]["exit_index"])) / Decimal(str(r["call"]["entry_index"])) for r in both]
        out["lakh_n"], out["lakh_sells"] = len(both), sum(r["call"]["call_type"] == "Sell" and r["call"]["term"] != "intraday" for r in both)
        out["lakh_follower"] = sum(part * (1 + (r["follower"] - r["cost"]) / 100) for r in both)
        out["lakh_index"] = sum(part * growth for growth in nifty)
    keys = {
        "term": lambda r: r["call"]["term"],
        "call_type": lambda r: r["call"]["call_type"],
        "sector": lambda r: r["call"]["sector"],
        "cap": lambda r: r["call"]["cap"] or "unknown",
        "month": lambda r: r["day"].isoformat()[:7],
    }
    out["splits"] = {}
    for name, key in keys.items():
        parts = OrderedDict()
        for row in sorted(rows, key=key):
            parts.setdefault(key(row), []).append(row)
        out["splits"][name] = {value: group(part, 5 if len(rows) >= 10 else 10) for value, part in parts.items()}
    return out


def plain(value):
    return round(float(value), 8) if isinstance(value, Decimal) else str(value)


json.dump([figures(expert) for expert in json.load(sys.stdin)], sys.stdout, default=plain)
