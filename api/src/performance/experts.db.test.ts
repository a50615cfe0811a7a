import type { CallDetail, CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { ExpertMetrics } from '@vimarsh/shared/contract/experts/types.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import { featureDatabase } from '../platform/testing.ts';

/** Friday 20 Nov 2026, 10:30 IST: the market is open. */
const START = '2026-11-20T05:00:00.000Z';
const STOCKS = ['INFY', 'TITAN', 'TCS', 'SBIN', 'WIPRO', 'HDFCBANK', 'ITC', 'RELIANCE', 'MARUTI', 'LT'];

function draft(stage: Stage, stock: string): CallDraft {
  const { ltp } = stage.market.quote(stock)!;
  const { tick } = stage.market.instrument(stock)!;
  const price = (pct: number): number => snapToTick(ltp * (1 + pct / 100), tick);
  return draftOf({ stock, entry_low: ltp, entry_high: ltp, target: price(19), stop_loss: price(-9), valid_till: '2026-12-11' });
}

/** Ten calls of one expert, published and ended by hand ten minutes later. */
async function tenEnded(stage: Stage): Promise<void> {
  for (const stock of STOCKS) {
    const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: `new-${stock}`, draft: draft(stage, stock) });
    expect(answer.validation).toBe('');
  }
  await stage.goTo('2026-11-20T05:10:00.000Z');
  for (const { id } of await stage.db.selectFrom('calls').select('id').execute())
    await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: `out-${id}`, reason: 'Capital is better used elsewhere.' });
  await stage.goTo('2026-11-20T05:30:00.000Z');
}

/** Fields that say how calls ended. */
const RESULTS =
  /"(hits|misses|gained|lost|hit_rate|average|stars|score|luck|realised_return|net_return|r_multiple|follower_return|made|worst|figures)":(?!null)/;

describe.each(await featureDatabase())('experts on %s', (database) => {
  let stage: Stage;
  const onStage = (settings: Record<string, string> = {}): void => {
    beforeAll(async () => {
      stage = await openStage({ database, start: START, settings, limits: { open: 20, perDay: 20, perSector: 20 } });
      await tenEnded(stage);
    });
    afterAll(() => stage.end());
  };
  const record = (who: string, id = 'exp_01', query = '?period=1W') => stage.get(who, `/experts/v1/experts/${id}${query}`);

  describe('where figures are allowed', () => {
    onStage();

    test('the record has every call that ended, its figures with formula and inputs, and the luck beside the gains', async () => {
      const { data } = await record('usr_pro');
      expect(data).toMatchObject({ allowed: true, mode: 'demo', method_version: 'equity-2', period: '1W', may_request: false, grant: null });
      expect(data.disclaimer).toBe('Simulated market, fictional experts: not real performance.');
      expect(data.expert).toMatchObject({ full_name: 'Expert 1', reg_no: 'INH999900001', status: 'verified', followers: 0, following: false });
      const { record: judged, figures, calls } = data.metrics;
      expect(judged).toMatchObject({ n: 10, too_few: false, luck: { verdict: 'luck' } });
      // Left after ten minutes, near their entries: chance has hardly moved, so it makes as many of them gain.
      expect(Math.abs(judged.luck.expected - judged.hits)).toBeLessThan(1);
      expect(judged.hits + judged.misses).toBe(10);
      expect(judged.splits.sector.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(10);
      for (const figure of figures) {
        expect(figure.how).not.toBe('');
        expect(figure.inputs.map(([name]: [string]) => name)).toContain('Method');
        expect(figure.value === null).toBe(figure.note !== '');
      }
      expect(calls).toHaveLength(10);
    });

    test('a record opens on the shortest period from the month on that can be summed up, and no shorter one than was asked for', async () => {
      const opened = async (query: string) => (await record('usr_pro', 'exp_01', query)).data;
      expect(await opened('?period=1M&widen=1')).toMatchObject({ period: '1M', metrics: { record: { n: 10, too_few: false } } });
      expect((await opened('?widen=1')).period).toBe('1M');
      expect((await opened('?period=6M&widen=1')).period).toBe('6M');
      // Ended for others only, one of them: no period sums that up, so every call stands there.
      expect((await record('usr_free', 'exp_01', '?widen=1')).data).toMatchObject({ period: 'ALL', metrics: { record: { too_few: true } } });
      expect((await record('usr_pro', 'exp_02', '?widen=1')).data.period).toBe('ALL');
      expect(await record('usr_pro', 'exp_01', '?widen=yes')).toMatchObject({ http: 400 });
    });

    test('the line beside a name is the page’s record of the same year and reader, in one request for many authors; too few are not summed up', async () => {
      const line = async (who: string, query: string) => (await stage.get(who, `/experts/v1/lines?${query}`)).data.lines;
      const { record: judged } = (await record('usr_pro', 'exp_01', '?period=1Y')).data.metrics as ExpertMetrics;
      const { n, hits, misses, follower, luck } = judged;
      const figures = { n, gained: hits, lost: misses, too_few: false, average: follower.net, averaged: follower.n };
      expect(follower.net).not.toBeNull();
      expect(await line('usr_pro', 'of=shares&authors=exp_01,exp_02,exp_01')).toEqual([
        { user_id: 'exp_01', of: 'shares', ...figures, chance: { low: luck!.low, high: luck!.high } },
        { user_id: 'exp_02', of: 'shares', n: 0, gained: 0, lost: 0, too_few: true, average: null, averaged: 0, chance: null },
      ]);
      // What a plan may not read yet is in no figure.
      const [free] = await line('usr_free', 'of=shares&authors=exp_01');
      expect(free).toMatchObject({ n: (await record('usr_free', 'exp_01', '?period=1Y')).data.metrics.record.n, too_few: true, average: null, chance: null });
      expect(await line('', 'of=options&authors=exp_01')).toMatchObject([
        { of: 'limited', n: 0, average: null },
        { of: 'margin', n: 0, average: null },
      ]);
      const many = Array.from({ length: 101 }, (_, at) => `exp_${at}`).join(',');
      for (const bad of ['of=shares', 'of=shares&authors=', 'of=all&authors=exp_01', `of=shares&authors=${many}`, 'of=shares&authors=a%20b'])
        expect(await stage.get('usr_pro', `/experts/v1/lines?${bad}`), bad).toMatchObject({ http: 400 });
    });

    test('₹1,00,000 over all calls is what rows and the index on record make of it', async () => {
      const { record: judged, calls } = (await record('usr_pro')).data.metrics as ExpertMetrics;
      const made: number[] = [];
      const index: number[] = [];
      for (const call of calls) {
        const { events } = (await stage.get('usr_pro', `/reco/v1/calls/${call.id}`)).data as CallDetail;
        const at = (type: string) => events.find((event) => event.type === type)!.payload.index as number;
        made.push(call.follower_exit! / call.follower_entry! - 0.0025);
        index.push(at('exited') / at('entry_fill'));
      }
      const after = (growths: number[]) => growths.reduce((sum, growth) => sum + 10_000 * growth, 0);
      expect(judged.lakh).toMatchObject({ n: 10, sells: 0 });
      expect(Math.abs(judged.lakh!.follower - after(made))).toBeLessThan(1.5);
      expect(Math.abs(judged.lakh!.index - after(index))).toBeLessThan(1.5);
    });

    test('a follower trades at the first price a minute after the call came, and leaves at the first a minute after its end', async () => {
      const { calls } = (await record('usr_pro')).data.metrics;
      const call = calls.find(({ stock }: { stock: string }) => stock === 'INFY');
      const first = async (after: string) => {
        const from = Date.parse(after) + 60_000;
        return (await stage.market.bars('INFY', new Date(from), new Date(from + 5000))).find(({ start }) => start.getTime() >= from)!.o;
      };
      expect(call.follower_entry).toBe(await first(call.published_at));
      expect(call.follower_exit).toBe(await first(call.ended_at));
      expect(call.follower_return).toBeCloseTo(100 * (call.follower_exit / call.follower_entry - 1), 3);
    });

    test('what a follower will get is not known before its minute has passed', async () => {
      const answer = await stage.post('exp_02', '/reco/v1/calls', { cid: 'late', draft: draft(stage, 'INFY') });
      await stage.goTo('2026-11-20T05:36:00.000Z');
      await stage.post('exp_02', `/reco/v1/calls/${answer.data.id}/exit`, { cid: 'late-out', reason: 'Capital is better used elsewhere.' });
      await stage.goTo('2026-11-20T05:36:20.000Z');
      const ended = async () => (await record('usr_pro', 'exp_02')).data.metrics.calls[0];
      expect(await ended()).toMatchObject({ status: 'exited', follower_exit: null });
      await stage.goTo('2026-11-20T05:50:00.000Z');
      expect((await ended()).follower_exit).toBeGreaterThan(0);
      expect((await record('usr_pro', 'exp_02')).data.metrics.record).toMatchObject({ n: 1, too_few: true, hit_rate: null, luck: null });
    });

    test('open calls are counted as their reader may read them, and how many of them can still be entered at the prices now', async () => {
      const openFor = async (who: string) => (await record(who, 'exp_02')).data.open;
      expect(await openFor('usr_pro')).toEqual({ n: 0, enterable: 0 });
      const near = await stage.post('exp_02', '/reco/v1/calls', { cid: 'near', draft: draft(stage, 'TITAN') });
      const { ltp } = stage.market.quote('LT')!;
      const { tick } = stage.market.instrument('LT')!;
      const hold = { ...draft(stage, 'LT'), call_type: 'Hold' as const, target: snapToTick(ltp * 1.05, tick), stop_loss: snapToTick(ltp * 0.95, tick) };
      const held = await stage.post('exp_02', '/reco/v1/calls', { cid: 'hold', draft: hold });
      expect([near.validation, held.validation]).toEqual(['', '']);
      await stage.goTo('2026-11-20T05:55:00.000Z');
      // A Hold has nothing to enter.
      expect(await openFor('usr_pro')).toEqual({ n: 2, enterable: 1 });
      expect(await openFor('')).toEqual({ n: 0, enterable: 0 });
      for (const { data } of [near, held])
        await stage.post('exp_02', `/reco/v1/calls/${data.id}/exit`, { cid: `out-${data.id}`, reason: 'Capital is better used elsewhere.' });
    });

    test('who reads ended calls later has them in no figure until then', async () => {
      // One of them is the free call of the week.
      expect((await record('usr_free')).data.metrics.record).toMatchObject({ n: 1, too_few: true, hit_rate: null });
      expect((await record('')).data.metrics).toMatchObject({ calls: [], record: { n: 0 } });
      expect((await record('exp_01')).data.metrics.record.n).toBe(10);
    });

    test('an expert who is unknown, still under review, or of a broken id is not found; one who is suspended is told as such', async () => {
      stage.experts.set('exp_04', { ...stage.experts.get('exp_01')!, user_id: 'exp_04', status: 'pending', verified: false });
      for (const id of ['exp_99', 'usr_pro', 'exp_04']) expect(await record('usr_pro', id)).toMatchObject({ http: 404, code: 'NOT_FOUND' });
      expect(await record('usr_pro', 'a.b')).toMatchObject({ http: 400 });
      expect((await record('exp_04', 'exp_04')).data.expert.status).toBe('pending');
      expect((await record('usr_pro', 'exp_03')).data.expert).toMatchObject({ status: 'suspended', verified: false });
      expect(await record('usr_pro', 'exp_01', '?period=2Y')).toMatchObject({ http: 400 });
    });

    test('an account that was closed leaves its calls without a name', async () => {
      const known = stage.experts.get('exp_02')!;
      stage.experts.delete('exp_02');
      expect((await record('usr_pro', 'exp_02')).data.expert).toMatchObject({ full_name: 'An expert who has left', reg_no: '', status: 'closed' });
      expect(await record('', 'exp_02')).toMatchObject({ http: 404 });
      stage.experts.set('exp_02', known);
    });

    test('the store has who may publish, in the order of the day, by name or by score, and finds by words and filters', async () => {
      const store = async (query = '', who = 'usr_pro') => (await stage.get(who, `/experts/v1/experts${query}`)).data;
      const all = await store();
      expect(all).toMatchObject({ allowed: true, total: 2 });
      expect(all.experts.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual(['exp_01', 'exp_02']);
      expect((await store('?sort=name')).experts.map(({ full_name }: { full_name: string }) => full_name)).toEqual(['Expert 1', 'Expert 2']);
      const [rated, unrated] = (await store('?sort=score')).experts;
      expect([rated.user_id, rated.record.n, unrated.record]).toMatchObject(['exp_01', 10, { n: 1, too_few: true, luck: null, stars: null }]);
      expect((await store('?q=inh999900002')).experts).toHaveLength(1);
      expect((await store('?q=nobody')).experts).toEqual([]);
      expect((await store('?term=longTerm')).experts).toEqual([]);
      await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_02', on: true });
      expect((await store('?followed=1')).experts).toMatchObject([{ user_id: 'exp_02', following: true, followers: 1 }]);
      expect(await stage.get('', '/experts/v1/experts?followed=1')).toMatchObject({ status: false, code: 'SESSION_ENDED' });
    });

    test('nobody asks for a record that stands open', async () => {
      expect(await stage.post('usr_pro', '/experts/v1/experts/exp_01/request', {})).toMatchObject({ http: 403, code: 'PERF_NOT_ALLOWED' });
    });
  });

  describe.each(['parrva', 'client_request', 'off'])('under the policy %s', (policy) => {
    onStage({ PERF_POLICY: policy });

    test('no result is in any answer about experts, for nobody but who asked for it', async () => {
      for (const who of ['', 'usr_free', 'usr_pro', 'usr_admin', 'exp_01'])
        for (const path of [
          '/experts/v1/experts',
          '/experts/v1/experts?sort=name',
          '/experts/v1/experts/exp_01?period=ALL',
          '/reco/v1/performance?user_id=exp_01',
          '/experts/v1/lines?of=shares&authors=exp_01',
          '/experts/v1/lines?of=options&authors=exp_01',
        ]) {
          const answer = await stage.get(who, path);
          expect(answer.data).toMatchObject({ allowed: false, mode: policy });
          expect(answer.text, `${who} ${path}`).not.toMatch(RESULTS);
        }
      expect(await stage.get('usr_pro', '/experts/v1/experts?sort=score')).toMatchObject({ http: 403, code: 'PERF_NOT_ALLOWED' });
    });

    if (policy !== 'client_request')
      test('nor can it be asked for', async () => {
        expect((await record('usr_pro')).data).toMatchObject({ may_request: false, grant: null });
        expect(await stage.post('usr_pro', '/experts/v1/experts/exp_01/request', {})).toMatchObject({ http: 403, code: 'PERF_NOT_ALLOWED' });
      });
    else {
      test('a client asks, reads the record alone for thirty days, and both are on file; asking twice is one request', async () => {
        expect((await record('usr_pro')).data.may_request).toBe(true);
        expect((await record('')).data.may_request).toBe(false);
        expect(await stage.post('', '/experts/v1/experts/exp_01/request', {})).toMatchObject({ status: false });
        expect(await stage.post('usr_pro', '/experts/v1/experts/exp_99/request', {})).toMatchObject({ http: 404 });
        const [one, two] = await Promise.all([1, 2].map(() => stage.post('usr_pro', '/experts/v1/experts/exp_01/request', {})));
        expect(one!.data).toEqual(two!.data);
        const { data } = await record('usr_pro');
        expect(data).toMatchObject({ allowed: true, mode: 'client_request', may_request: false, grant: one!.data, metrics: { record: { n: 10 } } });
        expect((await record('usr_premium')).data).toMatchObject({ allowed: false, metrics: null });
        const { rows } = await sql<{ action: string; actor: string }>`select action, actor from audit_log where object = 'exp_01' order by at, id`.execute(
          stage.db,
        );
        expect(rows.map(({ action, actor }) => `${action} ${actor}`)).toEqual(['record.request usr_pro', 'record.read usr_pro']);
        const kept = stage.personalData.find(({ name }) => name === 'record_requests')!;
        expect(await kept.of('usr_pro')).toMatchObject([{ expert_id: 'exp_01' }]);
        await stage.goTo('2026-12-22T05:00:00.000Z');
        expect((await record('usr_pro', 'exp_01', '?period=ALL')).data).toMatchObject({ allowed: false, metrics: null, may_request: true });
        await stage.platform.transaction((tx) => kept.erase(tx, 'usr_pro'));
        expect(await kept.of('usr_pro')).toEqual([]);
      });

      test('a client may ask three times a day: answers to one are no list of all', async () => {
        const ask = () => stage.post('usr_free', '/experts/v1/experts/exp_01/request', {});
        for (let times = 1; times <= 3; times += 1) expect((await ask()).http, `request ${times}`).toBe(200);
        expect(await ask()).toMatchObject({ http: 429, code: 'RATE' });
        expect((await stage.post('usr_premium', '/experts/v1/experts/exp_01/request', {})).http, 'others ask on').toBe(200);
      });
    }
  });
});
