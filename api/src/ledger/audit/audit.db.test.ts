import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { draftOf, openStage, type Stage } from '../../calls/testing.ts';
import { databases, METRICS } from '../../platform/testing.ts';
import { openLedger } from '../index.ts';
import type { Ledger } from '../ledger.ts';
import { Auditor } from './auditor.ts';

const PACE = { page: 2, pause: async () => undefined };

describe.each(await databases())('the check of the whole record on %s', (database) => {
  let stage: Stage;
  let ids: string[];
  const draft = (stock: string, price: number) =>
    draftOf({ stock, entry_low: price, entry_high: price, target: Math.round(price * 1.06), stop_loss: Math.round(price * 0.97), valid_till: '2026-12-04' });
  const publish = async (stock: string): Promise<string> => {
    const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: stock, draft: draft(stock, Math.round(stage.market.quote(stock)!.ltp)) });
    expect(answer).toMatchObject({ http: 200, status: true });
    return answer.data.id;
  };
  const covered = async (): Promise<number> => Number((await stage.ledger.signedHead())!.note.split('\n')[1]);
  /** Does what only the owner of the database can, asks, and puts everything back. */
  const after = async <T>(statements: readonly string[], ask: () => Promise<T>, back: readonly string[]): Promise<T> => {
    for (const statement of statements) await sql.raw(statement).execute(stage.db);
    try {
      return await ask();
    } finally {
      for (const statement of back) await sql.raw(statement).execute(stage.db);
    }
  };

  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-19T09:50:00.000Z', limits: { minSessions: 2 } });
    ids = [await publish('TCS'), await publish('INFY')];
    await stage.goTo('2026-11-19T13:30:00.000Z');
    ids.push(await publish('RELIANCE').catch(() => ''));
  });
  afterAll(() => stage?.end());

  test('holds for a record as it was written, and counts its events', async () => {
    // Those under the signed head: what came since is nobody's business yet.
    expect(await stage.ledger.audit(PACE)).toBe(await covered());
  });

  test.each([
    ['another outcome', `update calls set status = 'target_hit', is_open = false`, `update calls set status = '?', is_open = true`],
    ['another target', 'update calls set target_price = target_price + 1', 'update calls set target_price = target_price - 1'],
  ])('a row that shows %s is found', async (_, statement, back) => {
    const [{ status }] = (await sql<{ status: string }>`select status from calls where id = ${ids[0]!}`.execute(stage.db)).rows as [{ status: string }];
    const only = ` where id = '${ids[0]}'`;
    await expect(after([statement + only], () => stage.ledger.audit(PACE), [back.replace('?', status) + only])).rejects.toThrow(
      `the row of call ${ids[0]} shows another thing than its events give`,
    );
    await stage.ledger.audit(PACE);
  });

  test('rows are compared page by page: a false one is found before the rest of the record is read, and a week has one free call over all pages', async () => {
    const { rows } = await sql<{ picks: number }>`select count(*)::int as picks from calls where weekly_pick`.execute(stage.db);
    expect(rows).toEqual([{ picks: 1 }]);
    let rests = 0;
    const pause = async (): Promise<void> => {
      rests += 1;
    };
    await stage.ledger.audit({ page: 1, pause });
    const whole = rests;
    rests = 0;
    const set = (by: string): string => `update calls set target_price = target_price ${by} 1 where id = '${ids[0]}'`;
    await expect(after([set('+')], () => stage.ledger.audit({ page: 1, pause }), [set('-')])).rejects.toThrow(`the row of call ${ids[0]}`);
    const { seq } = await stage.ledger.head();
    // The events once, for their signatures; of the rows only the first.
    expect(rests).toBe(seq);
    expect(whole).toBeGreaterThan(seq + ids.filter(Boolean).length);
  });

  test('a row that names an older event as its last one is found, and one of a call that nobody published', async () => {
    const [{ hash }] = (await sql<{ hash: string }>`select hash from calls where id = ${ids[0]!}`.execute(stage.db)).rows as [{ hash: string }];
    const set = (to: string): string => `update calls set hash = '${to}' where id = '${ids[0]}'`;
    await expect(after([set('00'.repeat(32))], () => stage.ledger.audit(PACE), [set(hash)])).rejects.toThrow(`the row of call ${ids[0]}`);
    const invented = `insert into calls select (jsonb_populate_record(calls, jsonb_build_object('id', 'invented', 'weekly_pick', false))).* from calls where id = '${ids[0]}'`;
    await expect(after([invented], () => stage.ledger.audit(PACE), [`delete from calls where id = 'invented'`])).rejects.toThrow(
      'call invented has a row and no event',
    );
  });

  test('signatures of old events are checked, which a start leaves to the signed head', async () => {
    const off = 'alter table call_events disable trigger all';
    const on = 'alter table call_events enable trigger all';
    const [{ sig }] = (await sql<{ sig: string }>`select sig from call_events where seq = 1`.execute(stage.db)).rows as [{ sig: string }];
    const set = (to: string): string => `update call_events set sig = '${to}' where seq = 1`;
    await expect(after([off, set('AAAA')], () => stage.ledger.audit(PACE), [set(sig), on])).rejects.toThrow('event 1 is not signed');
    let turns = 0;
    const turn = async (): Promise<void> => {
      turns += 1;
    };
    const { seq } = await stage.ledger.head();
    await stage.ledger.audit({ ...PACE, page: 1000, turn });
    // Within one page: after each event, its receipt and its row.
    expect(turns, 'others get their turn between two events').toBeGreaterThan(2 * seq);
    for (const other of ['AAAA', `${sig.startsWith('A') ? 'B' : 'A'}${sig.slice(1)}`])
      await expect(
        after([off, set(other)], () => stage.ledger.audit({ ...PACE, turn }), [set(sig), on]),
        'while others get their turn',
      ).rejects.toThrow('event 1 is not signed');
  });

  test.each([
    ['log_heads', 'size = size + 1000003', 'where size = (select max(size) from log_heads)', 'a head of the log (log_heads) is of'],
    ['call_receipts', 'seq = seq + 1000003', 'where seq = (select max(seq) from call_receipts)', 'the receipt of event'],
    ['call_receipts', 'seq = seq + 1000003', 'where seq = (select min(seq) from call_receipts)', 'a receipt (call_receipts) is of event'],
    ['ledger_head', 'id = 2', '', 'the row of ledger_head, which says how many events there are, is missing'],
    ['call_events', `kind = 'options'`, 'where seq = 1', 'the columns of event 1 say another thing than its text'],
    ['call_events', `kind = 'xequity'`, 'where seq = 1', 'the columns of event 1 say another thing than its text'],
  ])('a row of %s whose %s is found: rows that were moved away count', async (table, to, which, says) => {
    const moved = `create table moved as select * from ${table}`;
    const off = `alter table ${table} disable trigger all`;
    const checks =
      table === 'ledger_head'
        ? (
            await sql<{ name: string }>`select conname as name from pg_constraint
      where contype = 'c' and conrelid = 'ledger_head'::regclass`.execute(stage.db)
          ).rows.map(({ name }) => `alter table ledger_head drop constraint "${name}"`)
        : [];
    const put = [
      `delete from ${table}`,
      `insert into ${table} overriding system value select * from moved`,
      'drop table moved',
      `alter table ${table} enable trigger all`,
    ];
    await expect(after([moved, off, ...checks, `update ${table} set ${to} ${which}`], () => stage.ledger.audit(PACE), put)).rejects.toThrow(says);
    await stage.ledger.audit(PACE);
  });

  test('calls that go on while it reads are no difference', async () => {
    let noted = 0;
    const pause = async (): Promise<void> => {
      if (noted >= 3) return;
      noted += 1;
      const answer = await stage.post('exp_01', `/reco/v1/calls/${ids[1]}/note`, {
        note: `Volume is rising, seen ${noted} times today.`,
        cid: `note-${noted}`,
      });
      expect(answer).toMatchObject({ status: true });
    };
    await stage.ledger.audit({ page: 2, pause });
    expect(noted).toBe(3);
  });

  test('a replay of a day whose root is signed shows it and writes nothing: it could be proved by nobody', async () => {
    const { seq } = await stage.ledger.head();
    await stage.goTo('2026-11-19T09:55:00.000Z');
    const note = { note: 'The base still holds as it did.', cid: 'replayed' };
    expect(await stage.post('exp_01', `/reco/v1/calls/${ids[1]}/note`, note)).toMatchObject({ status: false, code: 'CLOCK_BEHIND' });
    await stage.goTo('2026-11-19T13:32:00.000Z');
    expect((await stage.ledger.head()).seq).toBe(seq);
    expect(await stage.post('exp_01', `/reco/v1/calls/${ids[1]}/note`, note)).toMatchObject({ status: true });
  });

  test('at a difference the record takes nothing more, its author is told so, and the public file says when it was seen', async () => {
    const told: string[] = [];
    const auditor = new Auditor(stage.ledger, { onDifference: (what) => told.push(what), onError: (error) => told.push(String(error)) });
    expect(await auditor.audit()).toMatchObject({ holds: true });
    expect(auditor.last()).toMatchObject({ holds: true, events: await covered() });
    const { seq } = await stage.ledger.head();
    await stage.platform.start();
    const ready = async () => {
      const answer = await stage.platform.app.inject('/readyz');
      return { http: answer.statusCode, remarks: (answer.json() as { remarks?: string[] }).remarks };
    };
    const measured = async () => (await stage.platform.app.inject({ url: '/metrics', headers: METRICS })).body.match(/^(record_stopped|readyz_remarks) .*/gm);
    expect(await ready()).toEqual({ http: 200, remarks: undefined });
    expect(await measured()).toEqual(['readyz_remarks 0', 'record_stopped 0']);
    await after([`update calls set target_price = target_price + 1 where id = '${ids[0]}'`], () => auditor.audit(), [
      `update calls set target_price = target_price - 1 where id = '${ids[0]}'`,
    ]);
    expect(auditor.last()).toMatchObject({ holds: false, events: 0 });
    expect(told).toEqual([`the row of call ${ids[0]} shows another thing than its events give`]);
    const answer = await stage.post('exp_01', `/reco/v1/calls/${ids[1]}/note`, { note: 'One more word on this call.', cid: 'after' });
    expect(answer).toMatchObject({ http: 503, code: 'RECORD_DIFFERS' });
    await stage.goTo('2026-11-20T03:50:00.000Z');
    expect(await stage.ledger.head()).toMatchObject({ seq });
    expect((await stage.get('usr_pro', `/reco/v1/calls/${ids[1]}`)).http, 'reading goes on').toBe(200);
    expect(await ready(), 'readers are served, and whoever runs the server is told').toEqual({
      http: 200,
      remarks: [`nothing is added to the record of calls, which is not the one that was signed: ${told[0]}. What to do: docs/operating.md, “Health”`],
    });
    expect(await measured()).toEqual(['readyz_remarks 1', 'record_stopped 1']);
    // Another node has found nothing itself, and its start leaves rows to the whole check.
    const other = await openLedger(stage.platform);
    await other.check();
    expect(await other.isStopped()).toBe(true);
    await expect(stage.db.transaction().execute((tx) => other.root(tx, new Date('2026-11-20T13:00:00.000Z')))).rejects.toMatchObject({
      code: 'RECORD_DIFFERS',
    });
    await auditor.audit();
    expect(await other.isStopped(), 'the row is as it was, and a whole check has seen it').toBe(false);
    expect(await ready()).toEqual({ http: 200, remarks: undefined });
    expect(await measured()).toEqual(['readyz_remarks 0', 'record_stopped 0']);
  });
});

test('a check that can’t be finished says nothing about the record', async () => {
  const ledger = { audit: async () => Promise.reject(new Error('connection lost')), found: () => expect.unreachable() } as unknown as Ledger;
  const auditor = new Auditor(ledger, { onDifference: () => expect.unreachable(), onError: () => undefined });
  await expect(auditor.audit()).rejects.toThrow('connection lost');
  expect(auditor.last()).toBeNull();
});

test('a check that was cut off, as by a database that went away, is made again ten minutes later and not tomorrow', async () => {
  vi.useFakeTimers();
  const answers = [async () => 7, async () => Promise.reject(new Error('connection lost')), async () => 8];
  const ledger = { audit: vi.fn(() => answers.shift()!()), found: async () => undefined };
  const told: string[] = [];
  const auditor = new Auditor(ledger as unknown as Ledger, { onDifference: () => expect.unreachable(), onError: (error) => told.push(String(error)) });
  try {
    auditor.start();
    await vi.advanceTimersByTimeAsync(24 * 3_600_000 + 61_000);
    expect([told, auditor.last()?.events]).toEqual([['Error: connection lost'], 7]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(auditor.last()).toMatchObject({ events: 8, holds: true });
  } finally {
    await auditor.stop();
    vi.useRealTimers();
  }
});

test('of a record without a root nothing is said, and it is looked at again a minute later', async () => {
  vi.useFakeTimers();
  const counts = [0, 0, 7];
  const ledger = { audit: vi.fn(async () => counts.shift()!), found: async () => undefined };
  const auditor = new Auditor(ledger as unknown as Ledger, { onDifference: () => expect.unreachable(), onError: () => expect.unreachable() });
  try {
    auditor.start();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(auditor.last()).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(auditor.last()).toMatchObject({ events: 7, holds: true });
    await vi.advanceTimersByTimeAsync(23 * 3_600_000);
    expect(ledger.audit).toHaveBeenCalledTimes(3);
  } finally {
    await auditor.stop();
    vi.useRealTimers();
  }
});
