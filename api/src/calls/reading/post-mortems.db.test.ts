import { postMortemBy } from '@vimarsh/shared/domain/calls/post-mortem.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';

/** Friday 20 Nov 2026, 10:30 IST; Tuesday 24 Nov is a holiday. */
const START = '2026-11-20T05:00:00.000Z';
const STOCKS = ['INFY', 'TCS', 'SBIN', 'RELIANCE'];
const TEXT = 'The level under the stop-loss was nearer than the usual swing of this stock.';

/** On each stock one expert buys what the other sells, with a near stop-loss: most of one side end there within days. */
async function publishBothSides(stage: Stage): Promise<void> {
  for (const [at, stock] of STOCKS.entries()) {
    const { ltp } = stage.market.quote(stock)!;
    const { tick } = stage.market.instrument(stock)!;
    for (const [author, call_type, sign] of [
      ['exp_01', 'Buy', 1],
      ['exp_02', 'Sell', -1],
    ] as const) {
      const level = (pct: number): number => snapToTick(ltp * (1 + (sign * pct) / 100), tick);
      const draft = draftOf({ stock, call_type, entry_low: ltp, entry_high: ltp, target: level(6), stop_loss: level(-1.2), valid_till: '2026-12-11' });
      expect((await stage.post(author, '/reco/v1/calls', { cid: `${author}-${at}`, draft })).validation).toBe('');
    }
  }
}

describe.each(await featureDatabase())('post-mortems on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: START });
    stage.experts.set('exp_04', { ...stage.experts.get('exp_01')!, user_id: 'exp_04', status: 'pending', verified: false });
    await publishBothSides(stage);
    // Thursday evening, four sessions later.
    await stage.goTo('2026-11-26T12:00:00.000Z');
  });
  afterAll(() => stage?.end());
  const stopped = () => stage.db.selectFrom('calls').selectAll().where('status', '=', 'sl_hit').orderBy('ended_at').orderBy('id').execute();
  const countsOf = async (author: string, as = 'usr_pro') => (await stage.get(as, `/reco/v1/post-mortems?user_id=${author}`)).data.counts;
  const write = (as: string, id: string, text = TEXT, cid = 'pm-1') => stage.post(as, `/reco/v1/calls/${id}/post-mortem`, { text, cid });

  test('a stopped call is due from its author, who sees until when; readers see how many', async () => {
    const rows = await stopped();
    const [first] = rows;
    const own = rows.filter(({ expert_id }) => expert_id === first!.expert_id);
    expect(await countsOf(first!.expert_id)).toEqual({ due: own.length, missing: 0, written: 0, late: 0 });
    const owed = (await stage.get(first!.expert_id, '/reco/v1/post-mortems/owed')).data;
    expect(owed.total).toBe(own.length);
    expect(owed.items[0]).toEqual({
      id: first!.id,
      segment: 'equity',
      stock: first!.stock,
      what: first!.call_type,
      ended_at: first!.ended_at!.toISOString(),
      due_by: postMortemBy(first!.ended_on!),
      missing: false,
    });
    // A visitor is told of no end that their list of past calls does not have yet.
    const listed = (await stage.get('', `/reco/v1/calls?view=past&status=sl_hit&user_id=${first!.expert_id}`)).data.total;
    expect(await countsOf(first!.expert_id, '')).toEqual({ due: listed, missing: 0, written: 0, late: 0 });
    expect((await stage.get('usr_pro', '/reco/v1/post-mortems/owed')).status).toBe(false);
    expect((await stage.get('', '/reco/v1/post-mortems/owed')).code).toBe('SESSION_ENDED');
    expect((await stage.get('usr_pro', '/reco/v1/post-mortems?user_id=nobody')).code).toBe('NOT_FOUND');
    // Of one whose papers are not looked at yet nobody else is told that there is such an expert. Names are read again after ten seconds.
    await expect.poll(() => countsOf('exp_04', 'exp_04').catch(() => null), { timeout: 20_000, interval: 500 }).toMatchObject({ due: 0, missing: 0 });
    expect((await stage.get('usr_pro', '/reco/v1/post-mortems?user_id=exp_04')).code).toBe('NOT_FOUND');
  });

  test('its author writes it once; nobody else, not while the call is open, not too short and not in forbidden words', async () => {
    const [call] = await stopped();
    const author = call!.expert_id;
    const other = author === 'exp_01' ? 'exp_02' : 'exp_01';
    expect((await write(other, call!.id)).code).toBe('NOT_FOUND');
    expect((await write(author, call!.id, 'Too near.')).code).toBe('BAD_REQUEST');
    expect((await write(author, call!.id, '.'.repeat(60))).validation).not.toBe('');
    expect((await write(author, call!.id, `${TEXT} The next one is a sure-shot.`)).code).toBe('PUBLISH_RULE');
    const open = await stage.db.selectFrom('calls').select('id').where('expert_id', '=', author).where('is_open', '=', true).executeTakeFirst();
    if (open) expect((await write(author, open.id)).validation).toBe('The call is still open. Add a note instead.');
    expect(await countsOf(author)).toMatchObject({ written: 0 });

    const written = await write(author, call!.id);
    expect(written.data.events.at(-1)).toMatchObject({ type: 'post_mortem', payload: { text: TEXT }, actor: author });
    expect((await write(author, call!.id)).data.events).toHaveLength(written.data.events.length);
    expect((await write(author, call!.id, `${TEXT} Once more.`, 'pm-2')).validation).toBe('This call has its look back already.');
    expect(await countsOf(author)).toMatchObject({ written: 1, missing: 0 });
    const owed = (await stage.get(author, '/reco/v1/post-mortems/owed')).data.items.map(({ id }: { id: string }) => id);
    expect(owed).not.toContain(call!.id);
    // What it says changes nothing of the result.
    const { realised_return, exit_price, status } = (await stopped()).find(({ id }) => id === call!.id)!;
    expect({ realised_return, exit_price, status }).toEqual({ realised_return: call!.realised_return, exit_price: call!.exit_price, status: 'sl_hit' });
  });

  test('what nobody wrote in time is missing, and late when it comes after all', async () => {
    await stage.goTo('2026-12-11T12:00:00.000Z');
    const early = (await stopped()).filter(({ ended_on, post_mortem_on }) => ended_on! <= '2026-12-03' && post_mortem_on === null);
    const { id, expert_id } = early[0]!;
    const before = await countsOf(expert_id);
    expect(before.missing).toBe(early.filter((call) => call.expert_id === expert_id).length);
    expect((await write(expert_id, id, TEXT, 'pm-late')).status).toBe(true);
    expect(await countsOf(expert_id)).toEqual({ ...before, missing: before.missing - 1, late: 1 });
  });

  test('rows follow from the events', async () => {
    const rows = await stage.db.selectFrom('calls').selectAll().orderBy('id').execute();
    expect(rows.some(({ post_mortem_on }) => post_mortem_on !== null)).toBe(true);
    const rebuilt = (await stage.ledger.rebuild()).get('equity')!.sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(rows).toEqual(rebuilt);
  });
});

describe.each(await featureDatabase())('post-mortems where no figures are shown, on %s', (database) => {
  test.each(['off', 'client_request'])('under %s others are told no number, the author every one', async (PERF_POLICY) => {
    const stage = await openStage({ database, start: START, settings: { PERF_POLICY } });
    try {
      await publishBothSides(stage);
      await stage.goTo('2026-11-26T12:00:00.000Z');
      const counts = async (as: string) => (await stage.get(as, '/reco/v1/post-mortems?user_id=exp_01')).data.counts;
      expect(await counts('usr_pro')).toBeNull();
      expect(await counts('exp_01')).toMatchObject({ missing: 0, written: 0 });
      expect((await stage.get('exp_01', '/reco/v1/post-mortems/owed')).data.total).toBe((await counts('exp_01')).due);
    } finally {
      await stage.end();
    }
  });
});
