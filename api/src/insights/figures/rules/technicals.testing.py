"""The technical figures and votes of the insights, computed apart from the product's code from sessions as anybody can export them.

Written from the published definitions: Wilder, New Concepts in Technical Trading Systems (1978), by his running sums, for RSI, ATR and
ADX; Appel for MACD; Lane for the stochastic; Lambert for CCI; Williams for %R, awesome and ultimate oscillator; Elder for bull and bear
power; Hull; Hosoda for Ichimoku; Chande and Kroll for the stochastic RSI; Bollinger. An exponential average is written out as the sum of its
weights over all sessions, the mean of its first n values at the beginning.

Reads a JSON list of symbols' sessions [[high, low, close, volume], …], oldest first, and writes for each its figures and votes; null where the
history is too short, or where what an average began with still weighs 0.1 % or more. Standard library alone.
"""

import json
import math
import sys


def mean(values):
    return math.fsum(values) / len(values)


def ema(values, n):
    """All values of an exponential average, each from its definition, or None before the first."""
    alpha = 2.0 / (n + 1)
    if len(values) < n:
        return []
    out = [mean(values[:n])]
    for value in values[n:]:
        out.append((1 - alpha) * out[-1] + alpha * value)
    return out


def ema_written_out(values, n):
    """The last value as a weighted sum of all values."""
    alpha = 2.0 / (n + 1)
    later = values[n:]
    parts = [alpha * (1 - alpha) ** age * value for age, value in enumerate(reversed(later))]
    return math.fsum(parts + [(1 - alpha) ** len(later) * mean(values[:n])])


def running_sums(values, n):
    """Wilder's sums: the first of n values, then the sum less an n-th of itself plus the new value."""
    if len(values) < n:
        return []
    out = [math.fsum(values[:n])]
    for value in values[n:]:
        out.append(out[-1] - out[-1] / n + value)
    return out


def weight_left(alpha, steps, weights=None):
    """What the first value weighs after so many steps of an average of plain values, or of values in which another first value weighs."""
    if weights is None:
        return (1 - alpha) ** steps
    left = 1.0
    for step in range(steps):
        left = left * (1 - alpha) + alpha * weights[step]
    return left


SETTLED = 0.001


def settled(alpha, steps, weights=None):
    return steps >= 0 and weight_left(alpha, steps, weights) < SETTLED


def sign(value):
    return (value > 0) - (value < 0)


def rsi_series(closes):
    ups = running_sums([max(b - a, 0.0) for a, b in zip(closes, closes[1:])], 14)
    downs = running_sums([max(a - b, 0.0) for a, b in zip(closes, closes[1:])], 14)
    out = []
    for up, down in zip(ups, downs):
        if down == 0:
            out.append(50.0 if up == 0 else 100.0)
        else:
            out.append(100.0 - 100.0 / (1.0 + up / down))
    return out


def where(value, low, high):
    return 50.0 if high == low else 100.0 * (value - low) / (high - low)


def rolling(values, n, of):
    return [of(values[end - n:end]) for end in range(n, len(values) + 1)]


def lines(raw, smooth, signal):
    k = rolling(raw, smooth, mean)
    return k, rolling(k, signal, mean)


def cross(k, d, up, down):
    if up and k[-1] < 20 and d[-1] < 20 and k[-1] > d[-1] and k[-2] <= d[-2]:
        return 1
    if down and k[-1] > 80 and d[-1] > 80 and k[-1] < d[-1] and k[-2] >= d[-2]:
        return -1
    return 0


def leaving(now, before, low, high):
    return 1 if now < low and now > before else -1 if now > high and now < before else 0


def weighted(values):
    return math.fsum((at + 1) * value for at, value in enumerate(values)) / (len(values) * (len(values) + 1) / 2)


def figures(sessions):
    high = [s[0] for s in sessions]
    low = [s[1] for s in sessions]
    close = [s[2] for s in sessions]
    volume = [s[3] for s in sessions]
    n, price = len(close), close[-1]
    value, vote = {}, {}

    def tell(key, number, cast):
        value[key], vote[key] = number, cast

    def none(key):
        tell(key, None, None)

    for length in (10, 20, 30, 50, 100, 200):
        key = "sma%d" % length
        if n >= length:
            average = mean(close[-length:])
            tell(key, average, sign(price - average))
        else:
            none(key)
        key, alpha = "ema%d" % length, 2.0 / (length + 1)
        if settled(alpha, n - length):
            average = ema_written_out(close, length)
            tell(key, average, sign(price - average))
        else:
            none(key)

    if n >= 11:
        raw = [2 * weighted(close[end - 4:end]) - weighted(close[end - 9:end]) for end in range(n - 2, n + 1)]
        tell("hull9", weighted(raw), sign(price - weighted(raw)))
    else:
        none("hull9")

    shares = math.fsum(volume[-20:])
    if n >= 20 and shares > 0:
        average = math.fsum(c * v for c, v in zip(close[-20:], volume[-20:])) / shares
        tell("vwma20", average, sign(price - average))
    else:
        none("vwma20")

    if n >= 78:
        def middle(length, back):
            return (max(high[n - back - length:n - back]) + min(low[n - back - length:n - back])) / 2
        conversion, base = middle(9, 0), middle(26, 0)
        lead1, lead2 = (middle(9, 26) + middle(26, 26)) / 2, middle(52, 26)
        all_up = price > lead1 > lead2 and conversion > base and price > base
        all_down = price < lead1 < lead2 and conversion < base and price < base
        tell("ichimoku", base, 1 if all_up else -1 if all_down else 0)
    else:
        none("ichimoku")

    wilder = 1.0 / 14
    rsi = rsi_series(close)
    # The RSI of the session before has to be settled, too: the vote compares both.
    rsi_settled = settled(wilder, n - 16)
    tell("rsi14", rsi[-1], leaving(rsi[-1], rsi[-2], 30, 70)) if rsi_settled else none("rsi14")
    value["rsi"] = rsi[-1] if settled(wilder, n - 15) else None

    trend = ema(close, 50)[-1] if settled(2.0 / 51, n - 50) else None

    if n >= 19:
        raw = [where(close[at], min(low[at - 13:at + 1]), max(high[at - 13:at + 1])) for at in range(max(13, n - 10), n)]
        k, d = lines(raw, 3, 3)
        tell("stoch", k[-1], cross(k, d, True, True))
        value["stoch_d"] = d[-1]
    else:
        none("stoch")

    if n >= 21:
        def cci(end):
            typical = [(high[at] + low[at] + close[at]) / 3 for at in range(end - 20, end)]
            centre = mean(typical)
            spread = mean([abs(t - centre) for t in typical])
            return 0.0 if spread == 0 else (typical[-1] - centre) / (0.015 * spread)
        tell("cci20", cci(n), leaving(cci(n), cci(n - 1), -100, 100))
    else:
        none("cci20")

    true_range = [max(high[at] - low[at], abs(high[at] - close[at - 1]), abs(low[at] - close[at - 1])) for at in range(1, n)]
    rises = [high[at] - high[at - 1] for at in range(1, n)]
    falls = [low[at - 1] - low[at] for at in range(1, n)]
    tr14 = running_sums(true_range, 14)
    up14 = running_sums([u if u > d and u > 0 else 0.0 for u, d in zip(rises, falls)], 14)
    down14 = running_sums([d if d > u and d > 0 else 0.0 for u, d in zip(rises, falls)], 14)
    value["atr14"] = tr14[-1] / 14 if settled(wilder, n - 15) else None
    weights = [(1 - wilder) ** (14 + step) for step in range(max(0, n - 28))]
    if settled(wilder, n - 28, weights):
        plus = [100 * u / t if t else 0.0 for u, t in zip(up14, tr14)]
        minus = [100 * d / t if t else 0.0 for d, t in zip(down14, tr14)]
        spread = [100 * abs(p - m) / (p + m) if p + m else 0.0 for p, m in zip(plus, minus)]
        adx = running_sums(spread, 14)[-1] / 14
        if adx > 20 and plus[-1] > minus[-1] and plus[-2] <= minus[-2]:
            cast = 1
        elif adx > 20 and plus[-1] < minus[-1] and plus[-2] >= minus[-2]:
            cast = -1
        else:
            cast = 0
        tell("adx14", adx, cast)
        value["plus_di"], value["minus_di"] = plus[-1], minus[-1]
    else:
        none("adx14")

    if n >= 36:
        def ao(end):
            halves = [(high[at] + low[at]) / 2 for at in range(end - 34, end)]
            return mean(halves[-5:]) - mean(halves)
        now, before, earlier = ao(n), ao(n - 1), ao(n - 2)
        if (before <= 0 < now) or (now > 0 and before > 0 and now > before and earlier > before):
            cast = 1
        elif (before >= 0 > now) or (now < 0 and before < 0 and now < before and earlier < before):
            cast = -1
        else:
            cast = 0
        tell("ao", now, cast)
    else:
        none("ao")

    if n >= 12:
        tell("mom10", close[-1] - close[-11], sign((close[-1] - close[-11]) - (close[-2] - close[-12])))
    else:
        none("mom10")

    slow = 2.0 / 27
    weights = [(1 - slow) ** (9 + step) for step in range(max(0, n - 34))]
    if settled(2.0 / 10, n - 34, weights):
        main = [f - s for f, s in zip(ema(close, 12)[14:], ema(close, 26))]
        signal = ema_written_out(main, 9)
        tell("macd", main[-1], sign(main[-1] - signal))
        value["macd_signal"] = signal
    else:
        none("macd")

    # 19 RSIs are behind the last two values of both lines.
    if trend is not None and settled(wilder, n - 15 - 18):
        k, d = lines(rolling(rsi[-25:], 14, lambda window: where(window[-1], min(window), max(window))), 3, 3)
        tell("stochrsi", k[-1], cross(k, d, price < trend, price > trend))
    else:
        none("stochrsi")

    if n >= 15:
        def percent_r(end):
            top, bottom = max(high[end - 14:end]), min(low[end - 14:end])
            return -50.0 if top == bottom else -100.0 * (top - close[end - 1]) / (top - bottom)
        tell("williams14", percent_r(n), leaving(percent_r(n), percent_r(n - 1), -80, -20))
    else:
        none("williams14")

    if trend is not None:
        middle13 = ema(close, 13)
        bull = [high[-1] - middle13[-1], high[-2] - middle13[-2]]
        bear = [low[-1] - middle13[-1], low[-2] - middle13[-2]]
        if price > trend and bear[0] < 0 and bear[0] > bear[1]:
            cast = 1
        elif price < trend and bull[0] > 0 and bull[0] < bull[1]:
            cast = -1
        else:
            cast = 0
        tell("bbp13", bull[0] + bear[0], cast)
    else:
        none("bbp13")

    if n >= 29:
        bought = [close[at] - min(low[at], close[at - 1]) for at in range(1, n)]
        def share(length):
            whole = math.fsum(true_range[-length:])
            return 0.5 if whole == 0 else math.fsum(bought[-length:]) / whole
        uo = 100 * (4 * share(7) + 2 * share(14) + share(28)) / 7
        tell("uo", uo, 1 if uo > 70 else -1 if uo < 30 else 0)
    else:
        none("uo")

    if n >= 20:
        centre = mean(close[-20:])
        deviation = math.sqrt(mean([(c - centre) ** 2 for c in close[-20:]]))
        value["upper_band"], value["lower_band"] = centre + 2 * deviation, centre - 2 * deviation

    # What sentiment counts.
    mood = {}
    mood["20"] = sign(price - mean(close[-20:])) if n >= 20 else None
    mood["50"] = sign(mean(close[-20:]) - mean(close[-50:])) if n >= 50 else None
    mood["200"] = sign(mean(close[-50:]) - mean(close[-200:])) if n >= 200 else None
    mood["rsi"] = (1 if value["rsi"] > 60 else -1 if value["rsi"] < 40 else 0) if value["rsi"] is not None else None
    mood["macd"] = sign(value["macd"] - value["macd_signal"]) if value["macd"] is not None else None
    mood["pivot"] = sign(price - (high[-2] + low[-2] + close[-2]) / 3) if n >= 2 else None
    return {"value": value, "vote": vote, "mood": mood}


json.dump([figures(sessions) for sessions in json.load(sys.stdin)], sys.stdout)
