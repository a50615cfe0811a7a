import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { type Ledger, openLedger } from '../index.ts';
import { type KeyRing, openKeyRing } from '../key-ring.ts';
import { makeProbes, probe } from '../probe.testing.ts';
import { makeReceipt } from '../receipts.store.ts';
import { type LedgerDatabase, recordTables } from '../tables.ts';
import { checkRecord } from './check-record.ts';

/** The start of a long record, on a short one. */
const START = { all: false, page: 40, latest: 60 };

describe.each(await databases())('a start on a long record, on %s', (database) => {
  let opened: TestPlatform;
  let ledger: Ledger;
  let keys: KeyRing;
  const db = () => recordTables(opened.platform.db);
  const write = (from: number, count: number, day: string) =>
    opened.platform.transaction(async (tx) => {
      const { seq } = await ledger.lock(tx);
      const event = (n: number) => ({
        kind: 'probe',
        call_id: `c${n}`,
        expert_id: `exp_${n % 3}`,
        actor: 'exp_0',
        type: 'publish',
        payload: { target: 110 },
        ts: `${day}T05:00:00.000Z`,
      });
      await ledger.append(
        tx,
        seq,
        Array.from({ length: count }, (_, n) => event(from + n)),
      );
    });
  const root = (day: string) => opened.platform.transaction((tx) => ledger.root(tx, new Date(`${day}T13:15:00.000Z`)));

  beforeAll(async () => {
    opened = await openPlatform({ database });
    const { platform } = opened;
    await makeProbes(platform.db);
    ledger = await openLedger(platform);
    ledger.register(probe);
    await write(0, 270, '2026-11-17');
    await root('2026-11-17');
    await write(300, 50, '2026-11-18');
    await root('2026-11-18');
    await root('2026-11-19');
    await write(400, 30, '2026-11-20');
    await root('2026-11-20');
    await write(500, 5, '2026-11-21');
    keys = await openKeyRing(db(), platform.config);
    await keys.keepUp(db(), -1);
  });
  afterAll(() => opened?.end());

  test('a server that lacks a kind says which one, whether it checks the rows or makes them anew', async () => {
    const without = await openLedger(opened.platform);
    const why = 'The record has events of the kind probe, which this server does not know';
    await expect(without.audit({ page: 100, pause: async () => undefined })).rejects.toThrow(why);
    await expect(without.rebuild()).rejects.toThrow(why);
  });

  const changed = (statement: string, check: (db: LedgerDatabase) => Promise<unknown>): Promise<unknown> =>
    db()
      .connection()
      .execute(async (own) => {
        await sql`begin`.execute(own);
        try {
          for (const table of ['call_events', 'ledger_roots', 'log_heads', 'log_tiles', 'call_receipts'])
            await sql.raw(`alter table ${table} disable trigger all`).execute(own);
          await sql.raw(statement).execute(own);
          return await check(own as never);
        } finally {
          await sql`rollback`.execute(own);
        }
      });
  const text = (seq: number): string => `update call_events set canonical = replace(canonical, '110', '105') where seq = ${seq}`;

  test('reads the events after the last head before its share, and says how far the log reaches', async () => {
    expect(await checkRecord(db(), keys, START)).toBe(350);
    expect(await checkRecord(db(), keys, { ...START, latest: 5 })).toBe(350);
    expect(await checkRecord(db(), keys, { all: true, page: 100 })).toBe(350);
  });

  test.each([
    ['a late text', text(300), 'the text of event 300'],
    ['an event taken out at the end', 'delete from call_events where seq = 355', 'events 355 to 355 are missing'],
    ['the first event it reads', 'delete from call_events where seq = 271', 'event 271 is missing'],
    [
      'a tile that the head is signed over',
      `update log_tiles set hashes = decode(repeat('ab', 256 * 32), 'hex') where level = 1 and n = 0`,
      'the log of 270 events',
    ],
    ['a tile taken out', 'delete from log_tiles where level = 0 and n = 1', 'a tile of the log is missing'],
    ['an older root', `update ledger_roots set prev_root = '${'ab'.repeat(32)}' where trading_date = '2026-11-18'`, 'the events of 2026-11-18'],
    ['the receipt of an event that waits for its root', 'delete from call_receipts where seq = 353', 'the receipt of event 353 is missing'],
    ['the end of a chain', `update expert_chains set n = 7 where expert_id = 'exp_1'`, 'the ends of the experts’ chains'],
  ])('finds %s changed', async (_, statement, what) => {
    await expect(changed(statement, (own) => checkRecord(own, keys, START))).rejects.toThrow(what);
  });

  test('leaves what lies under the head to the check while the server runs, and signs nothing new over it', async () => {
    await changed(text(7), (own) => checkRecord(own, keys, START));
    await expect(changed(text(7), (own) => checkRecord(own, keys, { all: true, page: 100 }))).rejects.toThrow('the text of event 7');
  });

  const whole = (own: LedgerDatabase) => checkRecord(own, keys, { all: true, page: 100 });
  const receiptOf = async (seq: number, change: { root_date?: string } = {}): Promise<string> => {
    const event = await db().selectFrom('call_events').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow();
    const { log, root_date } = JSON.parse((await db().selectFrom('call_receipts').selectAll().where('seq', '=', seq).executeTakeFirstOrThrow()).receipt);
    return canonicalJson(makeReceipt(event, log, change.root_date ?? root_date, keys.at(seq)));
  };
  const set = (seq: number, receipt: string): string => `update call_receipts set receipt = '${receipt}' where seq = ${seq}`;

  test.each([
    ['one that is taken out', async () => 'delete from call_receipts where seq = 7', 'the receipt of event 7 is missing'],
    ['one of another event', async () => set(7, await receiptOf(8)), 'the receipt of event 7 is not the one that was signed'],
    ['another root than was promised', async () => set(7, (await receiptOf(7)).replace('2026-11-17', '2026-11-18')), 'the receipt of event 7 is not the one'],
    ['another signature', async () => set(7, (await receiptOf(7)).replace(/"signature":"..../, '"signature":"AAAA')), 'the receipt of event 7 is not the one'],
    ['one that is none', async () => set(7, '{}'), 'the receipt of event 7 is not the one that was signed'],
    ['text', async () => set(7, 'receipt'), 'the receipt of event 7 is not the one that was signed'],
    [
      'a signed promise that is not kept',
      async () => set(300, await receiptOf(300, { root_date: '2026-11-17' })),
      'event 300 is not under the root that its receipt promises',
    ],
  ])('the whole check finds of the receipts %s', async (_, statement, what) => {
    await expect(changed(await statement(), whole)).rejects.toThrow(what);
  });

  test('events from before receipts were kept have none, and a promise of a root that was skipped is kept by the next', async () => {
    expect(await changed('delete from call_receipts where seq <= 20', whole)).toBe(350);
    // Nobody made a root on the 16th.
    expect(await changed(set(7, await receiptOf(7, { root_date: '2026-11-16' })), whole)).toBe(350);
    await expect(changed('delete from call_receipts where seq between 21 and 30', whole)).rejects.toThrow('the receipt of event 21 is missing');
  });

  /** The same connection, where something happens right after the first reading of the roots. */
  const meanwhile = (happens: () => Promise<unknown>): LedgerDatabase => {
    let left = 1;
    const transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
      if (result.rows.some((row) => 'merkle_root' in row) && left-- > 0) await happens();
      return result;
    };
    return db().withPlugin({ transformQuery: ({ node }) => node, transformResult });
  };
  const elsewhere = async (): Promise<Ledger> => {
    const other = await openLedger(opened.platform);
    other.register(probe);
    return other;
  };

  test('a root that another node signs while this reads is no difference, nor is a change of the key with it', async () => {
    const other = await elsewhere();
    const rootBy = (by: Ledger, day: string) => opened.platform.transaction((tx) => by.root(tx, new Date(`${day}T13:15:00.000Z`)));
    expect(
      await checkRecord(
        meanwhile(() => rootBy(other, '2026-11-23')),
        keys,
        { all: true, page: 100 },
      ),
    ).toBe(355);
    await write(600, 5, '2026-11-24');
    const rotated = async () => {
      await opened.platform.transaction((tx) => other.rotateKey(tx));
      await rootBy(other, '2026-11-24');
    };
    expect(await checkRecord(meanwhile(rotated), keys, { all: true, page: 100 })).toBe(360);
  });

  test('a node whose database was put back to before a change of the key adds nothing that no key there has signed', async () => {
    // It has signed with the new one.
    await root('2026-11-25');
    const { seq } = await ledger.head();
    await expect(
      changed(
        'delete from ledger_keys where id = 2; update ledger_head set key = 1',
        async (own) => void (await ledger.root(own as never, new Date('2026-11-26T13:15:00.000Z'))),
      ),
    ).rejects.toMatchObject({ code: 'RECORD_DIFFERS' });
    expect((await ledger.head()).seq).toBe(seq);
    const keys = async (n: number) => void (await sql`update ledger_head set key = ${n}`.execute(opened.platform.db));
    await keys(1);
    expect(await ledger.difference(), 'whoever runs it is told').toBe('its database has fewer keys than this server has signed with');
    await keys(2);
    expect(await ledger.difference()).toBeNull();
    await root('2026-11-26');
  });
});
