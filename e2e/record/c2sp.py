#!/usr/bin/env python3
"""A log's neighbours as the public specifications of C2SP describe them, written from those texts alone, with Python's standard library.

    c2sp.py witness <port> <name> <seed, hex> <the log's verifier key>     a witness (tlog-witness, tlog-cosignature)
    c2sp.py ask <submission prefix> <the witness's verifier key> <origin> <seed of the log's key, hex>    a log that tries a witness
    c2sp.py log <prefix> <the log's verifier key>                         a monitor: head, tiles, entry bundles (tlog-tiles)
    c2sp.py proof <file.tlog-proof> <entry, hex> <the log's verifier key> [<quorum> <a witness's verifier key> ...]    (tlog-proof)

It knows nothing of Vimarsh. One line for each thing that does not hold; exit 1 if there is one. Ed25519 is the one of verify.py.
"""
import base64
import hashlib
import http.server
import json
import re
import sys
import time
import urllib.error
import urllib.request

from verify import BASE, L, P, signed, times

DASH = '—'
EMPTY = hashlib.sha256(b'').digest()


def sha(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


# Ed25519, RFC 8032 5.1.5 and 5.1.6.


def encoded(point):
    x, y, z, _ = point
    by = pow(z, -1, P)
    return (y * by % P | (x * by % P & 1) << 255).to_bytes(32, 'little')


class Signer:
    def __init__(self, seed):
        digest = hashlib.sha512(seed).digest()
        self.prefix = digest[32:]
        self.scalar = int.from_bytes(digest[:32], 'little') & ((1 << 254) - 8) | 1 << 254
        self.public = encoded(times(self.scalar % L, BASE))

    def sign(self, message):
        r = int.from_bytes(hashlib.sha512(self.prefix + message).digest(), 'little') % L
        point = encoded(times(r, BASE))
        k = int.from_bytes(hashlib.sha512(point + self.public + message).digest(), 'little') % L
        return point + ((r + k * self.scalar) % L).to_bytes(32, 'little')


# signed-note


def key_id(name, kind, public):
    return sha(name.encode(), b'\n', bytes([kind]), public)[:4]


def vkey(name, kind, public):
    return f'{name}+{key_id(name, kind, public).hex()}+{base64.b64encode(bytes([kind]) + public).decode()}'


def read_vkey(text):
    name, id_, data = text.split('+', 2)
    data = base64.b64decode(data, validate=True)
    if len(data) != 33 or bytes.fromhex(id_) != key_id(name, data[0], data[1:]):
        raise ValueError(f'{text} is no verifier key')
    return {'name': name, 'id': data and bytes.fromhex(id_), 'kind': data[0], 'public': data[1:]}


def read_note(note):
    """Text (with its last line end) and the signatures: name, key id, bytes."""
    if any(ord(sign) < 0x20 and sign != '\n' for sign in note):
        raise ValueError('a note has no control characters')
    at = note.rfind('\n\n')
    text, lines = note[: at + 1], note[at + 2 :]
    if at < 0 or not lines.endswith('\n'):
        raise ValueError('a note ends with signature lines behind an empty line')
    signatures = []
    for line in lines[:-1].split('\n'):
        match = re.fullmatch(DASH + r' ([^\s+]+) ([A-Za-z0-9+/]+={0,2})', line)
        data = base64.b64decode(match[2], validate=True) if match else b''
        if len(data) < 5:
            raise ValueError(f'no signature line: {line}')
        signatures.append((match[1], data[:4], data[4:]))
    return text, signatures


def signature_of(note, key):
    """The bytes that a key signed with; None where it did not. Raises where it did and they do not hold."""
    text, signatures = read_note(note)
    found = None
    for name, id_, data in signatures:
        if (name, id_) != (key['name'], key['id']):
            continue
        if key['kind'] == 1:
            held = len(data) == 64 and signed(key['public'], data, text.encode())
        elif key['kind'] == 4:
            held = len(data) == 72 and 0 < int.from_bytes(data[:8], 'big') < 2**63
            head = f'cosignature/v1\ntime {int.from_bytes(data[:8], "big")}\n'.encode()
            held = held and signed(key['public'], data[8:], head + text.encode())
        else:
            continue
        if not held:
            raise ValueError(f'the signature of {name} does not hold')
        found = data
    return found


# tlog-checkpoint


def read_checkpoint(note):
    text, _ = read_note(note)
    lines = text[:-1].split('\n')
    if len(lines) < 3 or '' in lines or not re.fullmatch('0|[1-9][0-9]*', lines[1]):
        raise ValueError('no checkpoint')
    root = base64.b64decode(lines[2], validate=True)
    if len(root) != 32 or base64.b64encode(root).decode() != lines[2]:
        raise ValueError('its root is no hash')
    return {'origin': lines[0], 'size': int(lines[1]), 'root': root, 'text': text}


# RFC 6962 2.1, and the checks of RFC 9162 2.1.3.2 and 2.1.4.2


def leaf(entry):
    return sha(b'\x00', entry)


def node(left, right):
    return sha(b'\x01', left, right)


def mth(leaves):
    if not leaves:
        return EMPTY
    if len(leaves) == 1:
        return leaves[0]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return node(mth(leaves[:k]), mth(leaves[k:]))


def consistency(m, leaves):
    """RFC 6962 2.1.2."""

    def sub(m, part, whole):
        n = len(part)
        if m == n:
            return [] if whole else [mth(part)]
        k = 1 << (n - 1).bit_length() - 1
        if m <= k:
            return [*sub(m, part[:k], whole), mth(part[k:])]
        return [*sub(m - k, part[k:], False), mth(part[:k])]

    return sub(m, leaves, True) if m else []


def included(leaf_hash, index, size, path, root):
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf_hash
    for p in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = node(p, r)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node(r, p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root


def consistent(first, second, path, first_root, second_root):
    if first == second:
        return not path and first_root == second_root
    if first == 0:
        return not path
    if not path or first > second:
        return False
    if first & (first - 1) == 0:
        path = [first_root, *path]
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return fr == first_root and sr == second_root and sn == 0


# tlog-witness


class Refused(Exception):
    def __init__(self, status, why, kind='text/plain'):
        super().__init__(why)
        self.status, self.kind = status, kind


class Witness:
    """One log, known by its verifier key; keeps the latest head it co-signed in memory."""

    def __init__(self, name, seed, log):
        self.name, self.signer, self.log = name, Signer(seed), read_vkey(log)
        self.head = None

    def add(self, body):
        try:
            text = body.decode()
            lines, empty, note = text.partition('\n\n')
            first, *proof = lines.split('\n')
            old = re.fullmatch('old (0|[1-9][0-9]*)', first)
            if not old or not empty or len(proof) > 63:
                raise ValueError('old size, proof, empty line, checkpoint')
            proof = [base64.b64decode(line, validate=True) for line in proof]
            if any(len(one) != 32 for one in proof):
                raise ValueError('a proof is of hashes')
            head = read_checkpoint(note)
        except ValueError as error:
            raise Refused(400, str(error)) from error
        if head['origin'] != self.log['name']:
            raise Refused(404, 'unknown origin')
        try:
            if signature_of(note, self.log) is None:
                raise Refused(403, 'no signature by the key of the log')
        except ValueError as error:
            raise Refused(403, str(error)) from error
        old, held = int(old[1]), self.head or {'size': 0, 'root': EMPTY}
        if old > head['size']:
            raise Refused(400, 'old is larger')
        if old != held['size']:
            raise Refused(409, str(held['size']), 'text/x.tlog.size')
        if head['size'] == 0 and head['root'] != EMPTY or old == 0 and proof:
            raise Refused(422, 'of an empty tree')
        if old and not consistent(old, head['size'], proof, held['root'], head['root']):
            raise Refused(422, 'not consistent')
        seconds = int(time.time())
        message = f'cosignature/v1\ntime {seconds}\n{head["text"]}'.encode()
        data = key_id(self.name, 4, self.signer.public) + seconds.to_bytes(8, 'big') + self.signer.sign(message)
        line = f'{DASH} {self.name} {base64.b64encode(data).decode()}\n'
        own = ''.join(one + '\n' for one in note.split('\n') if one.startswith(f'{DASH} {head["origin"]} '))
        self.head = {**head, 'note': f'{head["text"]}\n{own}{line}'}
        # Another witness at the same address, whose key nobody knows: clients ignore it.
        return f'{DASH} stranger.example {base64.b64encode(bytes(76)).decode()}\n{line}'


def serve_witness(port, name, seed, log):
    witness = Witness(name, bytes.fromhex(seed), log)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def reply(self, status, kind, text):
            data = text.encode()
            self.send_response(status)
            self.send_header('content-type', kind)
            self.send_header('content-length', str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_POST(self):
            body = self.rfile.read(int(self.headers['content-length'] or 0))
            if self.path != '/some/prefix/add-checkpoint':
                return self.reply(404, 'text/plain', 'not here\n')
            try:
                return self.reply(200, 'text/plain; charset=utf-8', witness.add(body))
            except Refused as error:
                return self.reply(error.status, error.kind, f'{error}\n')

        def do_GET(self):
            path = f'/some/prefix/{hashlib.sha256(witness.log["name"].encode()).hexdigest()}/checkpoint'
            if self.path != path or not witness.head:
                return self.reply(404, 'text/plain', 'not here\n')
            return self.reply(200, 'text/plain; charset=utf-8', witness.head['note'])

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', int(port)), Handler)
    print(json.dumps({'vkey': vkey(name, 4, witness.signer.public), 'url': f'http://127.0.0.1:{server.server_port}/some/prefix'}), flush=True)
    server.serve_forever()


def asked(url, body=None):
    request = urllib.request.Request(url, data=body, method='GET' if body is None else 'POST')
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def ask_wrong(prefix, witness_key, origin, seed):
    """What the specification says of each answer of a witness that has never seen this log."""
    witness, signer, other = read_vkey(witness_key), Signer(bytes.fromhex(seed)), Signer(hashlib.sha256(b'other').digest())
    leaves = [leaf(f'entry {at}'.encode()) for at in range(40)]
    forked = [leaf(f'other {at}'.encode()) for at in range(40)]

    def note(hashes, by=signer, name=origin):
        text = f'{name}\n{len(hashes)}\n{base64.b64encode(mth(hashes)).decode()}\n'
        data = key_id(name, 1, by.public) + by.sign(text.encode())
        return f'{text}\n{DASH} {name} {base64.b64encode(data).decode()}\n'

    def body(old, proof, text):
        return (f'old {old}\n' + ''.join(base64.b64encode(one).decode() + '\n' for one in proof) + '\n' + text).encode()

    wrong_root = f'{origin}\n0\n{base64.b64encode(leaf(b"")).decode()}\n'
    wrong_root += f'\n{DASH} {origin} {base64.b64encode(key_id(origin, 1, signer.public) + signer.sign(wrong_root.encode())).decode()}\n'
    spoilt = note(leaves[:7]).replace(f'\n{DASH} ', f'\n{DASH} {origin} {base64.b64encode(key_id(origin, 1, signer.public) + bytes(64)).decode()}\n{DASH} ', 1)
    foreign = f'{DASH} {origin} {base64.b64encode(key_id(origin, 1, other.public) + other.sign(b"x")).decode()}\n'
    steps = [
        ('a log nobody knows', body(0, [], note(leaves[:7], name='nobody.example/log')), 404),
        ('a key nobody knows', body(0, [], note(leaves[:7], by=other)), 403),
        ('a known key whose signature fails beside one that holds', body(0, [], spoilt), 403),
        ('a text that is no submission', b'new 0\n\n' + note(leaves[:7]).encode(), 400),
        ('an old size with a leading zero', body('00', [], note(leaves[:7])), 400),
        ('an old size above the new one', body(8, [], note(leaves[:7])), 400),
        ('an empty tree with a root that is not that of nothing', body(0, [], wrong_root), 422),
        ('a proof where there is nothing to prove', body(0, [leaves[0]], note(leaves[:7])), 422),
        ('an old size it never saw', body(5, consistency(5, leaves[:7]), note(leaves[:7])), (409, 0)),
        ('the first head', body(0, [], note(leaves[:7])), 200),
        ('the same head again', body(7, [], note(leaves[:7])), 200),
        ('a log that does not know what the witness holds', body(0, [], note(leaves)), (409, 7)),
        ('a wrong proof', body(7, consistency(6, leaves), note(leaves)), 422),
        ('another tree that has grown', body(7, consistency(7, forked), note(forked)), 422),
        ('another tree of the same size', body(7, [], note(forked[:7])), 422),
        ('another tree of the same size, from another old size', body(3, [], note(forked[:7])), (409, 7)),
        ('an old size above the new, smaller one', body(7, [], note(leaves[:5])), 400),
        ('a smaller tree', body(5, [], note(leaves[:5])), (409, 7)),
        ('a head that has grown, with a signature nobody knows', body(7, consistency(7, leaves), note(leaves) + foreign), 200),
        ('that it holds the new one', body(7, consistency(7, leaves), note(leaves)), (409, 40)),
    ]
    for what, sent, due in steps:
        status, headers, answer = asked(f'{prefix}/add-checkpoint', sent)
        if status != (due[0] if isinstance(due, tuple) else due):
            yield f'{what}: it answers {status} instead of {due}'
        elif isinstance(due, tuple) and (headers['content-type'] != 'text/x.tlog.size' or answer != f'{due[1]}\n'.encode()):
            yield f'{what}: it does not say that it holds {due[1]}'
        elif status == 200:
            checkpoint = sent.decode().partition('\n\n')[2]
            if not answer.decode().endswith('\n') or signature_of(checkpoint + answer.decode(), witness) is None:
                yield f'{what}: its lines do not co-sign it'
    status, _, answer = asked(f'{prefix}/{hashlib.sha256(origin.encode()).hexdigest()}/checkpoint')
    log = {'name': origin, 'id': key_id(origin, 1, signer.public), 'kind': 1, 'public': signer.public}
    if status != 200 or read_checkpoint(answer.decode())['size'] != 40:
        yield 'it shows no head of the log at the address of its origin'
    elif signature_of(answer.decode(), witness) is None or signature_of(answer.decode(), log) is None:
        yield 'the head it shows lacks its own signature or the log’s'


# tlog-tiles


def tile_path(n, width):
    groups = re.findall('...', str(n).zfill(-(-len(str(n)) // 3) * 3))
    return '/'.join([f'x{group}' for group in groups[:-1]] + groups[-1:]) + (f'.p/{width}' if width < 256 else '')


def log_wrong(prefix, key):
    key = read_vkey(key)
    status, headers, note = asked(f'{prefix}/checkpoint')
    if (status, headers['content-type']) != (200, 'text/plain; charset=utf-8'):
        yield f'the checkpoint comes as {status} {headers["content-type"]}'
        return
    age = re.search(r'max-age=(\d+)', headers['cache-control'] or '')
    if not age or int(age[1]) > 10:
        yield 'the checkpoint is kept for longer than seconds'
    note = note.decode()
    head = read_checkpoint(note)
    if head['origin'] != key['name'] or signature_of(note, key) is None:
        yield 'the checkpoint is not signed by the key of its origin'
    size, below, level = head['size'], None, 0
    while size >> 8 * level:
        count = size >> 8 * level
        hashes = []
        for n in range(-(-count // 256)):
            width = min(256, count - 256 * n)
            path = f'tile/{level}/{tile_path(n, width)}'
            status, headers, data = asked(f'{prefix}/{path}')
            if status != 200 or headers['content-type'] != 'application/octet-stream' or len(data) != 32 * width:
                yield f'{path} comes as {status} with {len(data)} bytes'
                return
            if 'immutable' not in (headers['cache-control'] or ''):
                yield f'{path} is not kept'
            hashes += [data[at : at + 32] for at in range(0, len(data), 32)]
        if below is None:
            leaves = hashes
        elif hashes != [mth(below[256 * at : 256 * at + 256]) for at in range(count)]:
            yield f'the tiles of level {level} are not the hashes of those below'
        below, level = hashes, level + 1
    leaves = leaves if size else []
    if mth(leaves) != head['root']:
        yield 'the tiles do not give the root of the checkpoint'
    entries = []
    for n in range(-(-size // 256)):
        path = f'tile/entries/{tile_path(n, min(256, size - 256 * n))}'
        status, headers, data = asked(f'{prefix}/{path}')
        if status != 200 or headers['content-type'] != 'application/octet-stream':
            yield f'{path} comes as {status}'
            return
        while data:
            length = int.from_bytes(data[:2], 'big')
            entries.append(data[2 : 2 + length])
            data = data[2 + length :]
    if [leaf(entry) for entry in entries] != leaves:
        yield 'the entries do not hash to the leaves'


# tlog-proof


def proof_wrong(text, entry, log, quorum=0, witnesses=()):
    head, empty, note = text.partition('\n\n')
    lines = head.split('\n')
    if not empty or lines.pop(0) != 'c2sp.org/tlog-proof@v1':
        yield 'this is no tlog-proof'
        return
    if lines and lines[0].startswith('extra '):
        base64.b64decode(lines.pop(0)[6:], validate=True)
    index = re.fullmatch('index (0|[1-9][0-9]*)', lines.pop(0) if lines else '')
    path = [base64.b64decode(line, validate=True) for line in lines]
    if not index or any(len(one) != 32 for one in path):
        yield 'this is no tlog-proof'
        return
    key, checkpoint = read_vkey(log), read_checkpoint(note)
    if checkpoint['origin'] != key['name'] or signature_of(note, key) is None:
        yield 'the checkpoint is not signed by the key of its origin'
    held = [one for one in witnesses if signature_of(note, read_vkey(one)) is not None]
    if len(held) < quorum:
        yield f'{len(held)} of {quorum} witnesses co-signed it'
    if not included(leaf(entry), int(index[1]), checkpoint['size'], path, checkpoint['root']):
        yield 'the entry is not in the tree of the checkpoint'


def main(arguments):
    what, given = arguments[:1], arguments[1:]
    if what == ['witness'] and len(given) == 4:
        return serve_witness(*given)
    if what == ['ask'] and len(given) == 4:
        wrong = ask_wrong(*given)
    elif what == ['log'] and len(given) == 2:
        wrong = log_wrong(*given)
    elif what == ['proof'] and len(given) >= 3:
        with open(given[0], encoding='utf-8') as file:
            wrong = proof_wrong(file.read(), bytes.fromhex(given[1]), given[2], int((given[3:4] or ['0'])[0]), given[4:])
    else:
        sys.exit(__doc__)
    try:
        wrong = list(wrong)
    except ValueError as error:
        wrong = [str(error)]
    print('\n'.join(wrong) or 'as C2SP specifies')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main(sys.argv[1:])
