import { createHash, createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataUnusable } from '../../platform/database/data-lock.ts';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createLedger, type Ledger, openLedger } from '../index.ts';
import { makeProbes, probe } from '../probe.testing.ts';
import { recordTables } from '../tables.ts';
import { keyId } from './checkpoint.ts';
import { leafHash, rootOf } from './tree.ts';

const EVENING = '2026-11-20T13:30:00.000Z';

interface Stage {
  readonly platform: TestPlatform['platform'];
  readonly ledger: Ledger;
  readonly db: ReturnType<typeof recordTables>;
  end(): Promise<void>;
}
async function openStage(database: 'pglite' | 'postgres'): Promise<Stage> {
  const { platform, end } = await openPlatform({ database });
  platform.tenant(() => null);
  platform.authenticator(async () => null);
  await makeProbes(platform.db);
  const ledger = await createLedger(platform);
  ledger.register(probe);
  await platform.start();
  return { platform, ledger, db: recordTables(platform.db), end };
}

describe.each(await databases())('the log on %s', (database) => {
  let stage: Stage;
  const write = (ids: readonly string[], day: string) =>
    stage.platform.transaction(async (tx) => {
      const event = { kind: 'probe', expert_id: 'exp_01', actor: 'exp_01', type: 'publish', payload: { target: 110 }, ts: `${day}T05:00:00.000Z` };
      await stage.ledger.append(
        tx,
        (await stage.ledger.lock(tx)).seq,
        ids.map((call_id) => ({ ...event, call_id })),
      );
    });
  const fetch = (path: string) => stage.platform.app.inject({ url: `/.well-known/vimarsh-log/${path}`, headers: { host: 'localhost' } });
  const head = async () => {
    const [origin, size, root] = (await fetch('checkpoint')).body.split('\n');
    return { origin, size: Number(size), root };
  };
  beforeAll(async () => {
    stage = await openStage(database);
  });
  afterAll(() => stage?.end());

  test('has no head before the first root; each root brings a signed one that anyone can check with tools for signed notes', async () => {
    expect((await fetch('checkpoint')).statusCode).toBe(404);
    await write(
      Array.from({ length: 300 }, (_, at) => `c${at}`),
      '2026-11-20',
    );
    await stage.platform.transaction((tx) => stage.ledger.root(tx, new Date(EVENING)));
    const { body, headers } = await fetch('checkpoint');
    expect(headers['cache-control']).toBe('public, max-age=5');
    const [text, signature] = body.split('\n\n') as [string, string];
    const { public_key } = await stage.ledger.file();
    const [, name, base64] = /^— (\S+) (\S+)\n$/.exec(signature)!;
    const bytes = Buffer.from(base64!, 'base64');
    expect(name).toBe('localhost/vimarsh-log');
    expect(bytes.subarray(0, 4)).toEqual(keyId(name!, public_key));
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' });
    expect(verify(null, Buffer.from(`${text}\n`), key, bytes.subarray(4))).toBe(true);
    expect((await head()).size).toBe(300);
  });

  test('its tiles give the head’s root, and the leaf of an event whose salt one was given', async () => {
    const { root } = await head();
    const [full, partial, above] = await Promise.all(['tile/0/000', 'tile/0/001.p/44', 'tile/1/000.p/1'].map(fetch));
    expect([full!.statusCode, partial!.statusCode, above!.statusCode]).toEqual([200, 200, 200]);
    expect(full!.headers['cache-control']).toContain('immutable');
    const hashes = Buffer.concat([full!.rawPayload, partial!.rawPayload]);
    const leaves = Array.from({ length: 300 }, (_, at) => hashes.subarray(at * 32, at * 32 + 32));
    expect(rootOf(leaves).toString('base64')).toBe(root);
    expect(above!.rawPayload).toEqual(rootOf(leaves.slice(0, 256)));
    const proof = await stage.ledger.prove(await stage.ledger.eventsOf('c270'), null);
    const { hash, log } = proof.events[0]!;
    expect(log!.index).toBe(270);
    expect(leafHash(Buffer.concat([Buffer.from(hash, 'hex'), Buffer.from(log!.salt, 'hex')]))).toEqual(leaves[270]);
    // Without the salt the text alone leads nowhere.
    expect(leaves).not.toContainEqual(leafHash(Buffer.from(hash, 'hex')));
    expect(leaves).not.toContainEqual(createHash('sha256').update(Buffer.of(0)).update(hash).digest());
  });

  test.each([
    'tile/0/001',
    'tile/0/001.p/45',
    'tile/0/002',
    'tile/2/000.p/1',
    'tile/9/000',
    'tile/x/000',
    'tile/0/1',
    'tile/0/000.p/300',
    'tile/entries/001',
    'tile/entries/001.p/45',
  ])('has no %s', async (path) => {
    expect((await fetch(path)).statusCode).toBe(404);
  });

  test('grows with the next root only: until then nobody learns from it that something was published', async () => {
    const { root } = await head();
    await write(['later'], '2026-11-21');
    expect(await head()).toMatchObject({ size: 300, root });
    expect((await stage.ledger.prove(await stage.ledger.eventsOf('later'), null)).events[0]!.log).toBeUndefined();
    // A second node at the same root signs nothing more.
    await stage.platform.transaction((tx) => stage.ledger.root(tx, new Date(EVENING)));
    expect((await head()).size).toBe(300);
    await stage.platform.transaction((tx) => stage.ledger.root(tx, new Date('2026-11-23T13:15:00.000Z')));
    expect((await head()).size).toBe(301);
    expect((await fetch('tile/0/001.p/44')).statusCode, 'what stood at an address stays there').toBe(200);
  });

  test('a record from before the log gets its first head at the start', async () => {
    const before = await head();
    await sql`alter table log_heads disable trigger log_heads_append_only`.execute(stage.db);
    await sql`delete from log_heads`.execute(stage.db);
    await sql`delete from log_tiles`.execute(stage.db);
    await sql`alter table log_heads enable trigger log_heads_append_only`.execute(stage.db);
    const ledger = await openLedger(stage.platform);
    await ledger.check();
    await stage.platform.transaction((tx) => ledger.beginLog(tx));
    expect(await head()).toEqual(before);
  });

  const rewritten = (seq: number): string =>
    `update call_events set canonical = replace(canonical, '110', '105'), hash = encode(sha256(convert_to(replace(canonical, '110', '105'), 'UTF8')), 'hex') where seq = ${seq}`;
  const tampered: [string, string, string][] = [
    ['a suffix cut off', 'delete from call_events where seq > 280', 'events 281 to 302 are missing'],
    ['an event taken out', 'delete from call_events where seq = 100', 'event 100 is missing'],
    ['a text changed', `update call_events set canonical = replace(canonical, '110', '105') where seq = 7`, 'the text of event 7'],
    ['a text changed with its hash', rewritten(7), 'event 8 does not follow'],
    ['the latest text changed with its hash', rewritten(302), 'event 302 is not signed'],
    ['the latest event cut off', 'delete from call_events where seq = 302', 'events 302 to 302 are missing'],
    ['another author in a column', `update call_events set expert_id = 'exp_99' where seq = 7`, 'the columns of event 7'],
    ['another call in a column', `update call_events set call_id = 'c200' where seq = 7`, 'the columns of event 7'],
    ['another time in a column', `update call_events set ts = '2020-01-01' where seq = 7`, 'the columns of event 7'],
    ['another end of a chain', `update expert_chains set n = 7`, 'the ends of the experts’ chains'],
    ['the latest root unsigned', `update ledger_roots set signature = 'AAAA'`, 'the root of 2026-11-23 is not signed'],
    [
      'the latest root of another day',
      `update ledger_roots set trading_date = '2026-11-24' where trading_date = '2026-11-23'`,
      'the root of 2026-11-24 is not signed',
    ],
    ['the latest root taken out', `delete from ledger_roots where trading_date = '2026-11-23'`, 'a daily root is missing'],
    ['all roots taken out', 'delete from ledger_roots', 'a daily root is missing'],
    ['a part of a tile changed', `update log_tiles set hashes = decode(repeat('ab', 45 * 32), 'hex') where level = 0 and n = 1`, 'tile 0/1 of the log'],
    ['a full tile changed', `update log_tiles set hashes = decode(repeat('ab', 256 * 32), 'hex') where level = 0 and n = 0`, 'tile 0/0 of the log'],
    ['a tile taken out', 'delete from log_tiles where level = 1', 'tile 1/0 of the log'],
    ['a root that follows another', `update ledger_roots set prev_root = '${'ab'.repeat(32)}' where trading_date = '2026-11-20'`, 'the events of 2026-11-20'],
    ['a root made again', `update ledger_roots set merkle_root = '${'ab'.repeat(32)}' where trading_date = '2026-11-23'`, 'the events of 2026-11-23'],
    ['a head made again', `update log_heads set root = '${'ab'.repeat(32)}' where size = 301`, 'the log of 301 events'],
  ];
  test.each(tampered)('a record with %s refuses the start and says what is wrong', async (_, statement, what) => {
    if ((await stage.ledger.head()).seq === 301) await write(['today'], '2026-11-24');
    const tables = ['call_events', 'ledger_roots', 'log_heads', 'log_tiles'];
    const start = stage.db.connection().execute(async (db) => {
      // Whoever owns the database can do this; afterwards all is as it was.
      await sql`begin`.execute(db);
      try {
        for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(db);
        await sql.raw(statement).execute(db);
        await createLedger({ ...stage.platform, db: db as never });
      } finally {
        await sql`rollback`.execute(db);
      }
    });
    await expect(start).rejects.toThrow(DataUnusable);
    await expect(start).rejects.toThrow(what);
    await (await openLedger(stage.platform)).check();
  });
});
