#!/usr/bin/env python3
"""Checks an export of the record by docs/record-format.md, with Python's standard library alone.

    verify.py <export.json> --key <a key of the ledger that you know> [--before <an earlier checkpoint>] [--prices <https://the.site>]
    verify.py <a file of proof, .zip> --key <a key of the ledger that you know> [--witness <the verifier key of a witness that you know>]
    verify.py --vectors <record-vectors.json>

An export is one object: `ledger` (the ledger's file), `checkpoint` (text), `leaves` (the log's tiles of level 0, base64, in one) and
`calls`, each with `shown` (the call as a page shows it) and `proof`. It may have `authors`, the proofs of their authors' records, and `receipts`,
as the server gives them, with or without `salt`. With `--prices` the stretches of the feed that the calls name are fetched, hashed and compared with the bars. One line for each thing
that does not hold; exit 1 if there is one.
"""
import base64
import collections
import csv
import functools
import hashlib
import io
import json
import math
import os
import sys
import urllib.parse
import urllib.request
import zipfile
import zlib
from datetime import datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal

ZEROS = '0' * 64
# Errors of reading a text that is not as the format says: missing fields, other types, numbers beyond all bounds, nesting without end.
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)

# Ed25519, RFC 8032 5.1, in extended coordinates.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)


def add(a, b):
    x = (a[1] - a[0]) * (b[1] - b[0]) % P
    y = (a[1] + a[0]) * (b[1] + b[0]) % P
    t = 2 * a[3] * b[3] * D % P
    z = 2 * a[2] * b[2] % P
    e, f, g, h = y - x, z - t, z + t, y + x
    return e * f % P, g * h % P, f * g % P, e * h % P


@functools.cache
def point(data):
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * I % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = (4 * pow(5, P - 2, P) % P).to_bytes(32, 'little')
NONE = (0, 1, 1, 0)


@functools.lru_cache(64)
def steps(data):
    """The multiples of a point for every value of each half byte of a number: a record has few keys and thousands of signatures."""
    of_all, one = [], point(data)
    for _ in range(64):
        of_half = [NONE]
        for _ in range(16):
            of_half.append(add(of_half[-1], one))
        one = of_half.pop()
        of_all.append(of_half)
    return of_all


def times(number, data):
    product = NONE
    for at, of_half in enumerate(steps(data)):
        product = add(product, of_half[number >> 4 * at & 15])
    return product


def signed(key, signature, message):
    """Whether `signature` (64 bytes) over `message` is by `key` (32 bytes)."""
    s = int.from_bytes(signature[32:], 'little')
    if len(signature) != 64 or point(key) is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % L
    # [s]B - [k]A, written as the signature writes its point.
    x, y, z, t = times(k, key)
    x, y, z, _ = add(times(s, BASE), (P - x, y, z, P - t))
    one_by_z = pow(z, -1, P)
    x, y = x * one_by_z % P, y * one_by_z % P
    return (y | (x & 1) << 255).to_bytes(32, 'little') == signature[:32]


def unbase64url(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def sha(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


def canonical(value):
    """RFC 8785 for what the record hashes here: objects of ASCII keys with texts and whole numbers."""
    return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()


def place_hash(place):
    return sha(canonical({name: place[name] for name in ('n', 'prev_hash', 'salt')})).hex()


def root_hash(root):
    return sha(canonical({name: root[name] for name in ('trading_date', 'merkle_root', 'count', 'prev_root')})).hex()


def change_hash(change):
    return sha(canonical({name: change[name] for name in ('after', 'key', 'n', 'previous', 'root')})).hex()


class Keys:
    """The ledger's keys, each in its time. `wrong`: what does not hold of them for whoever knows `known`."""

    def __init__(self, ledger, known):
        keys = ledger.get('keys') or [{'public_key': ledger['public_key'], 'since': None}]
        self.told = keys
        self.keys = [unbase64url(key['public_key']) for key in keys]
        self.since = [key['since'] or {'after': None, 'root': ''} for key in keys]
        self.wrong = []
        if known not in self.keys:
            self.wrong.append('the ledger’s file names another key than the one you know')
        if keys[-1]['public_key'] != ledger['public_key'] or keys[0]['since'] is not None:
            self.wrong.append('the ledger’s keys do not end with its key')
        for at, (key, since) in enumerate(zip(keys, self.since)):
            if at == 0:
                continue
            names = {'n': at + 1, 'previous': keys[at - 1]['public_key'], 'key': key['public_key']}
            hash_ = bytes.fromhex(change_hash({**since, **names}))
            if not signed(self.keys[at - 1], unbase64url(since['signed']), hash_) or not signed(self.keys[at], unbase64url(since['accepted']), hash_):
                self.wrong.append(f'the change to key {at + 1} is not signed by both keys')
            if (since['after'] or '') < (self.since[at - 1]['after'] or ''):
                self.wrong.append(f'key {at + 1} is older than the one before')

    def _began(self, at):
        return self.since[at]['after'] or '' if at else ''

    def of_root(self, date):
        """The key that signs the root of a date, and the head with it."""
        return [key for at, key in enumerate(self.keys) if at == 0 or self._began(at) < date][-1]

    def of_event(self, root, latest):
        """The keys that may have signed an event under a root; without one, an event that waits for the root after `latest`."""
        for at, key in enumerate(self.keys):
            end = self.since[at + 1] if at + 1 < len(self.keys) else None
            if root is None:
                good = end is None or (end['after'] or '') >= latest
            else:
                open_ = end is None or (end['after'] or '') >= root['trading_date'] or end['root'] == root['prev_root']
                good = open_ and (at == 0 or self._began(at) < root['trading_date'])
            if good:
                yield key


def day_leaf(event_hash):
    return sha(b'\x00', bytes.fromhex(event_hash))


def log_leaf(event_hash, salt):
    return sha(b'\x00', bytes.fromhex(event_hash), bytes.fromhex(salt))


def node(left, right):
    return sha(b'\x01', left, right)


def tree(leaves):
    """RFC 6962 2.1."""
    if not leaves:
        return sha()
    if len(leaves) == 1:
        return leaves[0]
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return node(tree(leaves[:left]), tree(leaves[left:]))


def included(leaf, index, size, path, root):
    """RFC 9162 2.1.3.2."""
    if index >= size:
        return False
    at, last, made = index, size - 1, leaf
    for other in path:
        if last == 0:
            return False
        if at % 2 or at == last:
            made = node(other, made)
            while at % 2 == 0 and at:
                at, last = at // 2, last // 2
        else:
            made = node(made, other)
        at, last = at // 2, last // 2
    return last == 0 and made == root


def climb(event_hash, path):
    at = day_leaf(event_hash)
    for step in path:
        if step['side'] not in ('left', 'right'):
            raise ValueError('a sibling on no side')
        other = bytes.fromhex(step['hash'])
        at = node(other, at) if step['side'] == 'left' else node(at, other)
    return at.hex()


def key_id(origin, key):
    return sha(origin.encode(), b'\n', b'\x01', key)[:4]


def read_checkpoint(note, keys, dated):
    """
    Size and root of a head, signed by the key of the day (`dated`, by size) whose root it came with, or of a size that no day has by any;
    None for another text.
    """
    text, _, signatures = note.partition('\n\n')
    try:
        origin, size, root = text.split('\n')
        allowed = [keys.of_root(dated[int(size)])] if int(size) in dated else keys.keys
    except ValueError:
        return None
    for line in signatures.splitlines():
        dash, name, data = (line.split(' ') + ['', ''])[:3]
        data = base64.b64decode(data)
        for key in allowed:
            if dash == '—' and name == origin and data[:4] == key_id(origin, key):
                return (int(size), base64.b64decode(root)) if signed(key, data[4:], f'{text}\n'.encode()) else None
    return None


def instant(ts):
    return datetime.fromisoformat(ts.replace('Z', '+00:00'))


def root_instant(date):
    return instant(f'{date}T13:15:00.000Z')


def indian_day(at):
    return (at + timedelta(hours=5, minutes=30)).astimezone(timezone.utc).date()


SLACK = timedelta(minutes=5)


def ratio(to, frm, base, factor, digits):
    to, frm, base = (Decimal(repr(value)) for value in (to, frm, base))
    if base == 0:
        return None
    top, bottom = ((to - frm) * factor * 10**digits).as_integer_ratio(), base.as_integer_ratio()
    over, under = top[0] * bottom[1], top[1] * bottom[0]
    rounded = (2 * abs(over) + abs(under)) // (2 * abs(under))
    result = rounded / 10**digits
    return -result if (over < 0) != (under < 0) and result else result


def paise(value):
    return math.floor(value * 100 + 0.5) / 100


ENDS = ('target_hit', 'sl_hit', 'exited', 'expired')
PRICED = ('entry_fill', *ENDS)
UNTRADED = ('no_trade', 'other_isin', 'suspended', 'delisted', 'merged')
CAUSES = ('missing_day', 'price_step', *UNTRADED)


def resolve(call, bar):
    """What one bar does to a call, by the rules 1 of the format: type, price, basis and time of each event, an entry first."""
    start, end = instant(bar['from']), instant(bar['to'])
    sign = -1 if call['side'] == 'Sell' else 1
    opened, close = sign * bar['open'], sign * bar['close']
    high, low = max(sign * bar['high'], sign * bar['low']), min(sign * bar['high'], sign * bar['low'])
    target = sign * call['target']
    stop = sign * [price for since, price in call['stops'] if since is None or since <= start][-1]
    levels = call['side'] != 'Hold'

    def end_of(fresh):
        """By the levels, or by time, in a bar that the call is in from its open, or only from `fresh`, a fill within it."""
        if levels and not fresh and opened <= stop:
            return 'sl_hit', bar['open'], 'gap', start
        if levels and not fresh and opened >= target:
            return 'target_hit', bar['open'], 'gap', start
        if call['asked'] and call['entered'] and start > call['asked'] and start >= call['entered'] + timedelta(minutes=5):
            return 'exited', bar['open'], 'open', start
        if levels and low <= stop:
            return 'sl_hit', sign * stop, 'both' if high >= target else 'level', end
        if levels and (close if fresh else high) >= target:
            return 'target_hit', sign * target, 'level', end
        return ('expired', bar['close'], 'close', end) if end >= call['expires'] else None

    if start <= call['published']:
        return []
    if call['entered']:
        if start < call['entered']:
            return []
        return [('expired', bar['open'], 'open', start)] if start >= call['expires'] else [one for one in [end_of(False)] if one]
    edges = sorted((sign * call['low'], sign * call['high']))
    fill = None
    if start < call['until']:
        if call['mode'] == 'market':
            fill = bar['open'], 'open', start
        elif start >= call['published'] + timedelta(seconds=60):
            better = call['from'] == ('below' if sign < 0 else 'above') and opened < edges[0]
            if edges[0] <= opened <= edges[1] or better:
                fill = bar['open'], 'open', start
            elif opened > edges[1] and low <= edges[1]:
                fill = sign * edges[1], 'level', end
            elif opened < edges[0] and high >= edges[0]:
                fill = sign * edges[0], 'level', end
    return [('entry_fill', *fill), *(one for one in [end_of(fill[1] == 'level')] if one)] if fill else []


def after_action(price, payload):
    """A price of before an ex-date after it: less the amount, where there is one, then divided by the ratio; one that would be taken away stays at a paisa."""
    amount = payload.get('amount', 0)
    return max(0.01, (price - amount) / payload['ratio']) if amount else price / payload['ratio']


def action_wrong(payload):
    """Whether the ratio of a right follows from the terms beside it. An event of several actions has all of them in its ratio."""
    rights = payload.get('rights')
    if not rights or 'actions' in payload:
        return False
    given, held, price, close = (Decimal(str(rights[name])) for name in ('given', 'held', 'price', 'close'))
    told = close / ((close * held + price * given) / (held + given)) if price < close else Decimal(1)
    return abs(told - Decimal(str(payload['ratio']))) > Decimal('2e-8')


def levels_of(call):
    levels = {'entry_low': call['low'], 'entry_high': call['high'], 'target': call['target'], 'stop_loss': call['stops'][-1][1]}
    return levels | ({'entry': call['price']} if call['price'] is not None else {})


def read_levels(levels):
    return levels and {name: Decimal(str(price)) for name, price in levels.items()}


def is_correction(event, types, call):
    """Two different people, an earlier event that can be corrected so, and both numbers as the record gives them."""
    payload, decision = event['payload'], event['payload']['decision']
    type_ = types[payload['corrects'] - 1] if 0 < payload['corrects'] <= len(types) else None
    now = {'status': call['status'], 'entry': call['price'], 'exit': call['exit']}
    after = dict(now)
    if type_ == 'not_judgeable':
        fits = bool(call['waits']) and 'not_judgeable' not in types[payload['corrects'] :] and decision in ('go_on', 'end', 'void')
        fits = fits and (decision != 'go_on' or call['status'] != 'unjudged')
    else:
        fits = decision in {'entry_fill': ('entry', 'void')}.get(type_, ('end', 'void') if type_ in ENDS else ())
    if decision == 'go_on':
        fits = fits and (payload.get('cause', call['waits'][0]), payload['day']) == call['waits']
    elif decision == 'entry':
        after['entry'] = Decimal(str(payload['price']))
    elif decision == 'end':
        fits = fits and payload['outcome'] in ENDS and call['entered'] is not None
        after.update(status=payload['outcome'], exit=Decimal(str(payload['price'])))
    else:
        after.update(status='cancelled', exit=None)
    told = [{name: Decimal(str(one[name])) if name != 'status' and one[name] is not None else one[name] for name in now} for one in (payload['before'], payload['after'])]
    people = payload['proposed_by'] != payload['approved_by'] == event['actor']
    return fits and people and bool(payload['reason']) and told == [now, after] and (decision == 'go_on' or now != after)


def doubt_wrong(event, call, settled):
    """What must hold of `not_judgeable` and `judgeable`; `settled` are the doubts that two people let go on."""
    payload = event['payload']
    if event['actor'] != 'engine':
        return 'only prices say whether they can judge'
    if event['type'] == 'judgeable':
        return None if call['waits'] else 'the call did not wait'
    prices = [payload['before'], payload['opened']]
    known = {
        'missing_day': prices == [None, None],
        'price_step': None not in prices,
        **{cause: prices[1] is None for cause in UNTRADED},
    }
    if not known.get(payload['cause']):
        return 'it names no cause that keeps prices from judging'
    return 'it doubts what was settled' if (payload['cause'], payload['day']) in settled | {call['waits']} else None


def segment_wrong(source, bar, data):
    """Whether the bar is the last of a stretch of the feed, whose bytes these are."""
    if sha(data).hex() != source['sha256']:
        return 'the stretch of prices at its address is another'
    text = json.loads(data, parse_float=Decimal, parse_int=Decimal)
    symbol, day, n = source['name'].rsplit('/', 2)
    prices, begin = text['prices'], instant(text['from'])
    if (text['symbol'], text['day'], len(prices), text['step']) != (symbol, day, int(n), 1) or bar['symbol'] != symbol:
        return 'the stretch of prices is not the one it is named'
    if text.get('version', 1) not in (1, 2):
        return 'the stretch of prices is of a version that is not known'
    seconds, expected = last_bar(text)
    told = tuple(Decimal(bar[name]) for name in ('open', 'high', 'low', 'close'))
    interval = 'second' if seconds == 1 else 'minute' if seconds <= 60 else 'day'
    end = begin + timedelta(seconds=int(n))
    if (instant(bar['from']), instant(bar['to'])) != (end - timedelta(seconds=int(seconds)), end) or told != expected or bar['interval'] != interval:
        return 'the stretch of prices has another bar there'
    return None


def last_bar(text):
    """Seconds, and open, high, low and close, of the bar that ends a stretch of the feed."""
    prices, n = text['prices'], len(text['prices'])
    spans = {first + seconds: (seconds, tuple(rest)) for first, seconds, *rest in text.get('spans', [])}
    if n in spans:
        return spans[n]
    close = prices[-1]
    before = spans[n - 1][1][3] if n - 1 in spans else prices[-2] if n > 1 else None
    opened = close if before is None else before
    high, low = next(((high, low) for second, high, low in text.get('ranges', []) if second == n - 1), (close, close))
    return 1, (opened, max(opened, close, high), min(opened, close, low), close)


def feed_wrong(calls, site):
    """Fetches each stretch of the feed that these calls name, once."""
    fetched = {}
    for call in calls:
        for event in call['proof']['events']:
            body = json.loads(event['canonical'])
            source = body['payload'].get('source')
            if not source or source['kind'] != 'segment':
                continue
            name = '/'.join(urllib.parse.quote(part, safe='') for part in source['name'].split('/'))
            if name not in fetched:
                with urllib.request.urlopen(f'{site}/.well-known/vimarsh-prices/{name}.json', timeout=30) as answer:
                    fetched[name] = answer.read()
            wrong = segment_wrong(source, body['payload']['bar'], fetched[name])
            if wrong:
                yield f'call {body["call_id"]}: event {event["n"]}: {wrong}'
    if not fetched:
        yield 'no call names a stretch of the feed'


def prices_wrong(events):
    """Each fill and end that carries its bar is judged again on the call as it stood before."""
    first = events[0]['payload']
    decimal = lambda value: Decimal(str(value))
    call = {
        'side': first['call_type'],
        'mode': first['entry_mode'],
        'low': decimal(first['entry_low']),
        'high': decimal(first['entry_high']),
        'from': first.get('comes_from'),
        'target': decimal(first['target']),
        'stops': [(None, decimal(first['stop_loss']))],
        'published': instant(events[0]['ts']),
        'until': instant(first['entry_until']),
        'expires': instant(first['expires_at']),
        'entered': None,
        'price': None,
        'exit': None,
        'asked': None,
        'status': 'awaiting_entry',
        'frozen': False,
        'waits': None,
    }
    adjusted, read, left, settled = set(), None, [], set()
    for n, event in enumerate(events[1:], 2):
        kind, payload = event['type'], event['payload']
        done = instant(payload.get('at', event['ts']))
        if kind in PRICED and 'bar' in payload:
            bar = payload['bar']
            figures = {name: Decimal(bar[name]) for name in ('open', 'high', 'low', 'close')}
            if bar != read:
                read, left = bar, resolve(call, {**bar, **figures})
            told = left.pop(0) if left else None
            inside = figures['low'] <= min(figures['open'], figures['close']) and max(figures['open'], figures['close']) <= figures['high']
            if bar['symbol'] != first['stock'] or payload['rules'] != 1 or not inside or told != (kind, decimal(payload['price']), payload['basis'], done):
                yield f'event {n}: the price bar gives another {kind}'
        elif kind not in PRICED:
            read, left = None, []
        if kind == 'correction':
            if not is_correction(event, [one['type'] for one in events[: n - 1]], call):
                yield f'event {n}: it is no correction by two people of what the record says'
            if payload['decision'] == 'go_on':
                settled.add(call['waits'])
            if payload['decision'] != 'entry':
                call['waits'] = None
            if payload['decision'] != 'go_on':
                after = {name: Decimal(str(value)) if name != 'status' and value is not None else value for name, value in payload['after'].items()}
                call.update(status=after['status'], price=after['entry'] if call['entered'] else None, exit=after['exit'])
            continue
        if call['status'] in ENDS + ('lapsed', 'cancelled', 'unjudged'):
            continue
        if kind in ENDS:
            call.update(status=kind, exit=decimal(payload['price']))
        elif kind in ('lapsed', 'cancelled'):
            call.update(status=kind, waits=None)
        elif kind == 'unjudged':
            if event['actor'] != 'engine' or payload['cause'] not in UNTRADED or call['waits'] != (payload['cause'], payload['day']):
                yield f'event {n}: it did not wait for a trade'
            if done < (call['expires'] if call['entered'] else call['until']):
                yield f'event {n}: it ended before its last day was over'
            call['status'] = kind
        elif kind in ('not_judgeable', 'judgeable'):
            wrong = doubt_wrong(event, call, settled)
            if wrong:
                yield f'event {n}: {wrong}'
            call['waits'] = (payload['cause'], payload['day']) if kind == 'not_judgeable' else None
        elif kind == 'admin_flag':
            call['frozen'] = {'expert_suspended': True, 'expert_restored': False}.get(payload['flag'], call['frozen'])
        if kind == 'entry_fill':
            call['entered'], call['price'] = done, decimal(payload['price'])
        elif kind == 'tighten_sl':
            call['stops'].append((done, decimal(payload['stop_loss'])))
        elif kind == 'exit_request':
            call['asked'] = call['asked'] or done
        elif kind == 'corp_adjust' and payload['ex_date'] not in adjusted:
            adjusted.add(payload['ex_date'])
            before = levels_of(call)
            scale = lambda price: decimal(paise(after_action(float(price), payload)))
            call['stops'] = [(since, scale(stop)) for since, stop in call['stops']]
            call.update({name: scale(call[name]) for name in ('low', 'high', 'target')})
            call['price'] = scale(call['price']) if call['price'] is not None else None
            told = [payload.get('before'), payload.get('after')]
            if told != [None, None] and [read_levels(one) for one in told] != [before, levels_of(call)]:
                yield f'event {n}: it tells other levels than the action gives'
            if action_wrong(payload):
                yield f'event {n}: its ratio does not follow from the terms of the right'
        if call['status'] not in ENDS + ('lapsed', 'cancelled', 'unjudged') and call['entered']:
            call['status'] = 'suspended_open' if call['frozen'] else 'active'


# What an end is shown with; of `exited` the words of its author.
REASONS = {
    ('target_hit', 'level'): 'Target reached',
    ('target_hit', 'gap'): 'Opened through the target',
    ('sl_hit', 'level'): 'Stop-loss reached',
    ('sl_hit', 'gap'): 'Opened through the stop-loss',
}
CORRECTED = 'Corrected by two people; the reason is in the timeline'
SHARE_REASONS = REASONS | {
    ('sl_hit', 'both'): 'Target and stop-loss within one price bar: the stop-loss counts',
    ('expired', 'close'): 'Validity ended',
    ('expired', 'open'): 'Validity ended; first price after it',
}
OPTION_REASONS = REASONS | {
    ('sl_hit', 'both'): 'Target and stop-loss within one beat of prices: the stop-loss counts',
    ('expired', 'level'): 'Validity ended',
}


def middle(low, high):
    return ratio(low, -high, 2, 1, 2)


def promised(side, price, target, stop):
    """The return and the reward for the risk that a publication promises."""
    to, frm = (price, target) if side == 'Sell' else (target, price)
    gain = ratio(to, frm, price, 100, 2) or 0
    return abs(gain) if side == 'Hold' else gain, abs(ratio(target, price, paise(price - stop), 1, 2) or 0)


def derive(events):
    """The call that follows from its events."""
    first = events[0]['payload']
    side = first['call_type']
    levels = {name: first[name] for name in ('entry_low', 'entry_high', 'target')}
    stops, entry, exit_, ended, frozen, adjusted = [first['stop_loss']], None, None, None, False, set()
    waits = None
    further = [first['target2'], first['target3']]
    status = 'awaiting_entry'
    for event in events[1:]:
        kind, payload = event['type'], event['payload']
        if kind == 'correction':
            waits = waits if payload['decision'] == 'entry' else None
            if payload['decision'] != 'go_on':
                after = payload['after']
                same = exit_ and (after['exit'], after['status']) == (exit_['price'], status)
                status = after['status']
                if entry and after['entry'] is not None:
                    entry['price'] = after['entry']
                if not same:
                    ts = exit_['ts'] if exit_ else event['ts']
                    exit_ = None if after['exit'] is None else {'price': after['exit'], 'ts': ts, 'reason': CORRECTED}
                ended = ended or (event['ts'] if status in ENDS + ('cancelled',) else None)
        if ended:
            continue
        done = payload.get('at', event['ts'])
        if kind == 'entry_fill':
            status, entry = ('suspended_open' if frozen else 'active'), {'price': payload['price'], 'ts': done}
        elif kind == 'tighten_sl':
            stops.append(payload['stop_loss'])
        elif kind == 'corp_adjust' and payload['ex_date'] not in adjusted:
            adjusted.add(payload['ex_date'])
            before = levels['target']
            levels = {name: paise(after_action(value, payload)) for name, value in levels.items()}
            scale = before / levels['target']
            further = [price if price is None or scale == 1 else paise(price / scale) for price in further]
            stops = [paise(after_action(stop, payload)) for stop in stops]
            if entry:
                entry['price'] = paise(after_action(entry['price'], payload))
        elif kind in ('target_hit', 'sl_hit', 'exited', 'expired'):
            words = payload.get('reason', '') if kind == 'exited' else SHARE_REASONS.get((kind, payload.get('basis')), '')
            status, exit_, ended = kind, {'price': payload['price'], 'ts': done, 'reason': words}, event['ts']
        elif kind in ('lapsed', 'cancelled'):
            status, ended, waits = kind, event['ts'], None
        elif kind == 'unjudged':
            status, ended = kind, event['ts']
        elif kind == 'not_judgeable':
            waits = {name: payload[name] for name in ('cause', 'day', 'before', 'opened')}
        elif kind == 'judgeable':
            waits = None
        elif kind == 'admin_flag':
            frozen = {'expert_suspended': True, 'expert_restored': False}.get(payload['flag'], frozen)
            if status != 'awaiting_entry':
                status = 'suspended_open' if frozen else 'active'
    result = multiple = None
    if entry and exit_ and side != 'Hold':
        to, frm = (exit_['price'], entry['price']) if side == 'Buy' else (entry['price'], exit_['price'])
        result = ratio(to, frm, entry['price'], 100, 4)
        multiple = ratio(to, frm, abs(paise(entry['price'] - stops[0])), 1, 4)
    reward = promised(side, middle(first['entry_low'], first['entry_high']), first['target'], first['stop_loss'])
    return {
        'id': events[0]['call_id'],
        'segment': 'equity',
        **{name: first[name] for name in ('stock', 'stock_name', 'sector', 'cap', 'exchange', 'term', 'entry_mode')},
        'call_type': side,
        'price': middle(levels['entry_low'], levels['entry_high']),
        'target2': further[0],
        'target3': further[1],
        'potential_return': reward[0],
        'risk_reward': reward[1],
        'entry_low': levels['entry_low'],
        'entry_high': levels['entry_high'],
        'target_price': levels['target'],
        'stop_loss': stops[-1],
        'initial_stop_loss': stops[0],
        'status': status,
        'not_judgeable': waits,
        'published_at': events[0]['ts'],
        'valid_till': first['valid_till'],
        'entry_fill': entry,
        'exit': exit_,
        'ended_at': ended,
        'realised_return': result,
        'r_multiple': multiple,
        'conflicts': declared(first),
        'hash': events[-1]['hash'],
    }


def declared(first):
    """How many conflicts of interest a publication declares."""
    answers = first.get('disclosures') or {}
    return sum(answers.get(name) is True for name in ('holds', 'over1pct', 'compensation_12m', 'market_maker', 'officer'))


def shown_wrong(shown, events):
    for name, value in derive(events).items():
        # Answers without a word on a wait, or on conflicts, are older.
        other = shown.get(name, value) if name == 'conflicts' else shown.get(name) if name == 'not_judgeable' else shown[name]
        if other != value:
            yield f'the page shows another {name} than the record gives'
    if shown['expert']['user_id'] != events[0]['expert_id']:
        yield 'the page shows another author'


def nearest(value, steps):
    """Half up, in `steps` to the rupee or share."""
    return math.floor(round(value * steps, 6) + 0.5) / steps


def away(value):
    """A decimal in whole paise, half away from zero."""
    return float(value.quantize(Decimal('0.01'), ROUND_HALF_UP))


def profit(legs, lot, before, after):
    """In hundredths of a paisa, so that a sum of prices carries no error."""
    whole = lambda price: math.floor(price * 10000 + 0.5)
    total = sum((1 if leg['side'] == 'buy' else -1) * leg['lots'] * (whole(y) - whole(x)) for leg, x, y in zip(legs, before, after))
    return away(Decimal(total) * Decimal(str(lot)) / 10000)


def traded_cost(legs, lot, entries, exits, settled):
    """₹ of the sides that were traded: by the lot, and of options by the premium too. What is settled has one side."""
    near, total = min(leg['expiry'] for leg in legs), Decimal(0)
    for leg, entry, exit_ in zip(legs, entries, exits):
        for price in [entry] if settled and leg['expiry'] == near else [entry, exit_]:
            premium = Decimal(0) if leg['type'] == 'FUT' else Decimal(str(price)) * leg['lots'] * Decimal(str(lot))
            total += 40 * leg['lots'] + premium * Decimal('0.0015')
    return away(total)


def hundredths(price):
    """A price in hundredths of a paisa, so that sums carry no error."""
    return math.floor(price * 10000 + 0.5)


def sign_of(leg):
    return 1 if leg['side'] == 'buy' else -1


def premium_of(legs, prices):
    """₹ a share of the options of one unit, paid (+) or received (−)."""
    total = sum(sign_of(leg) * leg['lots'] * hundredths(price) for leg, price in zip(legs, prices) if leg['type'] != 'FUT')
    return total / (math.gcd(*(leg['lots'] for leg in legs)) * 10000)


def lowest(legs, lot, prices):
    """The least that legs of one expiry come to, in hundredths of a paisa, wherever the underlying stands; None where nothing stops it."""

    def at(level):
        worth = {'FUT': lambda strike: level, 'CE': lambda strike: max(0, level - strike), 'PE': lambda strike: max(0, strike - level)}
        return sum(sign_of(leg) * leg['lots'] * lot * (worth[leg['type']](hundredths(leg['strike'] or 0)) - hundredths(price)) for leg, price in zip(legs, prices))

    kinks = [0] + [hundredths(leg['strike']) for leg in legs if leg['type'] != 'FUT']
    beyond = max(kinks) + 10000
    return None if at(beyond) < at(beyond - 10000) else min(at(level) for level in kinks)


def risk_of(first, legs, lot, mids, entries):
    """What was at risk at the prices of the entry, or before it at the middle of the quotes; and whether the margin stands for it."""
    loss = first['max_loss']
    if not first['defined_risk'] or loss is None:
        return first['margin_est'], True
    if entries:
        exact = lowest(legs, lot, mids) if len({leg['expiry'] for leg in legs}) == 1 else None
        base = exact if exact is not None and away(Decimal(exact) / 10000) == loss else hundredths(loss)
        dearer = sum(sign_of(leg) * leg['lots'] * lot * (hundredths(x) - hundredths(mid)) for leg, mid, x in zip(legs, mids, entries))
        loss = away(Decimal(base - dearer) / 10000)
    return max(0, -loss), False


def derive_option(events):
    """The option call that follows from its events."""
    first = events[0]['payload']
    legs = [{name: leg[name] for name in ('side', 'type', 'strike', 'expiry', 'lots')} for leg in first['legs']]
    mids, lot, basis = [leg['mid'] for leg in first['legs']], first['lot_size'], first['level_basis']
    net, evens, asked, stale = first['net_premium'], first['breakevens'], None, None
    target, stops, limit = first['target'], [first['stop_loss']], first['net_limit']
    status, frozen, adjusted, waits = 'awaiting_entry', False, set(), None
    entry = closing = exit_ = ended = None
    for event in events[1:]:
        kind, payload = event['type'], event['payload']
        if ended:
            continue
        done = payload.get('at', event['ts'])
        if kind == 'not_judgeable':
            waits = {name: payload[name] for name in ('cause', 'day', 'before', 'opened')}
        elif kind in ('judgeable', 'correction'):
            waits = None
            if payload.get('decision') == 'void':
                status, ended, stale = 'cancelled', event['ts'], None
        elif kind == 'entry_fill':
            status, entry = ('suspended_open' if frozen else 'active'), {'ts': done, 'legs': payload['legs']}
        elif kind == 'closing':
            closing = payload['mids']
        elif kind == 'tighten_sl':
            stops.append(payload['stop_loss'])
        elif kind == 'corp_adjust' and payload['ex_date'] not in adjusted:
            adjusted.add(payload['ex_date'])
            premium = lambda price: None if price is None else nearest(price / payload['ratio'], 100)
            underlying = lambda price: None if price is None else nearest(after_action(price, payload), 100)
            level = {'pnl': lambda value: value, 'premium': premium, 'underlying': underlying}[basis]
            of_leg = [underlying if leg['type'] == 'FUT' else premium for leg in legs]
            legs = [{**leg, 'strike': leg['strike'] if leg['type'] == 'FUT' else nearest(after_action(leg['strike'], payload), 20)} for leg in legs]
            lot, mids, limit = nearest(lot * payload['ratio'], 1), [scale(mid) for scale, mid in zip(of_leg, mids)], premium(limit)
            target, stops = level(target), [level(stop) for stop in stops]
            closing = closing and [scale(mid) for scale, mid in zip(of_leg, closing)]
            if entry:
                entry['legs'] = [{name: scale(leg[name]) for name in ('price', 'mid')} for scale, leg in zip(of_leg, entry['legs'])]
            net, evens = premium_of(legs, mids), [away(Decimal(repr(after_action(price, payload)))) for price in evens]
        elif kind == 'exit_request':
            asked = asked if asked is not None else payload.get('reason', '')
        elif kind == 'stale':
            stale = {'since': stale['since'] if stale else done, 'legs': payload['legs']}
        elif kind == 'quoted':
            stale = None
        elif kind in ENDS:
            status, ended, stale = kind, event['ts'], None
            settlement = payload.get('settlement')
            words = asked or '' if kind == 'exited' else settlement or OPTION_REASONS.get((kind, payload.get('basis')), '')
            exit_ = {'ts': done, 'legs': payload['legs'], 'settlement': settlement, 'reason': words}
        elif kind in ('lapsed', 'cancelled', 'unjudged'):
            status, ended, stale, waits = kind, event['ts'], None, None
        elif kind == 'admin_flag':
            frozen = {'expert_suspended': True, 'expert_restored': False}.get(payload['flag'], frozen)
            if status != 'awaiting_entry':
                status = 'suspended_open' if frozen else 'active'
    risk, on_margin = risk_of(first, legs, lot, mids, [leg['price'] for leg in entry['legs']] if entry else None)
    named = lambda leg: f'future of {leg["expiry"]}' if leg['type'] == 'FUT' else f'{leg["strike"]:g} {leg["type"]} of {leg["expiry"]}'
    of = lambda fills: [leg['price'] for leg in fills['legs']] if fills else [None] * len(legs)
    pnl = headline = slippage = cost = None
    if entry and exit_:
        cost = traded_cost(legs, lot, of(entry), of(exit_), exit_['settlement'] is not None)
        pnl = profit(legs, lot, of(entry), of(exit_))
        decided = closing if closing and exit_['settlement'] is None else [None] * len(legs)
        seen = [next(one for one in (mid, leg['mid'], leg['price']) if one is not None) for mid, leg in zip(decided, exit_['legs'])]
        headline = profit(legs, lot, mids, seen)
        slippage = away(Decimal(str(headline)) - Decimal(str(pnl)))
    return {
        'id': events[0]['call_id'],
        'segment': 'options',
        'underlying': first['stock'],
        **{name: first[name] for name in ('underlying_name', 'underlying_type', 'outlook', 'strategy', 'max_profit', 'max_loss', 'pop', 'margin_est', 'defined_risk')},
        'expiry': min(leg['expiry'] for leg in legs),
        'net_premium': net,
        'breakevens': evens,
        'stale': stale and {'since': stale['since'], 'legs': [named(legs[at]) for at in stale['legs']]},
        'exit_reason': exit_ and exit_['reason'],
        'risk': risk if entry else None,
        'on_margin': on_margin,
        'return_on_risk': None if pnl is None else ratio(pnl, 0, risk, 100, 4),
        'legs': [{**leg, 'mid': mid, 'entry': x, 'exit': y} for leg, mid, x, y in zip(legs, mids, of(entry), of(exit_))],
        'lot_size': lot,
        'level_basis': basis,
        'target': target,
        'stop_loss': stops[-1],
        'initial_stop_loss': stops[0],
        'net_limit': limit,
        'status': status,
        'not_judgeable': waits,
        'published_at': events[0]['ts'],
        'valid_till': first['valid_till'],
        'entry_at': entry and entry['ts'],
        'exit_at': exit_ and exit_['ts'],
        'ended_at': ended,
        'pnl': pnl,
        'headline_pnl': headline,
        'slippage': slippage,
        'cost': cost,
        'settlement': exit_ and exit_['settlement'],
        'conflicts': declared(first),
        'hash': events[-1]['hash'],
    }


def option_wrong(shown, events):
    for name, value in derive_option(events).items():
        # Answers without a cost, or without a word on a wait or on conflicts, are older.
        other = shown.get(name, value) if name in ('cost', 'conflicts') else shown.get(name) if name == 'not_judgeable' else shown[name]
        if other != value:
            yield f'the page shows another {name} than the record gives'
    if shown['expert']['user_id'] != events[0]['expert_id']:
        yield 'the page shows another author'


def is_settling(event, types, waits, status):
    """Two different people, and a wait of an option call that is over: by going on, or by taking the call out."""
    payload, decision = event['payload'], event['payload']['decision']
    place, now = payload['corrects'], {'status': status, 'entry': None, 'exit': None}
    latest = types[place - 1 : place] == ['not_judgeable'] and 'not_judgeable' not in types[place:]
    named = decision == 'void' or (payload.get('cause'), payload.get('day')) == waits
    after = now | ({'status': 'cancelled'} if decision == 'void' else {})
    people = payload['proposed_by'] != payload['approved_by'] == event['actor']
    fits = decision in ('go_on', 'void') and bool(waits) and latest and named
    return fits and people and bool(payload['reason']) and [payload['before'], payload['after']] == [now, after]


def decided(call, look, at):
    """What a look does to an entered option call before its validity ends: an outcome and its basis, or None."""
    exits = [quoted and quoted['bid' if leg['side'] == 'buy' else 'ask'] for leg, quoted in zip(call['legs'], look['quotes'])]
    exits = None if None in exits else [Decimal(str(price)) for price in exits]
    stop = [level for since, level in call['stops'] if since is None or since <= at][-1]
    target = call['target']
    if call['basis'] == 'underlying':
        turn = 1 if target > call['stops'][0][1] else -1
        edges = [turn * Decimal(str(look['underlying'][name])) for name in ('open', 'high', 'low')]
        first, high, low, stop, target = edges[0], max(edges[1:]), min(edges[1:]), turn * stop, turn * target
        if look['first'] and first <= stop:
            return 'sl_hit', 'gap'
        if look['first'] and first >= target:
            return 'target_hit', 'gap'
        if low <= stop:
            return 'sl_hit', 'both' if high >= target else 'level'
        if high >= target:
            return 'target_hit', 'level'
    elif exits:
        signed_lots = [(1 if leg['side'] == 'buy' else -1) * leg['lots'] for leg in call['legs']]
        if call['basis'] == 'pnl':
            stands = sum(lots * (price - entry) for lots, price, entry in zip(signed_lots, exits, call['entry'])) * call['lot']
        else:
            units = math.gcd(*(leg['lots'] for leg in call['legs']))
            stands = sum(lots * price for lots, price, leg in zip(signed_lots, exits, call['legs']) if leg['type'] != 'FUT') / units
        if stands <= stop:
            return 'sl_hit', 'gap' if look['first'] else 'level'
        if stands >= target:
            return 'target_hit', 'gap' if look['first'] else 'level'
    asked = call['asked'] is not None and call['asked'] < at and call['entered'] + timedelta(minutes=5) <= at
    return ('exited', 'request') if asked and exits else None


def worth(leg, value):
    return value if leg['type'] == 'FUT' else max(Decimal(0), value - leg['strike'] if leg['type'] == 'CE' else leg['strike'] - value)


def end_wrong(call, kind, payload, at):
    """Whether an end follows from what was decided before, or from the end of its validity."""
    over, closing = at >= call['expires'], call['closing']
    if closing is None and not over:
        return 'nothing has decided it'
    if closing and not over and at < closing[1] + timedelta(seconds=60):
        return 'it follows its decision sooner than a minute'
    if kind != (closing[0][0] if closing else 'expired'):
        return 'it is another end than was decided'
    if 'settlement' not in payload:
        if over and call['settles']:
            return 'it is held to its expiry, and not settled'
        return None if payload['basis'] == (closing[0][1] if closing else 'level') else 'it has another basis than was decided'
    near = min(leg['expiry'] for leg in call['legs'])
    value = Decimal(str(payload['value']))
    told = [(worth(leg, value), Decimal(str(fill['price']))) for leg, fill in zip(call['legs'], payload['legs']) if leg['expiry'] == near]
    if not over or payload['basis'] != 'settlement' or any(due != price for due, price in told):
        return 'its settlement does not follow from the value'


def decisions_wrong(events):
    """Each fill, decision and end of an option call from what the events hold: quotes, levels, times."""
    first = events[0]['payload']
    number = lambda value: Decimal(str(value))
    call = {
        'legs': [{**leg, 'strike': number(leg['strike'])} for leg in first['legs']],
        'lot': number(first['lot_size']),
        'basis': first['level_basis'],
        'target': number(first['target']),
        'stops': [(None, number(first['stop_loss']))],
        'limit': first['net_limit'],
        'settles': first['settles'],
        'expires': instant(first['expires_at']),
        'entry': None,
        'entered': None,
        'asked': None,
        'closing': None,
        'waits': None,
    }
    published, adjusted, settled = instant(events[0]['ts']), set(), set()
    for n, event in enumerate(events[1:], 2):
        kind, payload = event['type'], event['payload']
        at = instant(payload.get('at', event['ts']))
        if kind in ('not_judgeable', 'judgeable'):
            wrong = doubt_wrong(event, call, settled)
            if wrong:
                yield f'event {n}: {wrong}'
            call['waits'] = (payload['cause'], payload['day']) if kind == 'not_judgeable' else None
        elif kind == 'correction':
            if not is_settling(event, [one['type'] for one in events[: n - 1]], call['waits'], derive_option(events[: n - 1])['status']):
                yield f'event {n}: it is no correction by two people of what the record says'
            # A day whose prices two people trust is in doubt no more, whatever the cause; one they went on without is again where its prices step.
            if payload['decision'] == 'go_on':
                trusts = payload.get('cause', 'price_step') == 'price_step'
                settled |= {(cause, payload['day']) for cause in CAUSES if trusts or cause != 'price_step'}
            call['waits'] = None
            if payload['decision'] == 'void':
                return
        elif call['waits'] and kind in ('entry_fill', 'closing', 'lapsed', 'unjudged', *ENDS):
            yield f'event {n}: the call waited, and nothing had judged it'
        if kind == 'entry_fill':
            prices = [number(leg['price']) for leg in payload['legs']]
            lots = [(1 if leg['side'] == 'buy' else -1) * leg['lots'] for leg in call['legs']]
            net = sum(sign * price for sign, price, leg in zip(lots, prices, call['legs']) if leg['type'] != 'FUT') / math.gcd(*(leg['lots'] for leg in call['legs']))
            late = at < published + timedelta(seconds=60) or at >= instant(first['entry_until'])
            if late or abs(net - number(payload['net_premium'])) > Decimal('1e-9') or call['limit'] is not None and net > number(call['limit']):
                yield f'event {n}: its quotes give no entry'
            call.update(entry=prices, entered=at)
        elif kind == 'closing':
            told = (payload['as'], payload['basis'])
            if call['entry'] is None or call['closing'] or at <= call['entered'] or at >= call['expires'] or 'quotes' in payload and decided(call, payload, at) != told:
                yield f'event {n}: what it was decided by gives another decision'
            call['closing'] = (told, at)
        elif kind == 'tighten_sl':
            call['stops'].append((at, number(payload['stop_loss'])))
        elif kind == 'exit_request':
            call['asked'] = call['asked'] or at
        elif kind in ENDS:
            wrong = 'it was not entered' if call['entry'] is None else end_wrong(call, kind, payload, at)
            if wrong:
                yield f'event {n}: {wrong}'
            return
        elif kind == 'corp_adjust' and payload['ex_date'] not in adjusted:
            adjusted.add(payload['ex_date'])
            ratio = payload['ratio']
            premium = lambda price: number(nearest(float(price) / ratio, 100))
            underlying = lambda price: number(nearest(after_action(float(price), payload), 100))
            call['entry'] = call['entry'] and [(underlying if leg['type'] == 'FUT' else premium)(price) for leg, price in zip(call['legs'], call['entry'])]
            call['legs'] = [
                leg if leg['type'] == 'FUT' else {**leg, 'strike': number(nearest(after_action(float(leg['strike']), payload), 20))} for leg in call['legs']
            ]
            call['lot'] = number(nearest(float(call['lot']) * ratio, 1))
            call['limit'] = call['limit'] if call['limit'] is None else premium(call['limit'])
            if call['basis'] != 'pnl':
                scale = underlying if call['basis'] == 'underlying' else premium
                call.update(target=scale(call['target']), stops=[(since, scale(stop)) for since, stop in call['stops']])
            if action_wrong(payload):
                yield f'event {n}: its ratio does not follow from the terms of the right'


FACTS = ('name', 'category', 'reg_no', 'valid_to', 'nism_valid_to', 'standing')
# The statuses that a page gives each standing; a registration lapses by its days alone.
STATUSES = {
    'registered': ('verified', 'expiring', 'lapsed'),
    'review': ('pending', 'unverified', 'rejected'),
    'suspended': ('suspended',),
    'left': ('suspended', 'closed'),
}
SHOWN = (('full_name', 'name'), ('profession', 'category'), ('reg_no', 'reg_no'))


def record_wrong(bodies, expert_id):
    """An author's record: one whole entry an event, from the one that opened it on."""
    for at, body in enumerate(bodies):
        texts = all(isinstance(body['payload'].get(name), str) for name in FACTS)
        if (body.get('kind'), body['call_id'], body['expert_id']) != ('author', f'author_{expert_id}', expert_id):
            yield f'event {at + 1} is of another record'
        elif not texts or body['payload']['standing'] not in ('registered', 'review', 'suspended', 'left') or (at == 0) != (body['type'] == 'opened'):
            yield f'event {at + 1} holds no entry'


def name_wrong(shown, publication, author):
    """What a page shows of an author, and whom the publication names, against the author's record; `author` are its events, or none."""
    payload = publication['payload']
    spoke = payload.get('author')
    if 'format' in payload:
        named = isinstance(spoke, dict) and all(isinstance(spoke.get(name), str) for _, name in SHOWN)
        if payload['format'] != 2 or not named or not isinstance(payload.get('feed'), str):
            yield 'its publication names no author or no feed'
            return
    elif spoke is None and not author:
        return
    if not author:
        yield from (f'the page shows another {field} of its author than its publication' for field, name in SHOWN if shown[field] != spoke[name])
        return
    if shown['user_id'] != publication['expert_id']:
        yield 'the page shows another author'
    if spoke:
        before = [body for body in author if body['ts'] < publication['ts']][-1:]
        then = before + [body for body in author if body['ts'] == publication['ts']]
        if not any(all(spoke[name] == body['payload'][name] for _, name in SHOWN) for body in then):
            yield 'its publication names another author than the register had then'
    standing = standing_at(author, publication)
    if standing not in (None, 'registered'):
        yield f'it was published while the standing of its author was {standing}'
    yield from author_shown_wrong(shown, author)


def logged(event):
    """What an event says, with its number in the log: None before a head covers it."""
    return {**json.loads(event['canonical']), 'index': (event.get('log') or {}).get('index')}


def standing_at(author, publication):
    """The standing of an author when they published, None before their record begins: by the log, and by times where no head covers the publication."""
    index, ts = publication['index'], publication['ts']
    if index is not None:
        then = [body for body in author if body['index'] is not None and body['index'] < index][-1:]
    else:
        then = [body for body in author if body['ts'] < ts][-1:] + [body for body in author if body['ts'] == ts]
    standings = [body['payload']['standing'] for body in then]
    return 'registered' if 'registered' in standings else standings[-1] if standings else None


def author_shown_wrong(shown, author):
    """What a page shows of an author against the latest entry of their record; only their own page has a status and the last day."""
    entry = author[-1]['payload']
    if shown['user_id'] != author[-1]['expert_id']:
        yield 'the page shows another author'
    if entry['standing'] == 'left':
        if shown['full_name'] not in ('Closed account', 'An expert who has left'):
            yield 'the page shows a name of a closed account'
    else:
        yield from (f'the page shows another {field} of its author than was signed' for field, name in SHOWN if shown[field] != entry[name])
    if shown['verified'] and entry['standing'] != 'registered':
        yield 'the page shows its author as verified'
    if 'status' in shown and shown['status'] not in STATUSES[entry['standing']]:
        yield 'the page shows another status of its author than was signed'
    if 'valid_to' in shown and entry['standing'] != 'left' and shown['valid_to'] != entry['valid_to']:
        yield 'the page shows another validity of its author than was signed'
    if 'review_since' in shown:
        before = [at for at, body in enumerate(author) if body['payload']['standing'] != 'review']
        review = author[before[-1] + 1 if before else 0 :]
        if not review or review[0]['ts'] != shown['review_since']:
            yield 'the page shows another beginning of a review of its author than was signed'


CHAIN_BREAKS = {'it does not follow the one before', 'it is not signed with the key'}


def call_wrong(call, keys, dates, roots, in_log, author=()):
    """`in_log` tells whether a leaf is at its number in the log; `author` are the events of the author's record, None where no name is shown."""
    proof = call['proof']
    bodies, latest, previous = [], None, None
    if not proof['events']:
        yield 'it has no events'
    own = proof.get('keys', keys.told[:1])
    if unbase64url(proof['public_key']) not in keys.keys or not own or own != keys.told[: len(own)]:
        yield 'it names other keys than the ledger'
    under = {event['root_date'] for event in proof['events']} - {None}
    for root in proof['roots']:
        under.discard(root['trading_date'])
        if {**roots.get(root['trading_date'], {}), **root} != roots.get(root['trading_date']):
            yield f'its root of {root["trading_date"]} is not the published one'
    if under:
        yield 'a root of its events is missing'
    for at, event in enumerate(proof['events']):
        what = f'event {event["n"]}: '
        body = json.loads(event['canonical'])
        bodies.append({**logged(event), 'hash': event['hash']})
        broken = []
        if sha(event['canonical'].encode()).hex() != event['hash']:
            broken.append('the text does not give the hash')
        if (body['call_id'], body['expert_id'], body['n'], body['prev_hash']) != (proof['call_id'], proof['expert_id'], event['n'], event['prev_hash']):
            broken.append('it belongs elsewhere')
        opening = 'opened' if body.get('kind') == 'author' else 'publish'
        if (at == 0) != (body['type'] == opening):
            broken.append(f'{opening} is the first type, and only the first')
        if 'link' in body:
            if event['n'] != at + 1 or event['prev_hash'] != (previous['hash'] if previous else ZEROS):
                broken.append('it does not follow the one before')
            if event['place'] and place_hash(event['place']) != body['link']:
                broken.append('its place is not the one in the text')
        elif previous and (event['n'] <= previous['n'] or (event['n'] == previous['n'] + 1 and event['prev_hash'] != previous['hash'])):
            broken.append('it does not follow the one before')
        allowed = keys.of_event(roots.get(event['root_date']), dates[-1] if dates else '')
        if not any(signed(key, unbase64url(event['sig']), bytes.fromhex(event['hash'])) for key in allowed):
            broken.append('it is not signed with the key')
        yield from (what + one for one in broken)
        # Behind a break of the chain anybody may have put thousands of events, each of which would cost a signature.
        if not CHAIN_BREAKS.isdisjoint(broken):
            return

        ts, date = instant(body['ts']), event['root_date']
        if latest:
            engine = body['actor'] == 'engine'
            if ts < (instant(bodies[0]['ts']) if engine else latest) or (engine and indian_day(ts) < indian_day(latest)):
                yield what + 'it is dated before what stands ahead of it'
        if 'at' in body['payload'] and (body['actor'] != 'engine' or not latest or not instant(bodies[0]['ts']) <= instant(body['payload']['at']) <= ts):
            yield what + 'it says it happened when it can’t have'
        latest = max(latest, ts) if latest else ts
        place = len(dates) if date is None else dates.index(date) if date in dates else None
        if place is None:
            yield what + f'nobody published a root of {date}'
        else:
            if place > 0 and ts <= root_instant(dates[place - 1]) - SLACK or date and ts > root_instant(date) + SLACK:
                yield what + 'it is dated outside the interval of its root'
            if date and climb(event['hash'], event['merkle']) != roots[date]['merkle_root']:
                yield what + 'it is not under its root'
        log = event.get('log')
        if date and not log:
            yield what + 'it is under a root and not in the log'
        if log and not in_log(at, log, log_leaf(event['hash'], log['salt'])):
            yield what + 'it is not in the log'
        previous = event
    if bodies and bodies[0].get('kind') == 'author':
        yield from record_wrong(bodies, proof['expert_id'])
    elif bodies and bodies[0]['type'] == 'publish' and call['shown']:
        if author is not None:
            yield from name_wrong(call['shown']['expert'], bodies[0], author)
        if bodies[0].get('kind') == 'options':
            yield from option_wrong(call['shown'], bodies)
            yield from decisions_wrong(bodies)
        else:
            yield from shown_wrong(call['shown'], bodies)
            yield from prices_wrong(bodies)


def receipt_text(receipt):
    body = {name: receipt[name] for name in ('call_id', 'leaf', 'log', 'n', 'root_date', 'ts')}
    return b'vimarsh-receipt/v1\n' + canonical(body) + b'\n'


def receipt_signed(receipt, allowed):
    """Whether the key that a receipt names may have signed it, and has."""
    key = unbase64url(receipt['public_key'])
    return key in allowed and signed(key, unbase64url(receipt['signature']), receipt_text(receipt))


def receipt_wrong(opened, keys, origin, ledger_roots, leaves, calls):
    receipt = opened['receipt']
    due = next((root for root in ledger_roots if root['trading_date'] >= receipt['root_date']), None)
    allowed = keys.of_event(due, ledger_roots[-1]['trading_date'] if ledger_roots else '')
    if not receipt_signed(receipt, list(allowed)):
        yield 'it is not signed with the key'
    if receipt['log'] != origin:
        yield 'it is of another log'
    begin, size, end = 0, 0, None
    for root in ledger_roots:
        size += root['count']
        if root_instant(root['trading_date']) + SLACK < instant(receipt['ts']):
            begin = size
        if end is None and root['trading_date'] >= receipt['root_date']:
            end = size
    if end is not None and receipt['leaf'] not in {leaf.hex() for leaf in leaves[begin:end]}:
        yield f'the log has no such entry under the root of {receipt["root_date"]}'
    if 'salt' in opened and receipt['call_id'] in calls:
        event = calls[receipt['call_id']]['events'][receipt['n'] - 1]
        if json.loads(event['canonical'])['ts'] != receipt['ts'] or log_leaf(event['hash'], opened['salt']).hex() != receipt['leaf']:
            yield 'it is of another text'


Ledger = collections.namedtuple('Ledger', 'keys dated dates roots wrong')


def read_ledger(ledger, key):
    """The keys and daily roots of the ledger's file, and what does not hold of them for whoever knows `key`."""
    keys = Keys(ledger, key)
    wrong, prev, hashes, dated, total = list(keys.wrong), ZEROS, {None: ZEROS}, {}, 0
    for root in ledger['roots']:
        if root['prev_root'] != prev:
            wrong.append(f'the root of {root["trading_date"]} does not follow the one before')
        prev = hashes[root['trading_date']] = root_hash(root)
        if not signed(keys.of_root(root['trading_date']), unbase64url(root['signature']), bytes.fromhex(prev)):
            wrong.append(f'the root of {root["trading_date"]} is not signed with the key')
        total += root['count']
        dated.setdefault(total, root['trading_date'])
    for at, since in enumerate(keys.since[1:], 2):
        if hashes.get(since['after']) != since['root']:
            wrong.append(f'key {at} follows a root that nobody published')
    dates = [root['trading_date'] for root in ledger['roots']]
    return Ledger(keys, dated, dates, {root['trading_date']: root for root in ledger['roots']}, wrong)


def export_wrong(export, key, before):
    ledger = export['ledger']
    keys, dated, dates, roots, wrong = read_ledger(ledger, key)
    yield from wrong

    data = base64.b64decode(export['leaves'])
    leaves = [data[at : at + 32] for at in range(0, len(data), 32)]
    for name, note in (('the head', export['checkpoint']), ('the head you kept', before)):
        head = read_checkpoint(note, keys, dated) if note else None
        if note and not head:
            yield f'{name} is not signed with the key'
        elif head and (head[0] > len(leaves) or tree(leaves[: head[0]]) != head[1]):
            yield f'{name} is not the head of this log: it was cut or rewritten'
        elif head and name == 'the head' and head[0] != len(leaves):
            yield 'the log has leaves that its head does not cover'
    if len(leaves) != sum(root['count'] for root in ledger['roots']):
        yield 'the log has another number of events than the daily roots'
    in_log = lambda _, log, leaf: log['index'] < len(leaves) and leaves[log['index']] == leaf
    authors = {}
    for proof in export.get('authors', []):
        try:
            for wrong in call_wrong({'proof': proof}, keys, dates, roots, in_log):
                yield f'author {proof["expert_id"]}: {wrong}'
            authors[proof['expert_id']] = [logged(event) for event in proof['events']]
        except UNREADABLE as error:
            yield f'author {proof["expert_id"]}: it can’t be read ({error!r})'
    for call in export['calls']:
        try:
            if 'format' in json.loads(call['proof']['events'][0]['canonical'])['payload'] and call['proof']['expert_id'] not in authors:
                yield f'call {call["proof"]["call_id"]}: the record of its author is missing'
            for wrong in call_wrong(call, keys, dates, roots, in_log, authors.get(call['proof']['expert_id'], ())):
                yield f'call {call["proof"]["call_id"]}: {wrong}'
        except UNREADABLE as error:
            yield f'call {call["proof"]["call_id"]}: it can’t be read ({error!r})'
    proofs = {call['proof']['call_id']: call['proof'] for call in export['calls']}
    for opened in export.get('receipts', []):
        origin = export['checkpoint'].split('\n')[0]
        for wrong in receipt_wrong(opened, keys, origin, ledger['roots'], leaves, proofs):
            yield f'receipt {opened["receipt"]["n"]} of call {opened["receipt"]["call_id"]}: {wrong}'


# A file of proof, by "Files of proof" of the format.


# Bounds of "Files of proof": a larger zip is none, and nothing in it is looked at.
MOST_FILES = 65_535
MOST_FILE_BYTES = 64 * 2**20
MOST_BYTES = 512 * 2**20
# Bytes of the directory of a zip: names of files of proof are short.
MOST_DIRECTORY = 16 * 2**20
PIECE = 2**20


class Refused(Exception):
    """A file that is no file of proof; the words say why."""


def directory_checked(path):
    """Python reads the whole directory of a zip into memory, whatever it says of its length."""
    size = os.path.getsize(path)
    with open(path, 'rb') as file:
        file.seek(max(0, size - 22 - 65_535))
        tail = file.read()
    at = tail.rfind(b'PK\5\6', 0, len(tail) - 18)
    if size > MOST_BYTES:
        raise Refused(f'the zip is larger than {MOST_BYTES // 2**20} MB: it is no file of proof, and nothing in it was looked at')
    if at < 0 or tail[max(0, at - 20) : at - 16] == b'PK\6\7' or int.from_bytes(tail[at + 12 : at + 16], 'little') > MOST_DIRECTORY:
        raise Refused('the directory of the zip is not that of a file of proof, and nothing in it was looked at')


def read_zip(path, most_files=MOST_FILES, most_file_bytes=MOST_FILE_BYTES, most_bytes=MOST_BYTES):
    """The files by their names; two of one name, each program would unpack as it likes."""

    def bounded(size, total, name):
        for what, bytes_, most in ((name, size, most_file_bytes), ('the zip', total, most_bytes)):
            if bytes_ > most:
                raise Refused(f'{what} unpacks to more than {most // 2**20} MB: it is no file of proof, and nothing in it was looked at')

    directory_checked(path)
    files, total = {}, 0
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        if len(entries) > most_files:
            raise Refused(f'the zip has more than {most_files} files: it is no file of proof, and nothing in it was looked at')
        if len(entries) != len({entry.filename for entry in entries}):
            raise Refused('the zip has two files of one name')
        if any(entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for entry in entries):
            raise Refused('the zip packs a file in a way that no file of proof has')
        claimed = 0
        for entry in entries:
            claimed += entry.file_size
            bounded(entry.file_size, claimed, entry.filename)
        for entry in entries:
            # A header's size is a claim: the bytes count as they come.
            with archive.open(entry) as packed:
                pieces, size = [], 0
                while piece := packed.read(PIECE):
                    pieces.append(piece)
                    size, total = size + len(piece), total + len(piece)
                    bounded(size, total, entry.filename)
            files[entry.filename] = b''.join(pieces)
    return files


def manifest_wrong(files, keys):
    text, signature = files['manifest.txt'], json.loads(files['manifest-signature.json'])
    by = unbase64url(signature['public_key'])
    if not text.startswith(b'# vimarsh-evidence/v1\n') or by not in keys.keys or not signed(by, unbase64url(signature['signature']), text):
        yield 'the manifest is not signed with the key'
    listed = dict(reversed(line.split('  ', 1)) for line in text.decode().splitlines()[2:])
    for name, digest in listed.items():
        if name not in files or sha(files[name]).hex() != digest:
            yield f'{name} is missing, or another than was signed'
    for name in sorted(set(files) - set(listed) - {'manifest.txt', 'manifest-signature.json'}):
        yield f'{name} was added'


def cosigned(note, vkey):
    """When a witness co-signed a head, in seconds; None where it did not, or its line does not hold."""
    name, _, data = vkey.split('+', 2)
    public = base64.b64decode(data)[1:]
    text, _, lines = note.partition('\n\n')
    for line in lines.splitlines():
        dash, own, data = (line.split(' ') + ['', ''])[:3]
        data = base64.b64decode(data)
        if (dash, own, data[:4]) == ('—', name, sha(name.encode(), b'\n\x04', public)[:4]):
            seconds = int.from_bytes(data[4:12], 'big')
            return seconds if signed(public, data[12:], f'cosignature/v1\ntime {seconds}\n{text}\n'.encode()) else None
    return None


class Stretches:
    """The prices of a file: of each stock and day one stretch of the feed, whose beginnings are the others."""

    def __init__(self, files):
        self.files, self.missing, self.read = files, set(), {}

    def text(self, name):
        """The bytes of the stretch of this name; None where the file does not hold it."""
        symbol, day, n = name.rsplit('/', 2)
        path = f'prices/{urllib.parse.quote(symbol, safe="!*()" + chr(39))}/{day}.json'
        if path not in self.read:
            data = self.files.get(path)
            self.read[path] = data and json.loads(data, parse_float=str, parse_int=str)
        whole = self.read[path]
        if not whole or len(whole['prices']) < int(n):
            self.missing.add(name)
            return None
        head = json.dumps({'day': whole['day'], 'from': whole['from']}, separators=(',', ':'))[:-1]
        return f'{head},"prices":[{",".join(whole["prices"][: int(n)])}],"step":1,"symbol":{json.dumps(symbol, ensure_ascii=False)}}}'.encode()


def followed_price_wrong(told, stock, since, stretches):
    """Whether a follower's price is the first from an instant on: of that second, or the first of a session."""
    symbol, day, n = told['segment'].rsplit('/', 2)
    data = stretches.text(told['segment'])
    if data is None:
        return None
    text = json.loads(data)
    start = instant(text['from']) + timedelta(seconds=int(n) - 1)
    opened = text['prices'][max(0, int(n) - 2)]
    if symbol != stock or text['day'] != day or instant(told['ts']) != start or told['price'] != opened:
        return 'its price is not in the prices'
    first = timedelta(0) <= start - since < timedelta(seconds=1) or (int(n) == 1 and start >= since)
    return None if first else 'it is not the first price a minute later'


MINUTE = timedelta(seconds=60)


def follower_wrong(shown, events, told, stretches):
    first, entry, exit_ = events[0]['payload'], shown['entry_fill'], shown['exit']
    if told is None:
        return None
    if not entry or not exit_ or first['call_type'] == 'Hold':
        return 'a follower got something of a call without a result'
    prices, market = told['prices'], first['entry_mode'] == 'market'
    if market != (prices['entry'] is not None):
        return 'a follower’s entry is of another kind'
    came = prices['entry'] or entry
    wrong = market and followed_price_wrong(came, first['stock'], instant(events[0]['ts']) + MINUTE, stretches)
    wrong = wrong or followed_price_wrong(prices['exit'], first['stock'], instant(exit_['ts']) + MINUTE, stretches)
    if wrong:
        return wrong
    if instant(came['ts']) >= instant(exit_['ts']):
        return 'a follower came after the end'
    paid, day, seen = came['price'], lambda ts: str(indian_day(instant(ts))), set()
    for event in events:
        payload = event['payload']
        if market and event['type'] == 'corp_adjust' and payload['ex_date'] not in seen and day(came['ts']) < payload['ex_date'] <= day(exit_['ts']):
            seen.add(payload['ex_date'])
            paid = paise(after_action(paid, payload))
    if prices['factor'] != 1 and day(exit_['ts']) == day(prices['exit']['ts']):
        return 'no action lies between the end and the price a minute later'
    got = prices['exit']['price'] * prices['factor']
    to, frm = (got, paid) if first['call_type'] == 'Buy' else (paid, got)
    if (told['entry'], told['exit'], told['made']) != (paise(paid), paise(got), ratio(to, frm, paid, 100, 4)):
        return 'a follower’s result does not follow from the prices'
    return None


def read_csv(data):
    head, *rows = csv.reader(io.StringIO(data.decode()))
    return [dict(zip(head, row)) for row in rows]


def cell(value):
    """As a table says it: a number as Python reads it, a text as it is."""
    if value is None:
        return ''
    return float(value) if isinstance(value, (int, float)) else value


def same_row(told, due):
    numbers = {name for name, value in due.items() if isinstance(value, (int, float))}
    said = {name: float(told[name]) if name in numbers and told.get(name) else told.get(name) for name in due}
    return set(told) == set(due) and said == {name: cell(value) for name, value in due.items()}


COSTS = {'intraday': 8_000}


def stake(shown):
    """What ₹1,00,000 made, in whole paise: before costs, and after."""
    gross = round(Decimal(repr(shown['realised_return'])) * 100_000)
    return gross, gross - COSTS.get(shown['term'], 25_000)


def call_row(shown, follower):
    entry, exit_ = shown['entry_fill'], shown['exit']
    counts = entry is not None and exit_ is not None and shown['realised_return'] is not None
    gross, net = stake(shown) if counts else (None, None)
    return {
        'call': shown['id'],
        'stock': shown['stock'],
        'side': shown['call_type'],
        'term': shown['term'],
        'status': shown['status'],
        'published_at': shown['published_at'],
        'entry_at': entry and entry['ts'],
        'entry': entry and entry['price'],
        'target': shown['target_price'],
        'first_stop_loss': shown['initial_stop_loss'],
        'ended_at': shown['ended_at'],
        'exit_at': exit_ and exit_['ts'],
        'exit': exit_ and exit_['price'],
        'counted': int(counts),
        'return_pct': shown['realised_return'],
        'r_multiple': shown['r_multiple'],
        'cost_pct': (gross - net) / 100_000 if counts else None,
        'net_pct': net / 100_000 if counts else None,
        'return_inr': gross / 100 if counts else None,
        'net_inr': net / 100 if counts else None,
        'hit': int(net > 0) if counts else None,
        'follower_entry': follower and follower['entry'],
        'follower_exit': follower and follower['exit'],
        'follower_return_pct': follower and follower['made'],
    }


def option_row(shown, risk, on_margin):
    pnl, cost = shown['pnl'], shown['cost']
    net = None if pnl is None else away(Decimal(repr(pnl)) - Decimal(repr(cost)))
    return {
        **{'call': shown['id'], 'underlying': shown['underlying'], 'strategy': shown['strategy'], 'status': shown['status']},
        **{name: shown[name] for name in ('published_at', 'entry_at', 'exit_at', 'ended_at', 'pnl', 'headline_pnl', 'slippage', 'cost')},
        'net': net,
        'risk': risk,
        'return_on_risk_pct': None if pnl is None or not risk else ratio(pnl, 0, risk, 100, 4),
        'on_margin': int(on_margin),
        'hit': None if net is None else int(net > 0),
    }


def month_ends(first, last):
    year, month = first.year, first.month
    while True:
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
        end = first.replace(year=year, month=month, day=1) - timedelta(days=1)
        if end > last:
            return
        yield end


def certificate(calls):
    """The seven metrics, rolling returns and the curve of counted calls, by method.txt."""
    results = [(indian_day(instant(one['exit']['ts'])), *stake(one)) for one in calls]
    hits = sum(net > 0 for _, _, net in results)
    metrics = {'calls_counted': len(calls), 'hits': hits, 'misses': len(calls) - hits}
    if len(calls) < 10:
        return metrics, [], []
    changes = []
    for one in calls:
        begin, end = instant(one['entry_fill']['ts']), instant(one['exit']['ts'])
        changes += [(begin, 1), (end + timedelta(microseconds=500) if begin == end else end, -1)]
    out = most = 0
    for _, by in sorted(changes):
        out += by
        most = max(most, out)
    capital = most * 10_000_000
    curve, total = [], 0
    for day in sorted({day for day, _, _ in results}):
        net = sum(net for at, _, net in results if at == day)
        total += net
        curve.append((day, net, total, capital + total))
    first, last = min(indian_day(instant(one['entry_fill']['ts'])) for one in calls), curve[-1][0]
    value_at = lambda day: next((value for at, _, _, value in reversed(curve) if at <= day), capital)
    ends = list(month_ends(first, last))
    rolling = []
    for months in (3, 12):
        for frm, to in zip(ends, ends[months:]):
            if value_at(frm) > 0:
                rolling.append((months, str(frm), str(to), ratio(value_at(to), value_at(frm), value_at(frm), 100, 4)))
    gross, days, value = sum(one for _, one, _ in results), (last - first).days, capital + total
    nets = [ratio(net, 0, 10_000_000, 100, 4) for _, _, net in results]
    metrics |= {
        'hit_rate_pct': ratio(hits, 0, len(calls), 100, 4),
        'from': str(first),
        'to': str(last),
        'days': days,
        'return_inr': gross / 100,
        'net_inr': total / 100,
        'average_return_pct': ratio(gross, 0, len(calls) * 10_000_000, 100, 4),
        'average_net_pct': ratio(total, 0, len(calls) * 10_000_000, 100, 4),
        'capital_inr': capital / 100,
        'value_inr': value / 100,
        'return_on_capital_pct': ratio(total, 0, capital, 100, 4),
        'cagr_pct': None if days < 365 or value <= 0 else 100 * ((value / capital) ** (365 / days) - 1),
        'best_net_pct': max(nets),
        'worst_net_pct': min(nets),
    }
    for months in (3, 12):
        made = [one[3] for one in rolling if one[0] == months]
        metrics |= {f'rolling_{months}m_{name}_pct': pick(made) if made else None for name, pick in (('latest', lambda all_: all_[-1]), ('best', max), ('worst', min))}
    return metrics, rolling, [(str(day), net / 100, sum_ / 100, value / 100) for day, net, sum_, value in curve]


def tables_wrong(files, shares, options):
    """The tables of an expert's file against the calls in it."""
    if 'results/calls.csv' not in files:
        return
    for name, due in (('calls', shares), ('option-calls', options)):
        told = read_csv(files[f'results/{name}.csv'])
        if len(told) != len(due):
            yield f'results/{name}.csv has another number of calls than the file'
        for one, row in zip(told, due):
            if not same_row(one, row):
                wrong = [column for column in row if not same_row({column: one.get(column)}, {column: row[column]})]
                yield f'results/{name}.csv says another {", ".join(wrong)} of call {row["call"]}'
    counted = [shown for shown in (one['shown'] for one in shares.read) if shown['entry_fill'] and shown['exit'] and shown['realised_return'] is not None]
    metrics, rolling, curve = certificate(counted)
    told = {row['metric']: row['value'] for row in read_csv(files['results/metrics.csv'])}
    if set(told) != set(metrics):
        yield 'results/metrics.csv has other metrics'
    for name, value in metrics.items():
        said = told.get(name)
        near = isinstance(value, (int, float)) and said and abs(float(said) - value) <= (0.0051 if name == 'cagr_pct' else 1e-9)
        if not near and said != cell(value):
            yield f'results/metrics.csv says {said} for {name}, and its calls give {value}'
    for name, due in (('rolling', rolling), ('curve', curve)):
        rows = [list(row.values()) for row in read_csv(files[f'results/{name}.csv'])]
        if [[cell(value) if isinstance(value, str) else float(said) for said, value in zip(row, one)] for row, one in zip(rows, due)] != [
            [cell(value) for value in one] for one in due
        ] or len(rows) != len(due) or any(row[at] != one[at] for row, one in zip(rows, due) for at in range(len(one)) if isinstance(one[at], str)):
            yield f'results/{name}.csv is not what the calls give'


def figures_wrong(told, calls):
    """What the page says of all calls on shares against the calls in the file."""
    counted = [shown for shown in calls if shown['status'] in ENDS and None not in (shown['entry_fill'], shown['exit'], shown['realised_return'], shown['r_multiple'])]
    n, hits = len(counted), sum(stake(shown)[1] > 0 for shown in counted)
    due = {'n': n, 'hits': hits, 'misses': n - hits, **{name: sum(shown['status'] == name for shown in calls) for name in ('lapsed', 'cancelled', 'unjudged')}}
    results = [shown['realised_return'] for shown in counted]
    enough = n >= 10
    due |= {'hit_rate': 100 * hits / n if enough else None, 'avg_return': sum(results) / n if enough else None}
    due |= {'best': max(results) if enough else None, 'worst': min(results) if enough else None}
    for name, value in due.items():
        said = told[name]
        # A page rounds the mean of unrounded results, and here are rounded ones.
        if said is None or value is None or abs(said - value) > (0.00011 if name in ('hit_rate', 'avg_return') else 1e-9):
            if said != value:
                yield f'the page shows {said} for {name}, and the calls give {value}'


class Shares(list):
    """Rows of calls on shares, and the calls themselves."""

    read = ()


def chain_wrong(files, proofs):
    """Every event in the file stands in the expert's chain at its number, and the chain has no gap."""
    rows = read_csv(files['chain.csv'])
    if [row['n'] for row in rows] != [str(n) for n in range(1, len(rows) + 1)]:
        yield 'chain.csv has a gap'
        return
    hashes = [ZEROS] + [row['hash'] for row in rows]
    placed = set()
    for proof in proofs:
        for event in proof['events']:
            place = event['place']
            if not place:
                continue
            placed.add(place['n'])
            if place['n'] > len(rows) or hashes[place['n']] != event['hash'] or hashes[place['n'] - 1] != place['prev_hash']:
                yield f'event {event["n"]} of call {proof["call_id"]} is not at its number in chain.csv'
            elif rows[place['n'] - 1]['call'] != proof['call_id']:
                yield f'chain.csv names another call at number {place["n"]}'
    for n, row in enumerate(rows, 1):
        if row['call'] and n not in placed:
            yield f'chain.csv names call {row["call"]} at number {n}, which has no such event here'


def tlog_proof(text):
    """Salt, index, path and head of a C2SP tlog-proof."""
    lines, _, head = text.partition('\n\n')
    first, extra, index, *path = lines.split('\n')
    if first != 'c2sp.org/tlog-proof@v1' or not extra.startswith('extra ') or not index.startswith('index '):
        raise ValueError('no tlog-proof')
    return base64.b64decode(extra[6:]).hex(), int(index[6:]), [base64.b64decode(one) for one in path], head


def zip_receipt_wrong(opened, proof, ledger, origin):
    """A receipt by the event it is of: the log holds that leaf where it was promised."""
    receipt = opened['receipt']
    event = proof['events'][receipt['n'] - 1]
    due = next((root for date, root in ledger.roots.items() if date >= receipt['root_date']), None)
    allowed = ledger.keys.of_event(due, ledger.dates[-1] if ledger.dates else '')
    if receipt['log'] != origin or not receipt_signed(receipt, list(allowed)):
        return 'is not signed by this log'
    if json.loads(event['canonical'])['ts'] != receipt['ts'] or log_leaf(event['hash'], opened['salt']).hex() != receipt['leaf']:
        return 'is of another text'
    end = sum(root['count'] for date, root in ledger.roots.items() if date <= (due or receipt)[('trading_date' if due else 'root_date')])
    if due and event.get('log') and event['log']['index'] >= end:
        return 'promised an earlier root'
    return None


def zip_wrong(files, key, witnesses, told):
    told_ledger = json.loads(files['ledger.json'])
    keys = Keys(told_ledger, key)
    altered = [*keys.wrong, *manifest_wrong(files, keys)]
    yield from altered
    # Whoever altered a file may have filled it with what takes hours: nothing in it is computed.
    if altered:
        return
    ledger = read_ledger(told_ledger, key)
    yield from ledger.wrong
    note = files['log/checkpoint'].decode() if 'log/checkpoint' in files else ''
    head = read_checkpoint(note, ledger.keys, ledger.dated) if note else None
    if note and not head:
        yield 'the head of the log is not signed with the key'
        return
    origin = note.split('\n')[0]
    for witness in witnesses:
        if cosigned(note, witness) is None:
            yield f'{witness.split("+")[0]} has not co-signed the head of the log'
    stretches, shares, options, proofs = Stretches(files), Shares(), [], []
    shares.read = []
    names = [name for name in files if name.startswith('calls/') and name.endswith('/record.json')]

    def in_log(folder):
        def holds(at, log, leaf):
            text = files.get(f'{folder}events/{at + 1}.tlog-proof')
            if text is None:
                return not head or log['index'] >= head[0]
            salt, index, path, signed_head = tlog_proof(text.decode())
            return (salt, index, signed_head) == (log['salt'], log['index'], note) and included(leaf, index, head[0], path, head[1])

        return holds

    def texts_wrong(folder, proof):
        for at, event in enumerate(proof['events']):
            if files.get(f'{folder}events/{at + 1}.json') != event['canonical'].encode():
                yield f'the text of event {at + 1} is another'

    authors = {}
    for name in [name for name in files if name.startswith('authors/') and name.endswith('/record.json')]:
        record, folder = json.loads(files[name]), name[: -len('record.json')]
        proof = record['proof']
        try:
            events = [logged(event) for event in proof['events']]
            wrongs = [
                *call_wrong({'proof': proof}, ledger.keys, ledger.dates, ledger.roots, in_log(folder)),
                *texts_wrong(folder, proof),
                *author_shown_wrong(record['shown'], events),
                *([] if name == f'authors/{proof["expert_id"]}/record.json' else ['it stands under another name']),
            ]
            yield from (f'author {proof["expert_id"]}: {wrong}' for wrong in wrongs)
            authors[proof['expert_id']] = events
            proofs.append(proof)
        except UNREADABLE as error:
            yield f'{name}: it can’t be read ({error!r})'
    for name in names:
        record, folder = json.loads(files[name]), name[: -len('record.json')]
        proof = record['proof']
        proofs.append(proof)
        call = f'call {proof["call_id"]}: '

        try:
            for wrong in call_wrong(record, ledger.keys, ledger.dates, ledger.roots, in_log(folder), authors.get(proof['expert_id'], ())):
                yield call + wrong
            for wrong in texts_wrong(folder, proof):
                yield call + wrong
            bodies = []
            if 'format' in json.loads(proof['events'][0]['canonical'])['payload'] and proof['expert_id'] not in authors:
                yield f'{call}the record of its author is missing'
            for at, event in enumerate(proof['events']):
                body = {**json.loads(event['canonical']), 'hash': event['hash']}
                bodies.append(body)
                source = body['payload'].get('source')
                data = stretches.text(source['name']) if source and source['kind'] == 'segment' else None
                wrong = data and segment_wrong(source, body['payload']['bar'], data)
                if wrong:
                    yield f'{call}event {at + 1}: {wrong}'
            for opened in record['receipts']:
                wrong = zip_receipt_wrong(opened, proof, ledger, origin or opened['receipt']['log'])
                if wrong:
                    yield f'{call}the receipt of event {opened["receipt"]["n"]} {wrong}'
            if record['kind'] == 'equity' and record['shown']:
                shown = derive(bodies)
                wrong = follower_wrong(shown, bodies, record['follower'], stretches)
                if wrong:
                    yield f'{call}{wrong}'
                shares.append(call_row(shown, record['follower']))
                shares.read.append({'shown': shown})
            elif record['kind'] == 'options' and record['shown']:
                options.append(option_row(derive_option(bodies), record['shown']['risk'], record['shown']['on_margin']))
        except UNREADABLE as error:
            yield f'{call}it can’t be read ({error!r})'
    if 'expert.json' in files:
        expert = json.loads(files['expert.json'])
        if expert['calls'] != len(names):
            yield 'expert.json says another number of calls'
        if expert['user_id'] in authors:
            yield from (f'expert.json: {wrong}' for wrong in author_shown_wrong(expert, authors[expert['user_id']]))
        if expert.get('shown_figures'):
            yield from (f'expert.json: {wrong}' for wrong in figures_wrong(expert['shown_figures'], [one['shown'] for one in shares.read]))
        yield from tables_wrong(files, shares, options)
    if 'chain.csv' in files:
        yield from chain_wrong(files, proofs)
        hidden = sum(not row['call'] for row in read_csv(files['chain.csv']))
        told.append(f'{hidden} events of the expert are of calls that are not in the file')
    if stretches.missing:
        told.append(f'{len(stretches.missing)} stretches of prices are not in the file: fetch them by prices/named.csv')
    told.insert(0, f'{len(names)} calls hold, under a head of {head[0] if head else 0} events' + (f' that {len(witnesses)} witnesses co-signed' if witnesses else ''))



def option_vector_wrong(option, key):
    """A signed option call, from its publication on: its chain, what its quotes give, and what is shown of it."""
    bodies, previous = [], ZEROS
    for at, event in enumerate(option['events']):
        body = json.loads(event['canonical'])
        bodies.append({**body, 'hash': event['hash']})
        if sha(event['canonical'].encode()).hex() != event['hash'] or not signed(key, unbase64url(event['sig']), bytes.fromhex(event['hash'])):
            yield f'event {at + 1} is not the one that was signed'
        if (body['kind'], body['n'], body['prev_hash'], (at == 0)) != ('options', at + 1, previous, body['type'] == 'publish'):
            yield f'event {at + 1} does not follow the one before'
        previous = event['hash']
    yield from option_wrong(option['shown'], bodies)
    yield from decisions_wrong(bodies)


def entry_of(case):
    """What a bar does to a call that waits for its entry: type, price, basis and time of the fill, or nothing."""
    first, bar = case['publish'], case['bar']
    decimal = lambda value: Decimal(str(value))
    call = {
        'side': first['call_type'],
        'mode': first['entry_mode'],
        'low': decimal(first['entry_low']),
        'high': decimal(first['entry_high']),
        'from': first.get('comes_from'),
        'target': decimal(first['target']),
        'stops': [(None, decimal(first['stop_loss']))],
        'published': instant(case['ts']),
        'until': instant(first['entry_until']),
        'expires': instant(first['expires_at']),
        'entered': None,
        'asked': None,
    }
    told = resolve(call, {**bar, **{name: Decimal(bar[name]) for name in ('open', 'high', 'low', 'close')}})
    return told and {'price': float(told[0][1]), 'basis': told[0][2], 'ts': told[0][3]} or None


def entry_wrong(case):
    made, told = entry_of(case), case['fill']
    return made != (told and {**told, 'ts': instant(told['ts'])})


def action_vector_wrong(payload):
    """Whether a corp_adjust tells the levels after it that its action gives."""
    return action_wrong(payload) or payload['after'] != {name: paise(after_action(price, payload)) for name, price in payload['before'].items()}


def author_vector_wrong(author, key):
    """An author's record and a publication of theirs, signed, and what is shown of the author."""
    bodies = []
    for event in [*author['events'], author['publication']]:
        body = logged(event)
        if sha(event['canonical'].encode()).hex() != event['hash'] or not signed(key, unbase64url(event['sig']), bytes.fromhex(event['hash'])):
            yield f'event {body["n"]} of {body["call_id"]} is not the one that was signed'
        bodies.append(body)
    publication = bodies.pop()
    for at, body in enumerate(bodies):
        if (body['n'], body['prev_hash']) != (at + 1, author['events'][at - 1]['hash'] if at else ZEROS):
            yield f'event {at + 1} does not follow the one before'
    yield from record_wrong(bodies, publication['expert_id'])
    yield from name_wrong(author['shown'], publication, bodies)


def standing_vector_wrong(case, key):
    """An author's record, and publications of theirs of which each says whether it holds."""
    for event in [*case['events'], *case['publications']]:
        if sha(event['canonical'].encode()).hex() != event['hash'] or not signed(key, unbase64url(event['sig']), bytes.fromhex(event['hash'])):
            yield 'an event is not the one that was signed'
    author = [logged(event) for event in case['events']]
    yield from record_wrong(author, author[0]['expert_id'])
    for publication in case['publications']:
        if (standing_at(author, logged(publication)) == 'registered') != publication['holds']:
            yield f'{logged(publication)["call_id"]} is judged otherwise'


def vectors_wrong(vectors):
    key = unbase64url(vectors['public_key'])
    event, root, log = vectors['event'], vectors['root'], vectors['log']
    prices, receipt = vectors['prices'], vectors['receipt']
    segment = json.loads(prices['segment'])
    facts = {
        'place': place_hash(vectors['place']) == json.loads(event['canonical'])['link'],
        'hash': sha(event['canonical'].encode()).hex() == event['hash'],
        'signature': signed(key, unbase64url(event['sig']), bytes.fromhex(event['hash'])),
        'path': climb(event['hash'], event['merkle']) == root['merkle_root'],
        'root': root_hash(root) == root['hash'] and signed(key, unbase64url(root['signature']), bytes.fromhex(root['hash'])),
        'leaf': log_leaf(event['hash'], log['salt']).hex() == log['leaves'][log['index']],
        'segment': sha(prices['segment'].encode()).hex() == prices['events'][1]['payload']['source']['sha256']
        and canonical({**segment, 'prices': []}).decode().replace('[]', '[' + ','.join(map(str, segment['prices'])) + ']') == prices['segment'],
        'prices': not list(prices_wrong(prices['events'])),
        'entries': not any(entry_wrong(case) for case in vectors['entries']),
        'actions': not any(action_vector_wrong(case['payload']) for case in vectors['actions']),
        'option': not list(option_vector_wrong(vectors['option'], key)),
        'waiting': not list(option_vector_wrong(vectors['waiting'], key)),
        'author': not list(author_vector_wrong(vectors['author'], key)),
        'standing': not list(standing_vector_wrong(vectors['standing'], key)),
        'change': not Keys(vectors['keys'], key).wrong,
        'head': read_checkpoint(log['checkpoint'], Keys({'public_key': vectors['public_key']}, key), {len(log['leaves']): ''}) == (len(log['leaves']), tree([bytes.fromhex(leaf) for leaf in log['leaves']])),
    }
    facts['receipt'] = signed(key, unbase64url(receipt['signature']), receipt_text(receipt)) and receipt['leaf'] == log['leaves'][log['index']]
    return [f'the vector {name} does not hold' for name, holds in facts.items() if not holds]


def main(arguments):
    options = dict(zip(arguments[1::2], arguments[2::2])) if arguments and not arguments[0].startswith('--') else {}
    if arguments[:1] == ['--vectors']:
        with open(arguments[1], encoding='utf-8') as file:
            wrong, held = vectors_wrong(json.load(file)), 'all vectors hold'
    elif '--key' in options and zipfile.is_zipfile(arguments[0]):
        told = []
        witnesses = [value for name, value in zip(arguments[1::2], arguments[2::2]) if name == '--witness']
        wrong = list(zip_wrong(read_zip(arguments[0]), unbase64url(options['--key']), witnesses, told))
        held = '\n'.join(told)
    elif '--key' in options:
        with open(arguments[0], encoding='utf-8') as file:
            export = json.load(file)
        before = None
        if '--before' in options:
            with open(options['--before'], encoding='utf-8') as file:
                before = file.read()
        wrong = list(export_wrong(export, unbase64url(options['--key']), before))
        held = f'{len(export["calls"])} calls hold, {len(export["ledger"]["roots"])} roots, one log'
        if '--prices' in options:
            wrong += feed_wrong(export['calls'], options['--prices'])
            held += ', and the prices of the feed are those it shows'
    else:
        sys.exit(__doc__)
    print('\n'.join(wrong) or held)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    try:
        main(sys.argv[1:])
    except Refused as error:
        sys.exit(str(error))
    except (*UNREADABLE, zipfile.BadZipFile, zlib.error, csv.Error, EOFError, MemoryError, NotImplementedError, OSError, RuntimeError) as error:
        sys.exit(f'the file can’t be read as docs/record-format.md says: {str(error)[:200] or type(error).__name__} ({type(error).__name__})')
