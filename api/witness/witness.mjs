// Long: one file on purpose, so that whoever runs it on a server of theirs can read it whole and copy it.
//
// A witness of an append-only log: keeps the last head it saw of one log, co-signs a newer one only when that holds everything before it,
// and says who wanted something else. One file for Node 20 or newer, without packages and without a database (docs/record-format.md).
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HASH = 32;
const WIDTH = 256;
/** Signature types of signed notes: Ed25519 of a log, co-signature with its time of a witness. */
const ED25519 = 1;
const COSIGNATURE = 4;
const MOST_BYTES = 32_768;
const MOST_PROOF = 63;
const WAIT_MS = 20_000;

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const node = (left, right) => sha256(Buffer.of(1), left, right);
const half = (count) => Math.floor(count / 2);
const keyObject = (raw) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
const rawKey = (key) => Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x, 'base64url');
const keyId = (name, type, raw) => sha256(`${name}\n`, Buffer.of(type), raw).subarray(0, 4);

/** A verifier key (C2SP signed-note): name, short id and key, `name+1a2b3c4d+base64`. */
export const verifierKey = (name, type, raw) => `${name}+${keyId(name, type, raw).toString('hex')}+${Buffer.concat([Buffer.of(type), raw]).toString('base64')}`;

/** The 32 bytes of a log's key, from its verifier key or from base64 as in the ledger's file. Throws on another text. */
export function readLogKey(text) {
  const encoded = text.split('+').length > 2 && text.split('+')[1].length === 8 ? text.slice(text.indexOf('+') + 10) : null;
  const raw = encoded === null ? Buffer.from(text, 'base64url') : Buffer.from(encoded, 'base64').subarray(1);
  if (raw.length !== HASH) throw new Error(`${text} is no Ed25519 key`);
  return raw;
}

/** The verifier key of a witness with this key. */
export const verifierKeyOf = (name, key) => verifierKey(name, COSIGNATURE, rawKey(key));

/** A checkpoint's parts; null for another text. */
export function readCheckpoint(note) {
  const at = note.lastIndexOf('\n\n');
  const text = note.slice(0, at + 1);
  const [origin, size, root, ...rest] = text.split('\n');
  if (at < 0 || !origin || !/^(0|[1-9]\d{0,14})$/.test(size ?? '') || !/^[A-Za-z0-9+/]{43}=$/.test(root ?? '') || rest.length === 0) return null;
  const signatures = note
    .slice(at + 2)
    .split('\n')
    .slice(0, -1);
  if (signatures.length === 0 || signatures.length > 100) return null;
  const lines = signatures.map((line) => /^— (\S+) ([A-Za-z0-9+/=]+)$/.exec(line));
  if (lines.includes(null)) return null;
  return { text, origin, size: Number(size), root, signatures: lines.map(([, name, data]) => ({ name, bytes: Buffer.from(data, 'base64') })) };
}

/** Whether one of these keys signed a checkpoint. A known key whose signature fails spoils it. */
export function signedBy({ text, origin, signatures }, keys) {
  let found = false;
  for (const raw of keys) {
    const id = keyId(origin, ED25519, raw);
    const own = signatures.filter(({ name, bytes }) => name === origin && bytes.subarray(0, 4).equals(id));
    if (own.some(({ bytes }) => !verify(null, Buffer.from(text), keyObject(raw), bytes.subarray(4)))) return false;
    found ||= own.length > 0;
  }
  return found;
}

/** Whether a tree of `n` leaves and root `b` begins with the `m` leaves of root `a` (RFC 9162, 2.1.4.2). */
export function consistent(m, n, proof, a, b) {
  if (m === n || m === 0) return proof.length === 0 && (m === 0 || a.equals(b));
  let [first, last] = [m - 1, n - 1];
  for (; first % 2 === 1; first = half(first)) last = half(last);
  const [seed, ...rest] = first === 0 ? [a, ...proof] : proof;
  if (m > n || !seed) return false;
  let [before, after] = [seed, seed];
  for (const hash of rest) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      before = node(hash, before);
      after = node(hash, after);
      for (; first % 2 === 0 && first !== 0; first = half(first)) last = half(last);
    } else after = node(after, hash);
    [first, last] = [half(first), half(last)];
  }
  return last === 0 && before.equals(a) && after.equals(b);
}

const refusal = (status, why) => ({ status, why });

/** Judges a head offered after another: `held` is the last one co-signed, or null. Answers 200, or the protocol's status with the reason. */
export function judge(held, { old, proof, note }, { origin, keys }) {
  const head = readCheckpoint(note);
  if (!head) return refusal(400, 'this is no checkpoint');
  if (head.origin !== origin) return refusal(404, `another log: ${head.origin} instead of ${origin}`);
  if (!signedBy(head, keys)) return refusal(403, 'not signed with the key of the log');
  const size = held?.size ?? 0;
  if (head.size < size) return { ...refusal(409, `the log was cut: ${size} entries were co-signed, now there are ${head.size}`), size };
  if (old > head.size) return refusal(400, 'the old size is larger than the new one');
  if (head.size === size && held && head.root !== held.root)
    return { ...refusal(409, `a fork: another tree of ${size} entries was co-signed`), size, fork: true };
  // Whoever asks for the size only knows no better: nothing is said against the log.
  if (old !== size) return { status: 409, why: null, size };
  const roots = [Buffer.from(held?.root ?? '', 'base64'), Buffer.from(head.root, 'base64')];
  if (!consistent(size, head.size, proof, ...roots)) return refusal(422, `the ${size} entries that were co-signed are not the first of these ${head.size}`);
  return { status: 200, why: null, head };
}

/** A submission of C2SP tlog-witness: `old <size>`, proof, empty line, checkpoint. Null for another text. */
export function readSubmission(body) {
  const at = body.indexOf('\n\n');
  const [first, ...lines] = body.slice(0, at).split('\n');
  const old = /^old (0|[1-9]\d{0,14})$/.exec(first);
  if (at < 0 || !old || lines.length > MOST_PROOF || lines.some((line) => !/^[A-Za-z0-9+/]{43}=$/.test(line))) return null;
  return { old: Number(old[1]), proof: lines.map((line) => Buffer.from(line, 'base64')), note: body.slice(at + 2) };
}

/** The line that co-signs a checkpoint's text at a time in seconds (C2SP tlog-cosignature). */
export function cosign(name, key, text, seconds) {
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), key);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  return `— ${name} ${Buffer.concat([keyId(name, COSIGNATURE, rawKey(key)), time, signature]).toString('base64')}\n`;
}

/** A state in one file. It is on the disk before `write` comes back, and a crash leaves the old one or the new one. */
export const fileStore = (path) => ({
  read: () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}),
  write(state) {
    const file = openSync(`${path}.new`, 'w', 0o600);
    writeSync(file, `${JSON.stringify(state, null, 2)}\n`);
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.new`, path);
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  },
});

/** The key in a file (PEM, Ed25519), made where there is none and readable by its owner only. */
export function keyIn(path) {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) writeFileSync(path, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return createPrivateKey(readFileSync(path));
}

/** One witness of one log. `say` hears each head co-signed and each refusal. */
export class Witness {
  #options;

  constructor({ name, key, store, origin, keys, say = () => {}, now = Date.now }) {
    this.#options = { name, key, store, origin, keys, say, now };
    this.verifierKey = verifierKeyOf(name, key);
  }

  /** The last head co-signed and the latest refusal. */
  state() {
    return this.#options.store.read();
  }

  /**
   * Judges a submission; the new head is on the disk before its co-signature is returned, and nothing else runs in between. `seen`: it is
   * what the log shows to everybody, so that a refusal is held against the log. Of what anyone may send only a fork is: an old head or a
   * wrong proof proves nothing.
   */
  add(submission, seen = false) {
    const { name, key, store, origin, keys, say, now } = this.#options;
    const state = store.read();
    const answer = judge(state.head ?? null, submission, { origin, keys });
    const at = new Date(now()).toISOString();
    if (answer.why !== null && (seen || answer.fork) && state.refused?.why !== answer.why) {
      store.write({ ...state, refused: { at, why: answer.why, note: submission.note } });
      say(`refused: ${answer.why}`);
    }
    if (answer.status !== 200) return answer;
    const line = cosign(name, key, answer.head.text, Math.floor(now() / 1000));
    const { size, root } = answer.head;
    if (state.head?.size !== size) {
      store.write({
        ...state,
        since: state.since ?? at,
        head: { size, root, at, note: `${answer.head.text}\n${ownLine(submission.note, answer.head)}${line}` },
      });
      say(`co-signed ${size} entries`);
    }
    return { ...answer, line };
  }
}

/** The log's own signature lines; those of others are theirs to give. */
const ownLine = (note, { origin }) =>
  note
    .split('\n')
    .filter((line) => line.startsWith(`— ${origin} `))
    .join('\n')
    .concat('\n');

/** A tile's address below the log's (C2SP tlog-tiles). */
export function tilePath(level, n, width) {
  const digits = String(n)
    .padStart(Math.ceil(String(n).length / 3) * 3, '0')
    .match(/\d{3}/g);
  const path = digits.map((group, at) => (at < digits.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < WIDTH ? `.p/${width}` : ''}`;
}

/** The consistency proof from `m` to `n` leaves (RFC 6962, 2.1.2) out of tiles: `tile(level, n, width)` gives the bytes of one. */
export async function proofFromTiles(m, n, tile) {
  const fold = (hashes) =>
    hashes.length === 1 ? hashes[0] : fold(Array.from({ length: hashes.length / 2 }, (_, at) => node(hashes[at * 2], hashes[at * 2 + 1])));
  const below = (count) => 2 ** Math.ceil(Math.log2(count) - 1);
  const hashOf = async (low, high) => {
    const count = high - low;
    const level = Math.floor(Math.log2(count) / 8);
    if (!Number.isInteger(Math.log2(count))) return node(await hashOf(low, low + below(count)), await hashOf(low + below(count), high));
    const [from, many] = [low / WIDTH ** level, count / WIDTH ** level];
    const number = Math.floor(from / WIDTH);
    const bytes = await tile(level, number, Math.min(WIDTH, Math.floor(n / WIDTH ** level) - number * WIDTH));
    return fold(Array.from({ length: many }, (_, at) => bytes.subarray(((from % WIDTH) + at) * HASH, ((from % WIDTH) + at + 1) * HASH)));
  };
  const path = async (old, low, high, whole) => {
    if (old === high - low) return whole ? [] : [await hashOf(low, high)];
    const left = below(high - low);
    if (old <= left) return [...(await path(old, low, low + left, whole)), await hashOf(low + left, high)];
    return [...(await path(old - left, low + left, high, false)), await hashOf(low, low + left)];
  };
  return m === 0 || m >= n ? [] : path(m, 0, n, true);
}

const get = async (url) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};

/** Fetches the head that everybody sees and judges it by the tiles that everybody sees. */
export async function look(witness, log) {
  const held = witness.state().head?.size ?? 0;
  // What a cache keeps under this address is not older than the head that was co-signed.
  const note = (await get(`${log}/checkpoint?after=${held}`)).toString();
  const size = readCheckpoint(note)?.size ?? 0;
  // A head that is not larger needs no proof, and one of no log has none.
  const proof = await proofFromTiles(held, size, (...place) => get(`${log}/${tilePath(...place)}`));
  return witness.add({ old: held, proof, note }, true);
}

const reply = (response, status, type, body) => response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);

/** `POST /add-checkpoint` (C2SP tlog-witness), `GET /checkpoint` with the own co-signature, `GET /` for people. */
export const serve = (witness) =>
  createServer({ requestTimeout: WAIT_MS }, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://witness');
    const state = witness.state();
    if (request.method === 'GET' && pathname === '/checkpoint' && state.head) return reply(response, 200, 'text/plain; charset=utf-8', state.head.note);
    if (request.method === 'GET' && pathname === '/')
      return reply(response, 200, 'application/json', `${JSON.stringify({ key: witness.verifierKey, ...state }, null, 2)}\n`);
    if (request.method !== 'POST' || pathname !== '/add-checkpoint') return reply(response, 404, 'text/plain', 'Not found\n');
    let body = Buffer.alloc(0);
    for await (const part of request) {
      body = Buffer.concat([body, part]);
      if (body.length > MOST_BYTES) return reply(response, 413, 'text/plain', 'too large\n');
    }
    const submission = readSubmission(body.toString());
    if (!submission) return reply(response, 400, 'text/plain', 'this is no submission\n');
    const { status, why, size, line } = witness.add(submission);
    if (status === 409) return reply(response.setHeader('x-refused', encodeURIComponent(why ?? '')), 409, 'text/x.tlog.size', `${size}\n`);
    reply(response, status, 'text/plain; charset=utf-8', status === 200 ? line : `${why}\n`);
  });

const USAGE = `A witness of a log of calls.

  node witness.mjs --name w1.example.com/vimarsh --key-file key.pem --show-key
  node witness.mjs --name … --key-file key.pem --state-file head.json --origin portal.example/vimarsh-log --log-key KEY [--port 4100] [--host 127.0.0.1]
  node witness.mjs --name … --key-file key.pem --state-file head.json --watch https://portal.example [--every 300] [--once]

--port answers add-checkpoint; --watch looks for itself; both may be given. Without --log-key and --origin the first look learns them
from the site it watches, and keeps them. --once looks once and ends with 1 where it refuses, 2 where it could not look.
`;

const OPTIONS = Object.fromEntries(
  ['name', 'key-file', 'state-file', 'origin', 'port', 'host', 'watch', 'every'].map((option) => [option, { type: 'string' }]),
);

/** The log's name and keys: given, learnt at an earlier start, or else learnt now. */
async function logOf(options, store) {
  const known = store.read().log;
  if (options.origin && options['log-key']) return { origin: options.origin, keys: options['log-key'].map(readLogKey) };
  if (known) return { origin: known.origin, keys: known.keys.map(readLogKey) };
  if (!options.watch) throw new Error('--origin and --log-key say which log this is; or --watch, to learn them');
  const { public_key } = JSON.parse(await get(`${options.watch}/.well-known/vimarsh-ledger.json`));
  const origin = readCheckpoint((await get(`${options.watch}/.well-known/vimarsh-log/checkpoint`)).toString())?.origin;
  if (!origin) throw new Error('the site has no head of a log yet');
  store.write({ ...store.read(), log: { origin, keys: [public_key] } });
  return { origin, keys: [readLogKey(public_key)] };
}

async function main() {
  const { values } = parseArgs({
    options: { ...OPTIONS, 'log-key': { type: 'string', multiple: true }, once: { type: 'boolean' }, 'show-key': { type: 'boolean' } },
  });
  const { name, watch, every = '300', host = '127.0.0.1', port } = values;
  if (!name || /[\s+]/.test(name) || !values['key-file']) return void process.stderr.write(USAGE, () => process.exit(2));
  const key = keyIn(values['key-file']);
  if (values['show-key']) return console.log(verifierKeyOf(name, key));
  const store = fileStore(values['state-file'] ?? `${values['key-file']}.state.json`);
  const say = (words) => console.log(`${new Date().toISOString()} witness ${name}: ${words}`);
  const begin = async () => new Witness({ name, key, store, say, ...(await logOf(values, store)) });
  const log = `${watch}/.well-known/vimarsh-log`;
  if (values.once) {
    const { status, why } = await look(await begin(), log);
    return why === null ? undefined : (say(why) ?? process.exit(status === 200 ? 0 : 1));
  }
  let witness = null;
  const again = async () => {
    try {
      witness ??= await begin();
      if (port !== undefined && !server) server = serve(witness).listen(Number(port), host);
      if (watch) await look(witness, log);
    } catch (error) {
      if (!watch) throw error;
      say(`could not look: ${error.message}`);
    }
    if (watch) setTimeout(again, (witness ? Number(every) : 2) * 1000);
  };
  let server = null;
  await again();
}

/** Runs as the command line says. */
export async function run() {
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => process.exit(0));
  await main().catch((error) => {
    console.error(error.message);
    process.exit(2);
  });
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) await run();
