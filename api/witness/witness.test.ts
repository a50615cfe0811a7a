import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosignedAt, readCheckpoint, readWitnessKey } from '@vimarsh/shared/domain/log/checkpoint.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { keyOfSeed } from '../src/ledger/signing-key.ts';
import { type Log, logOf, ORIGIN, rawKeyOf, signerNamed } from './log.testing.ts';
import { fileStore, keyIn, look, proofFromTiles, readLogKey, readSubmission, serve, verifierKey, Witness, type WitnessState } from './witness.mjs';

const ours = signerNamed('ours');
const theirs = signerNamed('theirs');
const NOW = Date.parse('2026-11-20T13:15:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-witness-'));
afterAll(() => rmSync(folder, { recursive: true }));

const entries = (count: number, name = 'event'): string[] => Array.from({ length: count }, (_, at) => `${name} ${at}`);
const KEY = keyOfSeed(createHash('sha256').update('witness').digest());

function witness() {
  let kept: WitnessState = {};
  const said: string[] = [];
  const store = {
    read: () => kept,
    write: (state: WitnessState) => {
      kept = state;
    },
  };
  const one = new Witness({ name: 'w1.example', key: KEY, store, origin: ORIGIN, keys: [rawKeyOf(ours)], say: (words) => said.push(words), now: () => NOW });
  return { one, said };
}
const proofIn = async (log: ReturnType<typeof logOf>, old: number): Promise<Buffer[]> =>
  proofFromTiles(old, log.size, async (...place) => Buffer.from(await log.tile(...place)));
const bodyOf = (old: number | string, proof: readonly Buffer[], note: string): string =>
  `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`;

describe('a witness that has co-signed 20 entries', () => {
  let { one, said } = witness();
  const held = logOf(entries(20), ours);
  const grown = logOf(entries(33), ours);
  beforeEach(async () => {
    ({ one, said } = witness());
    expect(one.add({ old: 0, proof: [], note: held.note })).toMatchObject({ status: 200, why: null });
  });
  const kept = () => one.state().head?.size;

  test('co-signs what has grown from them, with the time, and the same head again', async () => {
    const { status, line } = one.add({ old: 20, proof: await proofIn(grown, 20), note: grown.note });
    expect([status, kept()]).toEqual([200, 33]);
    const head = readCheckpoint(`${grown.note}${line}`)!;
    const known = await readWitnessKey(one.verifierKey);
    expect(await cosignedAt(head, known!)).toEqual(new Date(NOW));
    expect(await cosignedAt(readCheckpoint(`${held.note}${line}`)!, known!), 'it is for this head only').toBe(false);
    expect(await cosignedAt(readCheckpoint(grown.note)!, known!)).toBeNull();
    expect(one.add({ old: 33, proof: [], note: grown.note }).status).toBe(200);
    expect(said).toEqual(['co-signed 20 entries', 'co-signed 33 entries']);
  });

  const forked = logOf([...entries(19), 'another'], ours);
  const rewritten = logOf([...entries(7), 'another', ...entries(33).slice(8)], ours);
  test.each([
    ['a smaller size', logOf(entries(12), ours), 12, 409, 'the log was cut: 20 entries were co-signed, now there are 12'],
    ['an empty log', logOf([], ours), 0, 409, 'the log was cut: 20 entries were co-signed, now there are 0'],
    ['a fork of the same size', forked, 20, 422, 'a fork: another tree of 20 entries was co-signed'],
    ['a fork that has grown', rewritten, 20, 422, 'the 20 entries that were co-signed are not the first of these 33'],
    ['another key', logOf(entries(33), theirs), 20, 403, 'not signed with the key of the log'],
    ['another log', logOf(entries(33), ours, 'other.example/log'), 20, 404, `another log: other.example/log instead of ${ORIGIN}`],
    ['an old size above the new one', held, 21, 400, 'the old size is larger than the new one'],
    ['no checkpoint', { ...held, note: held.note.replace('\n20\n', '\n020\n') }, 20, 400, 'this is no checkpoint'],
    ['a checkpoint signed for another text', { ...held, note: held.note.replace('\n20\n', '\n21\n') }, 20, 403, 'not signed with the key of the log'],
  ])('refuses %s and says why', async (_, log, old, status, why) => {
    const proof = old < log.size ? await proofIn(log, old) : [];
    expect(one.add({ old, proof, note: log.note }, true)).toMatchObject({ status, why });
    expect(kept()).toBe(20);
    expect(one.state().refused).toMatchObject({ why, note: log.note });
    expect(said.at(-1)).toBe(`refused: ${why}`);
  });

  test('tells its size to whoever does not know it, and holds nothing against the log for it', () => {
    expect(one.add({ old: 0, proof: [], note: grown.note })).toMatchObject({ status: 409, size: 20, why: null });
    expect(one.state().refused).toBeUndefined();
  });

  test('is not made to accuse a log by an old head or a wrong proof that anyone can send; a fork is signed evidence', () => {
    for (const submission of [
      { old: 12, proof: [], note: logOf(entries(12), ours).note },
      { old: 20, proof: [], note: grown.note },
      { old: 20, proof: [], note: logOf(entries(33), theirs).note },
    ])
      expect(one.add(submission).status).toBeGreaterThanOrEqual(403);
    expect(one.state().refused).toBeUndefined();
    one.add({ old: 20, proof: [], note: forked.note });
    expect(one.state().refused).toMatchObject({ why: 'a fork: another tree of 20 entries was co-signed', note: forked.note });
  });
});

test.each([
  ['no old size', `\n${logOf(entries(3), ours).note}`],
  ['a size with a zero before it', bodyOf('03', [], logOf(entries(3), ours).note)],
  ['a proof that is none', `old 0\nabc\n\n${logOf(entries(3), ours).note}`],
  ['too long a proof', bodyOf(0, Array<Buffer>(64).fill(Buffer.alloc(32)), logOf(entries(3), ours).note)],
  ['nothing', ''],
])('a submission with %s is none', (_, body) => {
  expect(readSubmission(body)).toBeNull();
});

test('its key is the one in its file, and the log’s may be given in both ways it is written', () => {
  const path = join(folder, 'keys', 'key.pem');
  const key = keyIn(path);
  expect(keyIn(path).export({ format: 'jwk' })).toEqual(key.export({ format: 'jwk' }));
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(readLogKey(ours.publicKey)).toEqual(rawKeyOf(ours));
  expect(readLogKey(verifierKey(ORIGIN, 1, rawKeyOf(ours)))).toEqual(rawKeyOf(ours));
  expect(() => readLogKey('nonsense')).toThrow('nonsense is no Ed25519 key');
});

test('by HTTP as C2SP tlog-witness has it; what it answered is on the disk', async () => {
  const path = join(folder, 'state.json');
  const start = async () => {
    const one = new Witness({ name: 'w1.example', key: KEY, store: fileStore(path), origin: ORIGIN, keys: [rawKeyOf(ours)] });
    const server = serve(one).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  let { server, url } = await start();
  const post = async (body: string) => {
    const answer = await fetch(`${url()}/add-checkpoint`, { method: 'POST', body });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  try {
    const held = logOf(entries(20), ours);
    expect((await fetch(`${url()}/checkpoint`)).status).toBe(404);
    expect(await post(bodyOf(0, [], held.note))).toMatchObject({ status: 200, text: expect.stringMatching(/^— w1\.example \S+\n$/) });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ head: { size: 20 } });
    expect(existsSync(`${path}.new`)).toBe(false);
    server.close();
    ({ server, url } = await start());
    const grown = logOf(entries(33), ours);
    expect(await post(bodyOf(0, [], grown.note)), 'it remembers over its own end').toEqual({ status: 409, type: 'text/x.tlog.size', text: '20\n' });
    expect(await post(bodyOf(20, [], grown.note))).toMatchObject({ status: 422 });
    expect(await post(bodyOf(20, await proofIn(grown, 20), grown.note))).toMatchObject({ status: 200 });
    expect(await post(bodyOf(33, [], logOf(entries(33), theirs).note))).toMatchObject({ status: 403, text: 'not signed with the key of the log\n' });
    expect(await post('hello')).toMatchObject({ status: 400 });
    expect(await post('x'.repeat(40_000))).toMatchObject({ status: 413 });
    const cosigned = await (await fetch(`${url()}/checkpoint`)).text();
    expect(cosigned.startsWith(grown.note)).toBe(true);
    expect(await (await fetch(url())).json()).toMatchObject({ key: expect.stringMatching(/^w1\.example\+/), head: { size: 33 } });
    expect((await fetch(`${url()}/anything`)).status).toBe(404);
  } finally {
    server.close();
  }
});

describe('a witness that looks at a site while somebody offers it a later head', () => {
  const [early, middle, late] = [20, 33, 40].map((size) => logOf(entries(size), ours)) as [Log, Log, Log];
  /** Looks at a site that shows these heads, one after the other; `meanwhile` comes before each is read. */
  const lookAt = async (one: Witness, shown: readonly Log[], meanwhile: (n: number) => Promise<void>) => {
    let asked = 0;
    const site = createServer(async (request, response) => {
      const { pathname } = new URL(request.url!, 'http://site');
      const log = shown[Math.min(asked, shown.length - 1)]!;
      const tile = /tile\/(\d)\/(\d{3})(?:\.p\/(\d+))?$/.exec(pathname);
      if (tile) return response.end(await late.tile(Number(tile[1]), Number(tile[2]), Number(tile[3] ?? 256)));
      asked += 1;
      await meanwhile(asked);
      response.end(log.note);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    return look(one, `http://127.0.0.1:${(site.address() as AddressInfo).port}`).finally(() => site.close());
  };
  const offered = async (one: Witness, log: Log): Promise<void> => {
    const old = one.state().head!.size;
    expect(one.add({ old, proof: await proofIn(log, old), note: log.note })).toMatchObject({ status: 200 });
  };
  const begun = () => {
    const { one } = witness();
    one.add({ old: 0, proof: [], note: early.note });
    return one;
  };

  test('accuses nobody by the head it was reading, and looks again', async () => {
    const one = begun();
    const offer = async (n: number) => (n === 1 ? offered(one, late) : undefined);
    expect(await lookAt(one, [middle, late], offer)).toMatchObject({ status: 200, why: null });
    expect(one.state()).toMatchObject({ head: { size: 40 } });
    expect(one.state().refused).toBeUndefined();
  });

  test('and still sees that entries were cut off when it looks again', async () => {
    const one = begun();
    const offer = async (n: number) => (n === 1 ? offered(one, late) : undefined);
    expect(await lookAt(one, [middle], offer)).toMatchObject({ why: 'the log was cut: 40 entries were co-signed, now there are 33' });
    expect(one.state().refused).toMatchObject({ why: 'the log was cut: 40 entries were co-signed, now there are 33' });
  });
});
