import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cosignedAt, readCheckpoint, readWitnessKey } from '@vimarsh/shared/domain/log/checkpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logOf, rawKeyOf, signerNamed } from '../../../witness/log.testing.ts';
import { serve, verifierKeyOf, Witness, type WitnessState } from '../../../witness/witness.mjs';
import type { Platform } from '../../platform/platform.ts';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createLedger, type Ledger } from '../index.ts';
import { makeProbes, probe } from '../probe.testing.ts';
import { keyOfSeed } from '../signing-key.ts';
import { recordTables } from '../tables.ts';
import { checkHeld, logKeysOf } from './held-heads.ts';
import { reportOf, storeRefusal } from './witnesses.store.ts';
import { Witnesses } from './witnesses.ts';

/** A witness at an address that is there from the start, also before it knows its log. */
async function aWitness(name: string) {
  const key = keyOfSeed(createHash('sha256').update(name).digest());
  let inner: Server | null = null;
  let kept: WitnessState = {};
  const put = (state: WitnessState): void => {
    kept = state;
  };
  const store = { read: () => kept, write: put };
  const server = createServer((request, response) => (inner ? inner.emit('request', request, response) : response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    name,
    key: verifierKeyOf(name, key),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state: () => kept,
    /** Begins or goes on. */
    answer(origin: string, keys: readonly Buffer[], keyList: (() => Promise<unknown>) | null = null) {
      inner = serve(new Witness({ name, key, store, origin, keys, keyList }));
    },
    /** As if it had been shown another past. */
    sawOther() {
      kept = { ...kept, head: { ...kept.head!, root: createHash('sha256').update('other').digest('base64') } };
    },
    put,
    close: () => server.close(),
  };
}

describe.each(await databases())('the witnesses of the log on %s', (database) => {
  let opened: TestPlatform;
  let ledger: Ledger;
  let two: Awaited<ReturnType<typeof aWitness>>[];
  let settings: { name: string; key: string; url: string }[];
  let witnesses: Witnesses;
  let ours: Buffer;
  const told: string[] = [];
  const db = () => recordTables(opened.platform.db);
  let day = 19;
  /** Some events and the root of their day. */
  const grow = async (count: number): Promise<void> => {
    day += 1;
    const ts = `2026-11-${day}T05:00:00.000Z`;
    const calls = Array.from({ length: count }, (_, at) => ({
      kind: 'probe',
      expert_id: 'exp_01',
      actor: 'exp_01',
      type: 'publish',
      payload: {},
      ts,
      call_id: `${day}_${at}`,
    }));
    await opened.platform.transaction(async (tx) => ledger.append(tx, (await ledger.lock(tx)).seq, calls));
    await opened.platform.transaction((tx) => ledger.root(tx, new Date(`2026-11-${day}T13:15:00.000Z`)));
  };
  const offer = async (at = 0) => witnesses.offerTo(settings[at]!, await ledger.signedHead());
  const get = (url: string) => opened.platform.app.inject({ url, headers: { host: 'localhost' } });
  const report = async () => (await get('/reco/v1/ledger/witnesses')).json().data;
  const ready = async () => (await get('/readyz')).json();

  beforeAll(async () => {
    two = await Promise.all(['w1.example', 'w2.example'].map(aWitness));
    settings = two.map(({ name, key, url }) => ({ name, key, url }));
    opened = await openPlatform({ database, settings: { WITNESSES: settings.map(({ key, url }) => `${key} ${url}`).join(',') } });
    const { platform } = opened;
    platform.tenant(() => null);
    platform.authenticator(async () => null);
    await makeProbes(platform.db);
    // Without its own loops: what is offered here, and when, these tests decide.
    ledger = await createLedger({ ...platform, onReady: () => undefined });
    ledger.register(probe);
    witnesses = new Witnesses(db(), settings, {
      onRefusal: (name, why) => told.push(`${name}: ${why}`),
      onSilence: (name, why) => told.push(`${name} silent: ${why}`),
      keys: () => logKeysOf(ledger),
      every: 20,
    });
    platform.remark(() => witnesses.remarks());
    await platform.start();
    ours = Buffer.from((await ledger.file()).public_key, 'base64url');
  });
  afterAll(async () => {
    await opened?.end();
    for (const one of two) one.close();
  });

  test('without a head there is nothing to co-sign', async () => {
    expect(await offer()).toBeNull();
    expect(await report()).toEqual({
      head: null,
      witnesses: settings.map(({ name, key }) => ({ name, key, since: null, last: null, refusal: null, state: 'waits' })),
    });
  });

  test('one that is down holds up nothing, and is asked again', async () => {
    await grow(300);
    two[0]!.answer('localhost/vimarsh-log', [ours]);
    expect(await offer(0)).toMatchObject({ kind: 'cosigned' });
    expect(await offer(1)).toMatchObject({ kind: 'silent' });
    await grow(5);
    expect((await ledger.signedHead())!.size, 'signing goes on').toBe(305);
    expect((await report()).witnesses.map(({ state }: { state: string }) => state)).toEqual(['waits', 'waits']);
    two[1]!.answer('localhost/vimarsh-log', [ours]);
    witnesses.start();
    await expect
      .poll(async () => (await report()).witnesses.map(({ state }: { state: string }) => state), { timeout: 60_000 })
      .toEqual(['cosigned', 'cosigned']);
    await witnesses.stop();
    expect(two.map((one) => one.state().head?.size)).toEqual([305, 305]);
    expect(told).toEqual([]);
  });

  test('the checkpoint carries what they signed, which anyone can check; the answer says who and since when', async () => {
    const head = readCheckpoint((await get('/.well-known/vimarsh-log/checkpoint')).body)!;
    expect(head.signatures.map(({ name }) => name)).toEqual(['localhost/vimarsh-log', 'w1.example', 'w2.example']);
    const times = await Promise.all(settings.map(async ({ key }) => (await cosignedAt(head, (await readWitnessKey(key))!)) as Date));
    const { head: latest, witnesses: both } = await report();
    expect(latest).toMatchObject({ size: 305 });
    expect(both.map(({ last }: { last: object }) => last)).toEqual(times.map((at) => ({ size: 305, at: at.toISOString() })));
    expect(Date.parse(both[0].since)).toBeLessThanOrEqual(times[0]!.getTime());
  });

  test('the same head again is co-signed again, and the first time stays', async () => {
    const before = await report();
    expect(await offer()).toMatchObject({ kind: 'cosigned' });
    expect(await report()).toEqual(before);
  });

  test('one that has seen more than this server knows of goes on from there', async () => {
    await grow(3);
    await offer(0);
    await sql`alter table log_cosignatures disable trigger log_cosignatures_append_only`.execute(opened.platform.db);
    await sql`delete from log_cosignatures`.execute(opened.platform.db);
    await sql`alter table log_cosignatures enable trigger log_cosignatures_append_only`.execute(opened.platform.db);
    await grow(4);
    expect(await Promise.all([offer(0), offer(1)])).toMatchObject([{ kind: 'cosigned' }, { kind: 'cosigned' }]);
  });

  test.each([
    ['another past of the same size', 'it co-signed another tree of 312 entries'],
    ['a changed past', 'what it co-signed before is not the beginning of this log'],
    ['another key', 'it knows the log by another key than the one that signed this head'],
    ['another name', 'it does not know a log of this name'],
  ])('a log with %s is refused, which is said plainly and stops nothing', async (what, why) => {
    told.length = 0;
    const before = two[0]!.state();
    let shown = (await ledger.signedHead())!;
    if (what === 'another key') two[0]!.answer('localhost/vimarsh-log', [rawKeyOf(signerNamed('theirs'))]);
    if (what === 'another name') two[0]!.answer('other.example/vimarsh-log', [ours]);
    if (what.includes('past')) two[0]!.sawOther();
    if (what === 'a changed past') {
      await grow(1);
      shown = (await ledger.signedHead())!;
    }
    expect(await witnesses.offerTo(settings[0]!, shown)).toEqual({ kind: 'refused', why });
    await witnesses.offerTo(settings[0]!, shown);
    expect(told, 'once').toEqual([`w1.example: ${why}`]);
    expect(await ready()).toEqual({ status: true, remarks: [`the witness w1.example refuses the head of the log: ${why}`] });
    expect((await report()).witnesses[0]).toMatchObject({ refusal: { size: shown.size, why } });
    // Back to what it was, so that each of these stands alone.
    two[0]!.put(before);
    two[0]!.answer('localhost/vimarsh-log', [ours]);
    expect(await offer()).toMatchObject({ kind: 'cosigned' });
    expect(witnesses.refusals()).toEqual([]);
    expect((await report()).witnesses[0].refusal, 'that it was refused stays').toMatchObject({ why });
  });

  test('a co-signature by another key than the one that is set is none', async () => {
    expect(await witnesses.offerTo({ ...settings[0]!, url: settings[1]!.url }, await ledger.signedHead())).toEqual({
      kind: 'silent',
      why: 'its co-signature is not by the key that is set for it',
    });
  });

  test('a start without a head that was co-signed is refused, and says by whom it was', async () => {
    const { size } = (await ledger.signedHead())!;
    const start = db()
      .connection()
      .execute(async (tx) => {
        await sql`begin`.execute(tx);
        try {
          for (const table of ['call_events', 'call_receipts', 'ledger_roots', 'log_heads', 'log_tiles', 'expert_chains']) {
            await sql.raw(`alter table ${table} disable trigger all`).execute(tx);
          }
          // The whole record is begun anew, as if nothing had been.
          for (const table of ['log_heads', 'log_tiles', 'ledger_roots', 'call_receipts', 'call_events', 'expert_chains']) {
            await sql.raw(`delete from ${table}`).execute(tx);
          }
          await sql`update ledger_head set seq = 0`.execute(tx);
          await createLedger({ ...opened.platform, db: tx as never, transaction: (work) => work(tx as never) });
        } finally {
          await sql`rollback`.execute(tx);
        }
      });
    await expect(start).rejects.toThrow(`it has not the head of ${size} events that the witness w1.example co-signed`);
  });

  /** The record as it was before its last day, as from a backup of then; forgotten again afterwards. */
  const asYesterday = (work: (platform: typeof opened.platform) => Promise<void>): Promise<void> =>
    db()
      .connection()
      .execute(async (tx) => {
        await sql`begin`.execute(tx);
        try {
          const { last_seq, after_seq } = await tx.selectFrom('ledger_roots').selectAll().orderBy('trading_date', 'desc').limit(1).executeTakeFirstOrThrow();
          const tables = ['call_events', 'ledger_roots', 'log_heads', 'log_cosignatures', 'call_receipts'];
          for (const table of tables) await sql.raw(`alter table ${table} disable trigger all`).execute(tx);
          await sql`delete from call_receipts where seq > ${after_seq}`.execute(tx);
          await sql`delete from call_events where seq > ${after_seq}`.execute(tx);
          await sql`delete from probes where id not in (select call_id from call_events)`.execute(tx);
          await sql`delete from ledger_roots where last_seq = ${last_seq}`.execute(tx);
          await sql`delete from log_heads where size = ${last_seq}`.execute(tx);
          await sql`delete from log_cosignatures where size = ${last_seq}`.execute(tx);
          await sql`update expert_chains set n = n - ${last_seq - after_seq}, hash = (select hash from call_events order by seq desc limit 1)`.execute(tx);
          await sql`update ledger_head set seq = ${after_seq}`.execute(tx);
          await work({ ...opened.platform, db: tx as never, transaction: (inside) => inside(tx as never) });
        } finally {
          await sql`rollback`.execute(tx);
        }
      });

  test('on yesterday’s backup nothing is signed over what the witnesses saw since: it is served, and says what to do', async () => {
    await grow(2);
    expect(await Promise.all([offer(0), offer(1)])).toMatchObject([{ kind: 'cosigned' }, { kind: 'cosigned' }]);
    const { size } = (await ledger.signedHead())!;
    const remarks: Parameters<Platform['remark']>[0][] = [];
    await asYesterday(async (platform) => {
      const again = await createLedger({
        ...platform,
        onReady: () => undefined,
        remark: (about) => void remarks.push(about),
        gauge: () => undefined,
        on: (() => undefined) as never,
        app: { get: () => undefined } as never,
      });
      again.register(probe);
      expect((await again.signedHead())!.size).toBe(size - 2);
      expect(await again.isStopped()).toBe(true);
      await expect(platform.transaction((tx) => again.root(tx, new Date('2026-11-29T13:15:00.000Z')))).rejects.toMatchObject({ code: 'RECORD_DIFFERS' });
      const what = `it has not the head of ${size} events that it signed and the witness w1.example holds`;
      expect((await Promise.all(remarks.map((about) => about()))).flat()).toContain(`nothing is added to the record of calls: ${what}`);
      await expect(again.audit({ page: 500, pause: async () => undefined })).rejects.toThrow(what);
    });
  });

  test('a witness that is ahead of the head it is offered, since it also reads the site by itself, accuses nobody', async () => {
    told.length = 0;
    const older = (await ledger.signedHead())!;
    for (let jump = 0; jump < 2; jump += 1) await grow(2);
    await offer();
    const { size } = (await ledger.signedHead())!;
    expect(two[0]!.state().head!.size, 'the witness is ahead').toBe(older.size + 4);
    expect(await witnesses.offerTo(settings[0]!, older)).toMatchObject({ kind: 'cosigned' });
    expect(told).toEqual([]);
    expect(await ready()).toEqual({ status: true });
    expect((await report()).witnesses[0]).toMatchObject({ state: 'cosigned', last: { size } });
    expect(await db().selectFrom('log_refusals').select('why').where('size', '=', older.size).execute()).toEqual([]);
  });

  test('a log with its end cut off is refused by what its latest head says, also where an earlier one is offered', async () => {
    told.length = 0;
    const earliest = await db().selectFrom('log_heads').selectAll().orderBy('size').limit(1).executeTakeFirstOrThrow();
    // The embedded database has one connection, which the transaction holds.
    const keys = await logKeysOf(ledger);
    const { size } = two[0]!.state().head!;
    await asYesterday(async ({ db: tx }) => {
      const own = recordTables(tx);
      const cut = new Witnesses(own, settings, {
        onRefusal: (name, why) => told.push(`${name}: ${why}`),
        onSilence: (name, why) => told.push(name + why),
        keys: async () => keys,
      });
      const why = `it co-signed ${size} entries, and the log has ${size - 2} now: some were cut off`;
      expect(await cut.offerTo(settings[0]!, earliest)).toEqual({ kind: 'refused', why });
      expect(told).toEqual([`w1.example: ${why}`]);
      const latest = await own.selectFrom('log_heads').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirstOrThrow();
      expect(latest.size).toBe(size - 2);
      expect(await reportOf(own, settings[0]!, latest)).toMatchObject({ state: 'refuses', refusal: { size: latest.size, why, settled: null } });
    });
  });

  test.each([
    ['more entries than the log has', 9],
    ['another tree of as many', 0],
  ])('a number that nobody signed accuses nobody: %s', async (_, more) => {
    told.length = 0;
    const head = (await ledger.signedHead())!;
    const forging = createServer((request, response) => {
      request.resume();
      response.writeHead(request.method === 'POST' ? 409 : 404).end(`${head.size + more}\n`);
    });
    await new Promise<void>((resolve) => forging.listen(0, '127.0.0.1', resolve));
    const forged = { ...settings[0]!, url: `http://127.0.0.1:${(forging.address() as AddressInfo).port}` };
    try {
      const before = await db().selectFrom('log_refusals').selectAll().execute();
      expect(await witnesses.offerTo(forged, head)).toMatchObject({ kind: 'unproven' });
      expect(told.filter((line) => line.includes('cut off') || line.includes('another tree'))).toEqual([]);
      expect(await db().selectFrom('log_refusals').selectAll().execute()).toEqual(before);
      expect((await report()).witnesses[0].state).not.toBe('refuses');
      expect(witnesses.refusals()).toEqual([]);
      expect((await ready()).remarks).toContain(
        `the witness w1.example says that it holds ${head.size + more} entries, the log has ${head.size}, and it shows no head of them that the log has signed`,
      );
      expect(await ledger.isStopped()).toBe(false);
    } finally {
      forging.close();
    }
    await offer();
    expect((await ready()).remarks ?? [], 'the real one says another thing').not.toContainEqual(expect.stringContaining('says that it holds'));
  });

  test('a refusal is settled by a later co-signature of the same witness, stays readable, and by nothing else', async () => {
    const head = (await ledger.signedHead())!;
    const why = `it co-signed ${head.size + 2} entries, and the log has ${head.size} now: some were cut off`;
    await storeRefusal(db(), settings[0]!, head, why);
    expect((await report()).witnesses[0]).toMatchObject({ state: 'refuses', refusal: { why, settled: null } });
    await grow(3);
    await offer(1);
    expect((await report()).witnesses[0], 'another witness settles nothing').toMatchObject({ refusal: { why, settled: null } });
    await offer(0);
    expect((await report()).witnesses[0]).toMatchObject({
      state: 'cosigned',
      refusal: { size: head.size, why, settled: { size: head.size + 3, at: expect.any(String) } },
    });
  });

  test('a witness that holds what nobody here signed, or nothing, or does not answer, stops no start', async () => {
    const before = two.map((one) => one.state());
    const { size } = (await ledger.signedHead())!;
    const forged = logOf(
      Array.from({ length: size + 9 }, (_, at) => `event ${at}`),
      signerNamed('theirs'),
      'localhost/vimarsh-log',
    );
    two[0]!.put({ ...before[0], head: { ...before[0]!.head!, size: forged.size, root: forged.root, note: `${forged.note}— w1.example AAAA\n` } });
    two[1]!.put({});
    await checkHeld(db(), ledger, settings, 1000);
    await checkHeld(db(), ledger, [{ ...settings[0]!, url: 'http://127.0.0.1:1' }], 1000);

    // It may also be this record's own head, by a key that a backup from before the key's change does not have.
    const remarks: Parameters<Platform['remark']>[0][] = [];
    const again = await createLedger({
      ...opened.platform,
      onReady: () => undefined,
      remark: (about) => void remarks.push(about),
      gauge: () => undefined,
      on: (() => undefined) as never,
      app: { get: () => undefined } as never,
    });
    expect(await again.isStopped()).toBe(false);
    expect((await Promise.all(remarks.map((about) => about()))).flat()).toContain(
      `the witness w1.example holds a head of ${forged.size} events of this log by a key that the record does not have: after a restore, the backup may be from before a change of the key`,
    );
    for (const [at, state] of before.entries()) two[at]!.put(state);
    await checkHeld(db(), ledger, settings, 1000);
  });

  test('a witness follows a change of the key by what this server publishes; nothing is refused on the way', async () => {
    told.length = 0;
    const published = async () => (await get('/.well-known/vimarsh-ledger.json')).json().keys;
    two[0]!.answer('localhost/vimarsh-log', [ours], published);
    const { previous, key } = await opened.platform.transaction((tx) => ledger.rotateKey(tx));
    expect(await offer(), 'the head of the key before').toMatchObject({ kind: 'cosigned' });
    await grow(3);
    expect(await offer()).toMatchObject({ kind: 'cosigned' });
    expect(two[0]!.state().log).toEqual({ origin: 'localhost/vimarsh-log', keys: [key], before: [previous] });
    expect([told, await ready()]).toEqual([[], { status: true }]);
  });
});
