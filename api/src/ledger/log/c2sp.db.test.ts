import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, verifierKeyOf, Witness, type WitnessState } from '../../../witness/witness.mjs';
import { python } from '../../platform/testing/python.testing.ts';
import { openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createLedger, type Ledger } from '../index.ts';
import { makeProbes, probe } from '../probe.testing.ts';
import { keyOfSeed, publicKeyOf } from '../signing-key.ts';
import { recordTables } from '../tables.ts';
import { checkHeld, logKeysOf } from '../witnesses/held-heads.ts';
import { Witnesses } from '../witnesses/witnesses.ts';

/** Written from the texts of C2SP alone: it stands for everybody else's witness, monitor and verifier. */
const C2SP = fileURLToPath(new URL('../../../../e2e/record/c2sp.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-c2sp-'));
const SEED = createHash('sha256').update('a foreign witness').digest('hex');

const c2sp = (...given: string[]): Promise<string> =>
  new Promise((resolve) =>
    execFile(python(), [C2SP, ...given], { timeout: 60_000 }, (error, stdout, stderr) => resolve(`${stdout}${error ? stderr : ''}`.trim())),
  );

let opened: TestPlatform;
let ledger: Ledger;
let foreign: { vkey: string; url: string };
let running: ChildProcess;
let key: string;
let site: string;
let witnesses: Witnesses;
let day = 19;
const db = () => recordTables(opened.platform.db);

async function grow(count: number): Promise<void> {
  day += 1;
  const event = { kind: 'probe', expert_id: 'exp_01', actor: 'exp_01', type: 'publish', payload: {}, ts: `2026-11-${day}T05:00:00.000Z` };
  const calls = Array.from({ length: count }, (_, at) => ({ ...event, call_id: `${day}_${at}` }));
  await opened.platform.transaction(async (tx) => ledger.append(tx, (await ledger.lock(tx)).seq, calls));
  await opened.platform.transaction((tx) => ledger.root(tx, new Date(`2026-11-${day}T13:15:00.000Z`)));
}
const setting = () => ({ name: 'foreign.example', key: foreign.vkey, url: foreign.url });
const offer = async () => witnesses.offerTo(setting(), await ledger.signedHead());

beforeAll(async () => {
  opened = await openPlatform({ database: 'pglite' });
  const { platform } = opened;
  platform.tenant(() => null);
  platform.authenticator(async () => null);
  await makeProbes(platform.db);
  ledger = await createLedger({ ...platform, onReady: () => undefined });
  ledger.register(probe);
  await platform.start();
  key = (await platform.app.inject({ url: '/.well-known/vimarsh-log/vkey', headers: { host: 'localhost' } })).body.trim();
  running = spawn(python(), [C2SP, 'witness', '0', 'foreign.example', SEED, key], { stdio: ['ignore', 'pipe', 'inherit'] });
  foreign = JSON.parse(String((await once(running.stdout!, 'data'))[0]));
  witnesses = new Witnesses(db(), [setting()], { onRefusal: () => undefined, onSilence: () => undefined, keys: () => logKeysOf(ledger) });
  ledger.cosignedBy(async (size) =>
    (await db().selectFrom('log_cosignatures').select('line').where('size', '=', size).execute()).map(({ line }) => line).join(''),
  );
  await platform.app.listen({ port: 0, host: '127.0.0.1' });
  site = `http://127.0.0.1:${(platform.app.server.address() as AddressInfo).port}/.well-known/vimarsh-log`;
}, 60_000);
afterAll(async () => {
  running?.kill();
  await opened?.end();
  rmSync(folder, { recursive: true });
});

test.each([1, 255, 1, 1, 300])('a monitor rebuilds the log from its entries after %i more', async (count) => {
  await grow(count);
  expect(await c2sp('log', site, key)).toBe('as C2SP specifies');
});

test('a foreign witness co-signs at the first look, after growth, and where it knows more than this server remembers', async () => {
  expect(await offer()).toMatchObject({ kind: 'cosigned' });
  await grow(7);
  expect(await offer()).toMatchObject({ kind: 'cosigned' });
  const lines = await db().selectFrom('log_cosignatures').selectAll().execute();
  expect(lines.map(({ size }) => size)).toEqual([558, 565]);
  // As from a backup of before: it asks from nothing, is told 565, and goes on from there.
  await sql`alter table log_cosignatures disable trigger all`.execute(db());
  await db().deleteFrom('log_cosignatures').execute();
  await grow(3);
  expect(await offer()).toMatchObject({ kind: 'cosigned' });
  expect(await c2sp('log', site, key)).toBe('as C2SP specifies');
});

test('what it holds is found at the address that C2SP gives it', async () => {
  expect(await checkHeld(db(), ledger, [setting()], 5000)).toEqual([]);
  const { size } = (await ledger.signedHead())!;
  await sql`alter table log_heads disable trigger all`.execute(db());
  await sql`update log_heads set size = -size where size = ${size}`.execute(db());
  await expect(checkHeld(db(), ledger, [setting()], 5000)).rejects.toThrow(`it has not the head of ${size} events that it signed`);
  await sql`update log_heads set size = -size where size = ${-size}`.execute(db());
});

test('proofs of events hold by themselves with the log’s and the witness’s key, and for no other entry, key or quorum', async () => {
  const head = (await ledger.cosignedHead())!;
  const proofOf = ledger.tlogProofs(head);
  for (const call of ['20_0', '21_100', '24_299', '26_2']) {
    const [event] = await ledger.eventsOf(call);
    const { log } = (await ledger.prove([event!], null)).events[0]!;
    const file = join(folder, `${call}.tlog-proof`);
    const text = (await proofOf(event!))!;
    writeFileSync(file, text);
    const entry = event!.hash + log!.salt;
    expect(text.split('\n')[1]).toBe(`extra ${Buffer.from(log!.salt, 'hex').toString('base64')}`);
    expect(await c2sp('proof', file, entry, key, '1', foreign.vkey), call).toBe('as C2SP specifies');
    expect(await c2sp('proof', file, entry.replace(/^../, 'ff'), key)).toBe('the entry is not in the tree of the checkpoint');
    expect(await c2sp('proof', file, entry, key, '2', foreign.vkey)).toBe('1 of 2 witnesses co-signed it');
    const other = verifierKeyOf('other.example', keyOfSeed(Buffer.alloc(32, 9)));
    expect(await c2sp('proof', file, entry, key, '1', other)).toBe('0 of 1 witnesses co-signed it');
    writeFileSync(file, text.replace(/^index \d+/m, 'index 5'));
    expect(await c2sp('proof', file, entry, key)).toBe('the entry is not in the tree of the checkpoint');
    writeFileSync(
      file,
      text.replace(/\n(\d+)\n/, (_, size: string) => `\n${Number(size) + 1}\n`),
    );
    expect(await c2sp('proof', file, entry, key)).toContain('does not hold');
  }
});

test('an event that waits for a head has no proof yet', async () => {
  const [event] = await ledger.eventsOf('20_0');
  expect(await ledger.tlogProofs((await ledger.cosignedHead())!)({ seq: event!.seq + 10_000 })).toBeNull();
});

test('entries with a text that could be tried are not served: those from before the hidden link', async () => {
  await sql`alter table call_events disable trigger all`.execute(db());
  await sql`update call_events set canonical = replace(canonical, '"link"', '"lunk"') where seq = 300`.execute(db());
  const get = (path: string) => fetch(`${site}/${path}`).then(({ status }) => status);
  expect(await Promise.all(['tile/entries/000', 'tile/entries/001', 'tile/0/001', 'tile/entries/002.p/1'].map(get))).toEqual([200, 404, 200, 200]);
  await sql`update call_events set canonical = replace(canonical, '"lunk"', '"link"') where seq = 300`.execute(db());
});

test('our own witness answers a foreign log as C2SP says', async () => {
  const seed = createHash('sha256').update('a foreign log').digest();
  let kept: WitnessState = {};
  const write = (state: WitnessState): void => {
    kept = state;
  };
  const store = { read: () => kept, write };
  const own = keyOfSeed(Buffer.alloc(32, 5));
  const theirs = Buffer.from(publicKeyOf(keyOfSeed(seed)), 'base64url');
  const server = serve(new Witness({ name: 'w1.example', key: own, store, origin: 'foreign.example/log', keys: [theirs] })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const prefix = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await c2sp('ask', prefix, verifierKeyOf('w1.example', own), 'foreign.example/log', seed.toString('hex'))).toBe('as C2SP specifies');
  server.close();
});
