// One file on purpose, so that whoever runs it on a server of theirs can read it whole and copy it.
//
// A witness of an append-only log: keeps the last head it saw of one log, co-signs a newer one only when that holds everything before it,
// and says who wanted something else. One file for Node 20 or newer, without packages and without a database (docs/record-format.md).
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
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
/** Between two readings of a log's keys that others had it do. */
const LEAST_PAUSE_MS = 10_000;
const WAIT_MS = 20_000;

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const node = (left, right) => sha256(Buffer.of(1), left, right);
const half = (count) => Math.floor(count / 2);
/** The root of a tree without leaves, base64 (RFC 6962, 2.1). */
const EMPTY = sha256().toString('base64');
const keyObject = (raw) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
const rawKey = (key) => Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x, 'base64url');
const named = (raw) => raw.toString('base64url');
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

/** Whether the key before and a new one both signed that the new one follows; a list comes from outside, so anything may be in it. */
function changeHolds(before, { public_key: key, since }, n) {
  try {
    const hash = sha256(JSON.stringify({ after: since.after, key, n, previous: before, root: since.root }));
    const signed = (by, signature) => verify(null, hash, keyObject(readLogKey(by)), Buffer.from(signature, 'base64url'));
    return signed(before, since.signed) && signed(key, since.accepted);
  } catch {
    return false;
  }
}

/**
 * The keys that follow a trusted one in a log's published list (docs/record-format.md), base64url, in their order; none where the list holds
 * no trusted key. `why`: one of them is not signed for by the one before.
 */
export function keysAfter(trusted, list) {
  const from = Array.isArray(list) ? list.findLastIndex((one) => trusted.includes(one?.public_key)) : -1;
  if (from < 0) return { keys: [], why: null };
  const broken = list.findIndex((one, at) => at > from && !changeHolds(list[at - 1]?.public_key, one, at + 1));
  if (broken >= 0) return { keys: [], why: `key ${broken + 1} in the list of the log’s keys is not signed by the one before` };
  return { keys: list.slice(from + 1).map((one) => one.public_key), why: null };
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

/** Whether a head is signed with a key of the log. Those `before` the latest count for nothing that is larger than what was co-signed. */
const known = (head, held, { keys, before = [] }) => signedBy(head, keys) || (head.size <= (held?.size ?? 0) && signedBy(head, before));

/** Judges a head offered after another: `held` is the last one co-signed, or null. Answers 200, or the protocol's status with the reason. */
export function judge(held, { old, proof, note }, { origin, keys, before }) {
  const head = readCheckpoint(note);
  if (!head) return refusal(400, 'this is no checkpoint');
  if (head.origin !== origin) return refusal(404, `another log: ${head.origin} instead of ${origin}`);
  if (!known(head, held, { keys, before })) return refusal(403, 'not signed with the key of the log');
  const size = held?.size ?? 0;
  const cut = `the log was cut: ${size} entries were co-signed, now there are ${head.size}`;
  if (old > head.size) return refusal(400, head.size < size ? cut : 'the old size is larger than the new one');
  if (head.size < size) return { ...refusal(409, cut), size };
  if (head.size === size && held && head.root !== held.root)
    return { ...refusal(old === size ? 422 : 409, `a fork: another tree of ${size} entries was co-signed`), size, fork: true };
  // Whoever asks for the size only knows no better: nothing is said against the log.
  if (old !== size) return { status: 409, why: null, size };
  if (head.size === 0 && head.root !== EMPTY) return refusal(422, 'an empty tree has another root');
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
  read() {
    if (!existsSync(path)) return {};
    try {
      return JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new Error(
        `The state ${path} is damaged: put it back from a backup, or begin with a new name and a new key, because this one has forgotten what it co-signed.`,
      );
    }
  },
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

/** The key in a file (PEM, Ed25519), made where there is none, whole or not at all, and readable by its owner only. */
export function keyIn(path) {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`;
    try {
      writeFileSync(draft, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flush: true });
      linkSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  }
  try {
    return createPrivateKey(readFileSync(path));
  } catch (error) {
    if (error.syscall) throw error;
    throw new Error(`The key file ${path} is empty or damaged: put it back from a backup, or begin with a new name and a new key.`);
  }
}

/** One witness of one log. `say` hears each head co-signed, each refusal and each new key; `keyList` gives the keys as the log publishes them. */
export class Witness {
  #options;
  #keys;
  #before;
  #asked = Number.NEGATIVE_INFINITY;

  constructor({ name, key, store, origin, keys, before = [], keyList = null, say = () => {}, now = Date.now }) {
    this.#options = { name, key, store, origin, keyList, say, now };
    this.#keys = keys;
    this.#before = before;
    this.verifierKey = verifierKeyOf(name, key);
    this.origin = origin;
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
    const { name, key, store, origin, say, now } = this.#options;
    const state = store.read();
    const answer = judge(state.head ?? null, submission, { origin, keys: this.#keys, before: this.#before });
    const at = new Date(now()).toISOString();
    if (answer.why !== null && (seen || answer.fork)) this.#refuse(answer.why, submission.note);
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

  /**
   * Where a head is signed with a key that is not known here: looks whether the log's published keys lead from the known one to it, each
   * signed for by the one before. Then it is the key from now on, and stays so over a start. Answers a refusal where somebody forged that
   * list, otherwise null; throws where the list can't be had. What others send (`seen` is false) has it read once in ten seconds at most.
   */
  async follow(note, seen = false) {
    const { store, origin, keyList, say, now } = this.#options;
    const head = readCheckpoint(note);
    const { head: held } = store.read();
    if (!keyList || head?.origin !== origin || known(head, held, { keys: this.#keys, before: this.#before })) return null;
    if (!seen && now() - this.#asked < LEAST_PAUSE_MS) return null;
    this.#asked = now();
    const { keys, why } = keysAfter(this.#keys.map(named), await keyList());
    if (why !== null) return this.#refuse(why, note);
    const at = keys.findLastIndex((one) => signedBy(head, [readLogKey(one)]));
    if (at < 0) return null;
    this.#before = [...this.#before, ...this.#keys, ...keys.slice(0, at).map(readLogKey)];
    this.#keys = [readLogKey(keys[at])];
    store.write({ ...store.read(), log: { origin, keys: this.#keys.map(named), before: this.#before.map(named) } });
    say(`the log’s key is ${keys[at]} from now on: the one before has signed that`);
    return null;
  }

  #refuse(why, note) {
    const { store, say, now } = this.#options;
    const state = store.read();
    if (state.refused?.why !== why) {
      store.write({ ...state, refused: { at: new Date(now()).toISOString(), why, note } });
      say(`refused: ${why}`);
    }
    return refusal(403, why);
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

/**
 * Fetches the head that everybody sees and judges it by the tiles that everybody sees. Where somebody offered a later head meanwhile, what was
 * fetched is older than that and accuses nobody: it looks again, `again` times at most.
 */
export async function look(witness, log, again = 3) {
  const held = witness.state().head?.size ?? 0;
  // What a cache keeps under this address is not older than the head that was co-signed.
  const note = (await get(`${log}/checkpoint?after=${held}`)).toString();
  const forged = await witness.follow(note, true);
  if (forged) return forged;
  const size = readCheckpoint(note)?.size ?? 0;
  // A head that is not larger needs no proof, and one of no log has none.
  const proof = await proofFromTiles(held, size, (...place) => get(`${log}/${tilePath(...place)}`));
  const grew = (witness.state().head?.size ?? 0) !== held;
  if (grew && again === 0) throw new Error('the log grew with each look');
  return grew ? look(witness, log, again - 1) : witness.add({ old: held, proof, note }, true);
}

const reply = (response, status, type, body) => response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);

async function answer(witness, request, response) {
  const path = request.url.split('?')[0];
  const state = witness.state();
  const shown = ['/checkpoint', `/${sha256(witness.origin).toString('hex')}/checkpoint`];
  if (request.method === 'GET' && shown.includes(path) && state.head) return reply(response, 200, 'text/plain; charset=utf-8', state.head.note);
  if (request.method === 'GET' && path === '/')
    return reply(response, 200, 'application/json', `${JSON.stringify({ key: witness.verifierKey, ...state }, null, 2)}\n`);
  if (request.method !== 'POST' || path !== '/add-checkpoint') return reply(response, 404, 'text/plain', 'Not found\n');
  let body = Buffer.alloc(0);
  for await (const part of request) {
    body = Buffer.concat([body, part]);
    if (body.length > MOST_BYTES) return reply(response, 413, 'text/plain', 'too large\n');
  }
  const submission = readSubmission(body.toString());
  if (!submission) return reply(response, 400, 'text/plain', 'this is no submission\n');
  // A log that can't be read for its keys now is asked again; until then the head is by a key that is not known here.
  const forged = await witness.follow(submission.note).catch(() => null);
  const { status, why, size, line } = forged ?? witness.add(submission);
  if (status === 409) return reply(response.setHeader('x-refused', encodeURIComponent(why ?? '')), 409, 'text/x.tlog.size', `${size}\n`);
  reply(response, status, 'text/plain; charset=utf-8', status === 200 ? line : `${why}\n`);
}

/**
 * `POST /add-checkpoint` and `GET /<hash of the origin>/checkpoint` with the own co-signature (C2SP tlog-witness), which is at `GET /checkpoint`
 * too; `GET /` for people. Whoever hangs up half way, or a
 * disk that is full, ends one answer and not the witness: `say` hears of the disk.
 */
export const serve = (witness, say = () => {}) =>
  createServer({ requestTimeout: WAIT_MS }, (request, response) => {
    answer(witness, request, response).catch((error) => {
      if (request.destroyed && !request.complete) return;
      say(`could not answer: ${error.message}`);
      if (!response.headersSent) reply(response, 503, 'text/plain', 'this witness can’t keep its state now\n');
    });
  });

const USAGE = `A witness of a log of calls.

  node witness.mjs --name w1.example.com/vimarsh --key-file key.pem --show-key
  node witness.mjs --name … --key-file key.pem --state-file head.json --origin portal.example/vimarsh-log --log-key KEY [--port 4100] [--host 127.0.0.1]
    [--site https://portal.example]
  node witness.mjs --name … --key-file key.pem --state-file head.json --watch https://portal.example [--every 300] [--once]

--port answers add-checkpoint; --watch looks for itself; both may be given. Without --log-key and --origin the first look learns them
from the site it watches, and keeps them. When the log's key changes, it follows by itself where --watch or --site says where its keys are
published, and the key before has signed for the new one. --once looks once and ends with 1 where it refuses, 2 where it could not look.
`;

const OPTIONS = Object.fromEntries(
  ['name', 'key-file', 'state-file', 'origin', 'port', 'host', 'watch', 'site', 'every'].map((option) => [option, { type: 'string' }]),
);

const publishedBy = async (site) => JSON.parse((await get(`${site}/.well-known/vimarsh-ledger.json`)).toString());

/**
 * The log's name and keys: given, learnt at an earlier start or by following them, or else learnt now. Given keys that were followed since
 * are not gone back to.
 */
async function logOf(options, store) {
  const kept = store.read().log;
  const opened = ({ origin, keys, before = [] }) => ({ origin, keys: keys.map(readLogKey), before: before.map(readLogKey) });
  if (options.origin && options['log-key']) {
    const given = { origin: options.origin, keys: options['log-key'].map((key) => named(readLogKey(key))) };
    const followed = kept?.origin === given.origin && given.keys.every((key) => [...kept.keys, ...(kept.before ?? [])].includes(key));
    return opened(followed ? kept : given);
  }
  if (kept) return opened(kept);
  if (!options.watch) throw new Error('--origin and --log-key say which log this is; or --watch, to learn them');
  const { public_key, keys = [] } = await publishedBy(options.watch);
  const head = readCheckpoint((await get(`${options.watch}/.well-known/vimarsh-log/checkpoint`)).toString());
  if (!head) throw new Error('the site has no head of a log yet');
  // Between a change of the key and the next head, the one that signed the head is not the latest.
  const signer = keys.find((one) => signedBy(head, [readLogKey(one.public_key)]))?.public_key ?? public_key;
  store.write({ ...store.read(), log: { origin: head.origin, keys: [signer] } });
  return opened({ origin: head.origin, keys: [signer] });
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
  const site = watch ?? values.site;
  const keyList = site === undefined ? null : async () => (await publishedBy(site)).keys;
  const begin = async () => new Witness({ name, key, store, say, keyList, ...(await logOf(values, store)) });
  const log = `${watch}/.well-known/vimarsh-log`;
  if (values.once) {
    const { status, why } = await look(await begin(), log);
    return why === null ? undefined : (say(why) ?? process.exit(status === 200 ? 0 : 1));
  }
  let witness = null;
  const again = async () => {
    try {
      witness ??= await begin();
      if (port !== undefined && !server)
        server = serve(witness, say)
          .listen(Number(port), host)
          .on('error', (error) => leave(error.message));
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

function leave(why) {
  console.error(why);
  process.exit(2);
}

/** Runs as the command line says. */
export async function run() {
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => process.exit(0));
  await main().catch((error) => leave(error.message));
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) await run();
