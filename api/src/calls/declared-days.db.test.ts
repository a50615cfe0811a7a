import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallDetail, CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { shownStep } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { declareCalendar, NOTHING_DECLARED } from '@vimarsh/shared/domain/market/calendar.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CalendarStore, calendarOfPage, type Declaration } from '../market/index.ts';
import { featureDatabase } from '../platform/testing.ts';
import { draftOf, openStage, type Stage } from './testing.ts';

const BY_HAND = { reason: 'NSE/CMTR/1', file: null, entered_by: 'ops' };

/** Declares on a stage as a command does on a running server. */
async function declare({ platform, market }: Stage, ...says: Declaration[]): Promise<void> {
  const store = new CalendarStore(platform);
  const rows = await store.add(says, BY_HAND, null);
  await store.use();
  (market as unknown as { calendarChanged(from: string): void }).calendarChanged(rows[0]!.says.day);
}

describe.each(await featureDatabase())('days declared while calls are open (%s)', (database) => {
  let stage: Stage;
  afterAll(() => declareCalendar(NOTHING_DECLARED));

  describe('on the simulated exchange', () => {
    const call = async (id: string): Promise<CallDetail> => (await stage.get('usr_pro', `/reco/v1/calls/${id}`)).data;
    const publish = async (cid: string, change: Partial<ReturnType<typeof draftOf>>): Promise<string> => {
      const ltp = stage.market.quote('RELIANCE')!.ltp;
      const draft = draftOf({
        stock: 'RELIANCE',
        entry_low: ltp,
        entry_high: ltp,
        target: ltp * 1.19,
        stop_loss: ltp * 0.905,
        valid_till: '2026-12-04',
        ...change,
      });
      const tick = (price: number): number => Math.round(price * 10) / 10;
      const answer = await stage.post('exp_01', '/reco/v1/calls', { cid, draft: { ...draft, target: tick(draft.target), stop_loss: tick(draft.stop_loss) } });
      expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200, status: true });
      return answer.data.id;
    };
    /** The last instant of a call, as its publication is signed. */
    const signedEnd = async (id: string): Promise<unknown> => {
      const proof: CallProof = (await stage.get('exp_01', `/reco/v1/calls/${id}/proof`)).data;
      return JSON.parse(proof.events[0]!.canonical).payload.expires_at;
    };
    let open: string;
    beforeAll(async () => {
      declareCalendar(NOTHING_DECLARED);
      stage = await openStage({ database, start: '2026-11-30T04:30:00.000Z' });
      open = await publish('open', {});
      await stage.goTo('2026-12-02T05:00:00.000Z');
    }, 120_000);
    afterAll(() => stage?.end());

    test('a closure on the day before: the chip, the chart, and the last day of a call, whose signed end stays', async () => {
      expect((await call(open)).status).toBe('active');
      const before = await signedEnd(open);
      // Behind the root of the day: the next one is expected on the 4th.
      await stage.goTo('2026-12-03T13:30:00.000Z');
      expect(stage.market.clock().label).toBe('Closed · opens Fri 4 Dec 09:15');
      await declare(stage, { kind: 'close', day: '2026-12-04' });
      // The calendar that comes with every page.
      expect(calendarOfPage(stage.market.now())).toMatchObject({ days: { '2026-12-04': 'closed' } });
      await stage.goTo('2026-12-04T06:00:00.000Z');
      expect(stage.market.clock().phase).toBe('closed');
      expect((await call(open)).status).toBe('active');
      await stage.goTo('2026-12-07T03:50:00.000Z');
      const ended = await call(open);
      expect(ended).toMatchObject({ status: 'expired' });
      expect([before, await signedEnd(open)]).toEqual(['2026-12-04T09:45:00.000Z', '2026-12-04T09:45:00.000Z']);
      const [listing] = stage.market.instruments().filter(({ symbol }) => symbol === 'RELIANCE');
      const days = (await stage.market.dayBars('RELIANCE', '2026-12-02', '2026-12-07', new Date('2026-12-07T12:00:00Z'))).map(({ day }) => day);
      expect(days).toEqual(['2026-12-02', '2026-12-03', '2026-12-07']);
      const [monday] = await stage.market.bars(listing!.symbol, new Date('2026-12-07T03:45:00Z'), new Date('2026-12-07T03:45:01Z'));
      expect(ended.exit).toMatchObject({ price: monday!.o, ts: '2026-12-07T03:45:00.000Z' });
    });

    test('no root of a closed day; the next one covers what its receipts promised, and the record proves it', async () => {
      const { data } = await stage.get('exp_01', `/reco/v1/calls/${open}/proof`);
      const roots = (await stage.db
        .selectFrom('ledger_roots' as never)
        .select(['trading_date'] as never)
        .execute()) as { trading_date: string }[];
      expect(roots.map(({ trading_date }) => trading_date)).not.toContain('2026-12-04');
      await stage.goTo('2026-12-07T13:20:00.000Z');
      const proof: CallProof = (await stage.get('exp_01', `/reco/v1/calls/${open}/proof`)).data;
      expect(proof.events.length).toBe(data.events.length);
      expect(new Set(proof.events.map(({ root_date }) => root_date))).toEqual(new Set(['2026-11-30', '2026-12-07']));
      const ledger: LedgerFile = JSON.parse((await stage.get('', '/.well-known/vimarsh-ledger.json')).text);
      const steps = await verifyProof(proof, { keys: [ledger.public_key], from: 'of the ledger', roots: ledger.roots });
      expect(steps.filter((step) => !step.ok)).toEqual([]);
    });

    test('a validity that ends on a closed day is refused, a special Saturday is taken', async () => {
      await declare(stage, { kind: 'open', day: '2026-12-12' }, { kind: 'close', day: '2026-12-11' });
      const ltp = stage.market.quote('TCS')!.ltp;
      const tick = (price: number): number => Math.round(price * 10) / 10;
      const draft = draftOf({ stock: 'TCS', entry_low: ltp, entry_high: ltp, target: tick(ltp * 1.15), stop_loss: tick(ltp * 0.92), valid_till: '2026-12-11' });
      const refused = await stage.post('exp_01', '/reco/v1/calls', { cid: 'fri', draft });
      expect(refused.status).toBe(false);
      expect(JSON.stringify(refused)).toContain('trading day');
      const taken = await stage.post('exp_01', '/reco/v1/calls', { cid: 'sat', draft: { ...draft, valid_till: '2026-12-12' } });
      expect(taken, JSON.stringify(taken)).toMatchObject({ http: 200, status: true });
      expect(await signedEnd(taken.data.id)).toBe('2026-12-12T09:45:00.000Z');
    });

    test('a last day that is shortened afterwards ends nothing sooner: the signed instant passes, and the first price after it ends the call', async () => {
      const id = await publish('short', { valid_till: '2026-12-10' });
      await stage.goTo('2026-12-09T13:30:00.000Z');
      await declare(stage, { kind: 'session', day: '2026-12-10', hours: { preopen: '09:00', open: '09:15', close: '11:00' } });
      await stage.goTo('2026-12-10T05:40:00.000Z');
      expect(stage.market.clock().phase).toBe('closed');
      // Its session is over, its validity is not: a price at 11:00 is from before its last instant.
      expect((await call(id)).status).toBe('active');
      // Friday is closed, and Saturday has a session.
      await stage.goTo('2026-12-12T03:50:00.000Z');
      const [saturday] = await stage.market.bars('RELIANCE', new Date('2026-12-12T03:45:00Z'), new Date('2026-12-12T03:45:01Z'));
      const reason = 'Validity ended; first price after it';
      expect(await call(id)).toMatchObject({ status: 'expired', exit: { price: saturday!.o, ts: '2026-12-12T03:45:00.000Z', reason } });
      expect(await signedEnd(id)).toBe('2026-12-10T09:45:00.000Z');
      const proof: CallProof = (await stage.get('exp_01', `/reco/v1/calls/${id}/proof`)).data;
      const events = proof.events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
      expect([pricesStep(events), shownStep(await call(id), events)].map(({ ok }) => ok)).toEqual([true, true]);
    }, 120_000);
  });

  test('a call that waits for a missing file goes on when that day is declared closed', async () => {
    declareCalendar(NOTHING_DECLARED);
    const folder = await mkdtemp(join(tmpdir(), 'vimarsh-closed-'));
    const HEAD = 'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,';
    const file = (day: string, [o, h, l, c]: readonly number[], prev: number): Promise<void> =>
      writeFile(
        join(folder, `${day}.csv`),
        `${HEAD}\nRELIANCE,EQ,${o},${h},${l},${c},${c},${prev},100000,134500000.00,${day.slice(8)}-May-2026,12,INE002A01018,\n`,
      );
    await file('2026-05-04', [1340, 1350, 1330, 1345], 1340);
    await file('2026-05-05', [1345, 1355, 1340, 1350], 1345);
    // The file of 6 May, a Wednesday, is missing.
    await file('2026-05-07', [1352, 1430, 1348, 1425], 1350);
    const staged = await openStage({
      database,
      start: '2026-05-05T12:00:00.000Z',
      settings: { MARKET_FEED: 'replay', REPLAY_FROM: '2026-05-04' },
      files: [folder],
      limits: { minSessions: 1 },
    });
    try {
      const draft = draftOf({ stock: 'RELIANCE', entry_low: 1350, entry_high: 1350, target: 1420, stop_loss: 1310, valid_till: '2026-05-22' });
      const answer = await staged.post('exp_01', '/reco/v1/calls', { cid: 'a', draft });
      expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200, status: true });
      const call = async (): Promise<CallDetail> => (await staged.get('usr_pro', `/reco/v1/calls/${answer.data.id}`)).data;
      await staged.goTo('2026-05-07T13:00:00.000Z');
      expect((await call()).not_judgeable).toMatchObject({ cause: 'missing_day', day: '2026-05-06' });
      await declare(staged, { kind: 'close', day: '2026-05-06' });
      await staged.goTo('2026-05-07T13:05:00.000Z');
      expect((await call()).events.map(({ type }) => type)).toEqual(['publish', 'not_judgeable', 'judgeable', 'entry_fill', 'target_hit']);
      expect((await call()).not_judgeable).toBeNull();
    } finally {
      await staged.end();
      await rm(folder, { recursive: true });
    }
  });
});
