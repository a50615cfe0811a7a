import type { OptionDetail, OptionDraft, OptionLeg } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { shownOptionStep } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf, type Wanted } from './drafts.testing.ts';
import { judgeOptions } from './judge.ts';
import { type OptionRow, optionsTables } from './tables.ts';

/** Friday 20 Nov 2026, 10:30 IST. The NIFTY contracts of Monday expire a day early, because Tuesday is a holiday. */
const START = '2026-11-20T05:00:00.000Z';
const EXPIRY = '2026-11-23';
const URL = '/reco/v1/options/calls';

describe.each(await featureDatabase())('option calls on %s', (database) => {
  let stage: Stage;
  let market: OptionStage;
  let cids = 0;
  beforeAll(async () => {
    stage = await openStage({ database, start: START });
    market = stage.market as OptionStage;
  }, 120_000);
  afterAll(() => stage?.end());

  const draft = (underlying: string, legs: readonly Wanted[], change: Partial<OptionDraft> = {}) => optionDraftOf(market, underlying, EXPIRY, legs, change);
  const publish = async (author: string, one: OptionDraft): Promise<string> => {
    cids += 1;
    const answer = await stage.post(author, URL, { cid: `option-${cids}`, draft: one });
    expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
    return answer.data.id;
  };
  const rows = (): Promise<OptionRow[]> => optionsTables(stage.platform.db).selectFrom('option_calls').selectAll().orderBy('id').execute();
  const row = async (id: string): Promise<OptionRow> => (await rows()).find((each) => each.id === id)!;
  const ids: Record<string, string> = {};

  test('an expert publishes a strategy once per intent and gets its receipt; nobody else can', async () => {
    const condor: Wanted[] = [
      ['sell', 'CE', 4],
      ['buy', 'CE', 8],
      ['sell', 'PE', -4],
      ['buy', 'PE', -8],
    ];
    const one = await draft('NIFTY', condor, { target: { basis: 'pnl', value: 1500 }, stop: { basis: 'pnl', value: -1500 } });
    const check = await stage.post('exp_01', `${URL}/check`, one);
    expect(check.data.rules.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(check.data).toMatchObject({ publishable: true, figures: { strategy: 'IRON_CONDOR', defined_risk: true } });

    const first = await stage.post('exp_01', URL, { cid: 'condor-1', draft: one });
    expect(first.validation).toBe('');
    expect(first.data).toMatchObject({
      segment: 'options',
      strategy: 'IRON_CONDOR',
      underlying: 'NIFTY',
      lot_size: 65,
      status: 'awaiting_entry',
      expiry: EXPIRY,
    });
    expect(first.data.receipt).toMatchObject({ call_id: first.data.id, n: 1 });
    expect((await stage.post('exp_01', URL, { cid: 'condor-1', draft: one })).data.id).toBe(first.data.id);
    expect(await stage.post('exp_01', URL, { cid: 'condor-1', draft: { ...one, outlook: 'volatile' } })).toMatchObject({ code: 'BAD_REQUEST' });
    // Who lost the answer learns of it from the next check, whatever the rules say of a second call like it.
    const already = async (cid: string, of = one) => (await stage.post('exp_01', `${URL}/check?cid=${cid}`, of)).data.already;
    expect([await already('condor-1'), await already('condor-9'), await already('condor-1', { ...one, outlook: 'volatile' })]).toEqual([true, false, false]);
    for (const who of ['usr_pro', 'exp_03']) expect((await stage.post(who, URL, { cid: 'x', draft: one })).code, who).toBe('NOT_VERIFIED');
    expect((await stage.post('', URL, { cid: 'x', draft: one })).code).toBe('SESSION_ENDED');
    ids.condor = first.data.id;
    expect(await stage.post('exp_01', URL, { cid: 'condor-2', draft: one })).toMatchObject({ code: 'PUBLISH_RULE', problems: [{ path: 'OPT-DUPLICATE' }] });
  });

  test('a draft that breaks rules is refused by the code and sentence of each', async () => {
    const one = await draft('NIFTY', [['buy', 'CE', 0]]);
    const wrong = { ...one, legs: [{ ...one.legs[0]!, lots: 1.5 }], base_rate_read: false };
    const answer = await stage.post('exp_01', URL, { cid: 'wrong-1', draft: wrong });
    expect(answer).toMatchObject({ code: 'PUBLISH_RULE', validation: 'This call breaks 2 publishing rules.' });
    expect(answer.problems!.map(({ path }) => path)).toEqual(['OPT-LOTS', 'OPT-BASE-RATE']);
    const unlisted = { ...one, legs: [{ ...one.legs[0]!, strike: one.legs[0]!.strike + 7 }] };
    expect((await stage.post('exp_01', URL, { cid: 'wrong-2', draft: unlisted })).problems).toEqual([{ path: 'OPT-STRIKE', message: expect.any(String) }]);
    expect((await stage.post('exp_01', `${URL}/check`, { ...one, legs: [] })).data.figures).toBeNull();
    // A bought call on the index: 40 points up against 150 down, the wrong way round, and half a paisa.
    const { spot } = (await market.options.chain('NIFTY', EXPIRY, market.now()))!;
    const on = (target: number, stop: number) => ({
      ...one,
      ...{ target: { basis: 'underlying', value: Math.round(spot) + target }, stop: { basis: 'underlying', value: Math.round(spot) + stop } },
    });
    for (const [at, target, stop, ...paths] of [
      [1, 40, -150, 'OPT-RR'],
      [2, -150, 150, 'OPT-EARNS.target', 'OPT-EARNS.stop'],
      [3, 150.005, -100, 'OPT-PAISE.target'],
    ] as const) {
      const { problems } = await stage.post('exp_01', URL, { cid: `level-${at}`, draft: on(target, stop) });
      expect(problems, paths.join()).toEqual(paths.map((path) => ({ path, message: expect.any(String) })));
    }
    const limit = Math.round(one.legs[0]!.entry);
    for (const [at, net_limit] of [limit + 0.001, limit + 0.03].entries())
      expect((await stage.post('exp_01', URL, { cid: `limit-${at}`, draft: { ...on(150, -100), net_limit } })).problems, String(net_limit)).toEqual([
        { path: 'OPT-LIMIT', message: expect.any(String) },
      ]);
    expect((await stage.post('exp_01', `${URL}/check`, { ...on(150, -100), net_limit: limit + 0.05 })).data).toMatchObject({ publishable: true });
    expect((await stage.post('exp_01', `${URL}/check`, on(150, -100))).data).toMatchObject({ publishable: true });
    expect((await rows()).length).toBe(1);
  });

  test('a follower is in at the first minute that is sixty seconds later: bought legs at the ask, sold ones at the bid', async () => {
    ids.straddle = await publish(
      'exp_01',
      await draft(
        'NIFTY',
        [
          ['sell', 'CE', 0],
          ['sell', 'PE', 0],
        ],
        { stop: { basis: 'pnl', value: -4000 }, target: { basis: 'pnl', value: 4000 } },
      ),
    );
    ids.stock = await publish(
      'exp_02',
      await draft(
        'RELIANCE',
        [
          ['buy', 'CE', 0],
          ['sell', 'CE', 2],
        ],
        { target: { basis: 'pnl', value: 1000 }, stop: { basis: 'pnl', value: -1000 } },
      ),
    );
    await stage.goTo('2026-11-20T05:01:00.000Z');
    const [beat] = await market.options.beats('NIFTY', new Date('2026-11-20T05:00:00.000Z'), new Date('2026-11-20T05:01:00.000Z'));
    const stored = await row(ids.straddle);
    expect(stored).toMatchObject({ status: 'active', entry_at: new Date('2026-11-20T05:01:00.000Z'), on_margin: true, defined_risk: false });
    for (const leg of JSON.parse(stored.legs) as OptionLeg[]) expect(leg.entry).toBe(beat!.quote(leg)!.bid);
    expect((await row(ids.condor!)).status).toBe('active');
  });

  test('an open call says where it stands: at the quotes at which a follower could leave now', async () => {
    const { data } = await stage.get('usr_pro', `${URL}/${ids.straddle}`);
    const chain = (await market.options.chain('NIFTY', EXPIRY, market.now()))!;
    const exits = data.legs.map(({ type, strike }: OptionLeg) => chain.rows.find((each) => each.strike === strike)![type === 'CE' ? 'ce' : 'pe']!.ask);
    expect(data.now).toMatchObject({ spot: chain.spot, exits, at: chain.at.toISOString() });
    const sold = data.legs.reduce((sum: number, { entry, lots }: OptionLeg, at: number) => sum + (entry! - exits[at]) * lots * data.lot_size, 0);
    expect(data.now.pnl).toBeCloseTo(sold, 2);
    expect((await stage.get('usr_pro', `${URL}?view=live`)).data.items.find(({ id }: { id: string }) => id === ids.straddle).now).toEqual(data.now);
  });

  test('Premium reads index calls of limited risk, Pro all of them; a call one may not see is not in the answer, nor in its numbers', async () => {
    const seen = async (who: string, host?: string) => (await stage.get(who, `${URL}?view=live`, host)).data;
    const names = async (who: string, host?: string) =>
      (await seen(who, host)).items.map(({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id)).sort();
    expect(await names('usr_pro')).toEqual(['condor', 'stock', 'straddle']);
    expect(await names('usr_premium')).toEqual(['condor']);
    expect(await names('exp_02')).toEqual(['stock']);
    for (const who of ['usr_lite', 'usr_waits', 'usr_free', '']) {
      const answer = await stage.get(who, `${URL}?view=live`);
      expect(answer.data, who).toMatchObject({ items: [], total: 0, next: null });
      expect(answer.text).not.toMatch(/NIFTY|RELIANCE|exp_0/);
    }
    // A bundle whose partner does not trade options.
    expect(await names('usr_lite', 'neem.localhost')).toEqual([]);
    expect((await seen('usr_premium')).total).toBe(1);
    // No list counts locked ones: what they may not see is as unknown as any id.
    for (const [who, id] of [
      ['usr_premium', ids.stock],
      ['usr_lite', ids.condor],
      ['usr_waits', ids.condor],
      ['', ids.condor],
    ] as const)
      for (const path of [`${URL}/:id`, '/reco/v1/calls/:id', '/reco/v1/calls/:id/proof', '/reco/v1/calls/:id/receipts']) {
        const [hidden, unknown] = await Promise.all([id!, 'call_none'].map((one) => stage.get(who, path.replace(':id', one))));
        expect([hidden!.http, hidden!.code, hidden!.validation], `${who} ${path}`).toEqual([unknown!.http, unknown!.code, unknown!.validation]);
        expect(hidden!.http).toBe(404);
      }
    expect((await stage.get('usr_premium', `${URL}/${ids.condor}`)).data).toMatchObject({
      rationale: expect.any(Object),
      events: [
        { n: 1, type: 'publish' },
        { n: 2, type: 'entry_fill' },
      ],
    });
    expect((await stage.get('usr_pro', `${URL}/nobody`)).code).toBe('NOT_FOUND');
    // Equity's lists know nothing of them.
    expect((await stage.get('usr_pro', '/reco/v1/calls?view=live')).data.items).toEqual([]);
    expect((await stage.get('usr_pro', `/reco/v1/calls/${ids.condor}`)).code).toBe('NOT_FOUND');
  });

  test('a live list counts the calls that can still be entered and begins with them where asked; those whose entry has passed stand last', async () => {
    await stage.goTo('2026-11-20T05:02:00.000Z');
    const { state } = await row(ids.stock!);
    const write = (text: string) => optionsTables(stage.platform.db).updateTable('option_calls').set({ state: text }).where('id', '=', ids.stock!).execute();
    const listed = async (query: string, who = 'usr_pro') => {
      const { items, total, enterable, entering } = (await stage.get(who, `${URL}?view=live${query}`)).data;
      return { names: items.map(({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id)), total, enterable, entering };
    };
    // The newest of the three has passed a level since it was entered.
    await write(JSON.stringify({ ...(JSON.parse(state) as OptionState), stops: [{ from: 0, level: 900_000 }], target: 1_000_000 }));
    try {
      expect(await listed('')).toMatchObject({ names: [expect.any(String), expect.any(String), 'stock'], total: 3, enterable: 2, entering: false });
      const { names, ...counts } = await listed('&enter=first');
      expect(names.toSorted()).toEqual(['condor', 'straddle']);
      expect(counts).toEqual({ total: 2, enterable: 2, entering: true });
      expect(await listed('&enter=first&stock=RELIANCE')).toEqual({ names: ['stock'], total: 1, enterable: 2, entering: false });
      expect(await listed('&enter=1&stock=RELIANCE')).toEqual({ names: [], total: 0, enterable: 2, entering: true });
      // Of calls that a reader may not see, the count says nothing.
      expect(await listed('&enter=first', 'usr_premium')).toEqual({ names: ['condor'], total: 1, enterable: 1, entering: true });
      expect(await listed('&enter=first', 'usr_lite')).toEqual({ names: [], total: 0, enterable: 0, entering: false });
      expect((await stage.get('usr_pro', `${URL}/${ids.stock}`)).data.now.entry_passed).toBe(true);
    } finally {
      await write(state);
    }
  });

  test('on its last day a call is not offered for a new entry, and says so', async () => {
    const { state } = await row(ids.straddle!);
    const write = (text: string) => optionsTables(stage.platform.db).updateTable('option_calls').set({ state: text }).where('id', '=', ids.straddle!).execute();
    await stage.goTo('2026-11-20T05:03:00.000Z');
    await write(JSON.stringify({ ...(JSON.parse(state) as OptionState), expires_at: Date.parse('2026-11-20T10:10:00.000Z') }));
    try {
      const { items } = (await stage.get('usr_pro', `${URL}?view=live&enter=1`)).data;
      expect(items.map(({ id }: { id: string }) => id)).not.toContain(ids.straddle);
      const all = (await stage.get('usr_pro', `${URL}?view=live`)).data.items as { id: string; now: { entry: string } }[];
      expect(all.find(({ id }) => id === ids.straddle)!.now.entry).toBe('late');
    } finally {
      await write(state);
    }
  });

  test('filters narrow, and the followed experts’ calls stand apart', async () => {
    const found = async (query: string) => (await stage.get('usr_pro', `${URL}?${query}`)).data.items.map(({ strategy }: { strategy: string }) => strategy);
    expect(await found('strategy=SHORT_STRADDLE')).toEqual(['SHORT_STRADDLE']);
    expect(await found('underlying_type=stocks')).toEqual(['BULL_CALL']);
    expect((await found('defined_risk=1')).sort()).toEqual(['BULL_CALL', 'IRON_CONDOR']);
    expect(await found('stock=RELIANCE&outlook=neutral')).toEqual(['BULL_CALL']);
    expect(await found('expiry=2026-12-29')).toEqual([]);
    await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_02', on: true });
    expect(await found('followed=1')).toEqual(['BULL_CALL']);
    expect((await stage.get('usr_pro', '/reco/v1/options/mine')).data.items).toHaveLength(1);
    expect((await stage.get('exp_01', '/reco/v1/options/mine')).data.items).toHaveLength(2);
    expect((await stage.get('', `${URL}?followed=1`)).code).toBe('SESSION_ENDED');
  });

  test('its author alone adds to it: notes, a tighter stop-loss, an exit; what research must not say stays out. The plan is for new calls alone', async () => {
    stage.withoutPlan.add('exp_01');
    const fresh = await draft('BANKNIFTY', [['buy', 'CE', 0]]);
    const { problems } = await stage.post('exp_01', URL, { cid: 'no-plan', draft: fresh });
    expect(problems).toContainEqual({ path: 'OPT-AUTHOR', message: 'Publishing needs a Publisher plan or a grant of your partner.' });
    const change = (who: string, what: string, body: object) => stage.post(who, `${URL}/${ids.straddle}/${what}`, body);
    expect((await change('exp_02', 'note', { note: 'Not a word of mine, this.', cid: 'n-0' })).code).toBe('NOT_FOUND');
    expect((await change('exp_01', 'note', { note: 'Volatility falls as hoped.', cid: 'n-1' })).data.events.at(-1)).toMatchObject({ type: 'note' });
    expect((await change('exp_01', 'note', { note: 'This is a sure-shot idea now.', cid: 'n-2' })).code).toBe('PUBLISH_RULE');
    expect((await change('exp_01', 'tighten', { stop_loss: -5000, cid: 't-1' })).validation).toBe('A stop-loss can only be moved towards profit.');
    expect((await change('exp_01', 'tighten', { stop_loss: -3500, cid: 't-2' })).data).toMatchObject({ stop_loss: -3500, initial_stop_loss: -4000 });
    expect((await change('exp_01', 'post-mortem', { text: 'It is far too early to say what this call has taught.', cid: 'p-0' })).validation).toContain(
      'still open',
    );
    expect((await change('exp_01', 'exit', { reason: 'The morning’s range is broken on volume.', cid: 'e-1' })).status).toBe(true);
    expect((await change('exp_01', 'exit', { reason: 'The morning’s range is broken on volume.', cid: 'e-2' })).validation).toContain('already asked for');
    await stage.goTo('2026-11-20T05:06:00.000Z');
    for (const [what, body] of [
      ['tighten', { stop_loss: -3000, cid: 't-3' }],
      ['exit', { reason: 'The morning’s range is broken on volume.', cid: 'e-4' }],
    ] as const)
      expect((await change('exp_01', what, body)).validation, what).toBe('The end of this call is decided; it follows at the next quotes.');
    await stage.goTo('2026-11-20T05:08:00.000Z');
    const left = await row(ids.straddle!);
    // In at 10:31, five minutes later decided, a minute later out.
    expect(left).toMatchObject({ status: 'exited', exit_at: new Date('2026-11-20T05:07:00.000Z'), exit_reason: 'The morning’s range is broken on volume.' });
    expect(left.slippage).toBeGreaterThan(0);
    expect(left.pnl! + left.slippage!).toBeCloseTo(left.headline_pnl!, 6);
    const looked = await change('exp_01', 'post-mortem', { text: 'The range was narrower than the premium promised.', cid: 'p-1' });
    expect(looked.data.events.at(-1)).toMatchObject({ type: 'post_mortem' });
    expect((await change('exp_01', 'post-mortem', { text: 'The range was narrower than the premium promised!', cid: 'p-2' })).validation).toContain('already');
    expect((await change('exp_01', 'exit', { reason: 'The morning’s range is broken on volume.', cid: 'e-3' })).code).toBe('CALL_CLOSED');
    stage.withoutPlan.delete('exp_01');
  });

  test('index calls are settled in cash on the day the holiday moved the expiry to, stocks by delivery; proofs hold up to the root', async () => {
    ids.held = await publish(
      'exp_02',
      await draft(
        'NIFTY',
        [
          ['buy', 'CE', 2],
          ['sell', 'CE', 4],
        ],
        { target: { basis: 'pnl', value: 6000 }, stop: { basis: 'pnl', value: -700 } },
      ).then((one) => ({ ...one, target: { basis: 'premium' as const, value: 95 }, stop: { basis: 'premium' as const, value: 0 } })),
    );
    ids.delivered = await publish(
      'exp_02',
      await draft('INFY', [['buy', 'PE', 0]], { target: { basis: 'underlying', value: 100 }, stop: { basis: 'underlying', value: 9000 } }),
    );
    await stage.goTo('2026-11-23T13:30:00.000Z');
    const [index, stock] = [await row(ids.held), await row(ids.delivered)];
    const [bar] = await market.dayBars('INFY', EXPIRY, EXPIRY);
    expect(stock).toMatchObject({
      status: 'expired',
      settlement: expect.stringMatching(/^Physically settled at the final settlement value/),
      ended_on: EXPIRY,
    });
    const [leg] = JSON.parse(stock.legs) as OptionLeg[];
    expect(leg!.exit).toBeCloseTo(Math.max(0, leg!.strike - bar!.c), 4);
    expect(stock.pnl).toBeCloseTo((leg!.exit! - leg!.entry!) * stock.lot_size, 2);
    if (index.status === 'expired') expect(index.settlement).toMatch(/^Settled in cash at the closing value/);
    expect((await rows()).filter(({ is_open }) => is_open)).toEqual([]);

    const { data: proof } = await stage.get('usr_pro', `/reco/v1/calls/${ids.condor}/proof`);
    const { data: ledger } = await stage.get('', '/reco/v1/ledger');
    const steps = await verifyProof(proof, { keys: [ledger.public_key], from: 'of the ledger', roots: ledger.roots });
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
  }, 120_000);

  test('a browser derives the call on the page from its record, and sees where the page says otherwise', async () => {
    for (const { id } of await rows()) {
      const shown = (await stage.get('usr_pro', `${URL}/${id}`)).data as OptionDetail;
      expect(shown.now, id).toBeUndefined();
      const events = (await stage.ledger.eventsOf(id)).map(({ canonical, hash }) => ({ ...(JSON.parse(canonical) as EventBody), hash }));
      expect(shownOptionStep(shown, events), id).toMatchObject({ ok: true });
      expect(shownOptionStep({ ...shown, pnl: (shown.pnl ?? 0) + 1 }, events)).toMatchObject({ ok: false, detail: expect.stringContaining('another result') });
      expect(shownOptionStep({ ...shown, caution: 'None.' }, events)).toMatchObject({ ok: false, detail: expect.stringContaining('caution') });
    }
  });

  test('rows are what events and prices make of them: rebuilt from the events, and judged again from publication in one piece', async () => {
    const stored = await rows();
    const rebuilt = (await stage.ledger.rebuild()).get('options')!.sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(JSON.parse(JSON.stringify(rebuilt))).toEqual(JSON.parse(JSON.stringify(stored)));
    // The whole check of the record compares them too.
    expect(await stage.ledger.audit({ page: 50, pause: async () => undefined })).toBeGreaterThan(0);
    for (const { id, stock, expert_id } of stored) {
      const events = (await stage.ledger.eventsOf(id)).map(({ canonical }) => JSON.parse(canonical) as EventBody);
      const told = ({ type, ts, payload }: EventBody) => ({ call_id: id, type: type as 'publish', ts, payload });
      // What the author did between stands in the state before; the engine's own must come out again.
      const authored = events.filter(({ actor }) => actor !== 'engine');
      const state = authored.slice(0, 1).reduce<OptionState | null>((last, event) => applyOptionEvent(last, told(event)), null)!;
      if (authored.some(({ type }) => type === 'exit_request' || type === 'tighten_sl')) continue;
      const { events: again } = await judgeOptions([{ stock, expert_id, state }], market, new Date(state.published_at), new Date('2026-11-23T13:30:00.000Z'));
      expect(again.map(({ event: { type, ts, payload } }) => ({ type, ts, payload }))).toEqual(
        events.filter(({ actor }) => actor === 'engine').map(({ type, ts, payload }) => ({ type, ts, payload })),
      );
    }
  });

  test('closed calls: at once for who has a plan, the next trading day for members; their pages follow each other without gap', async () => {
    const past = async (who: string, query = '') => (await stage.get(who, `${URL}?view=past${query}`)).data;
    expect((await past('usr_pro')).items).toHaveLength(5);
    expect((await past('usr_lite')).items).toHaveLength(5);
    // Of what ended on Monday nothing yet for those who wait; what ended on Friday they read.
    const today = (await rows()).filter(({ ended_on }) => ended_on === EXPIRY).map(({ id }) => id);
    expect(today.length).toBeGreaterThan(0);
    for (const who of ['', 'usr_free']) {
      const answer = await stage.get(who, `${URL}?view=past`);
      expect(answer.data.total, who).toBe(5 - today.length);
      expect(
        today.filter((id) => answer.text.includes(id)),
        who,
      ).toEqual([]);
    }
    for (const sort of ['newest', 'oldest', 'result']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await past('usr_pro', `&sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.items.map(({ id }: { id: string }) => id));
        cursor = page.next ?? '';
      } while (cursor && seen.length < 20);
      expect(new Set(seen).size, sort).toBe(seen.length);
      expect(seen.length, sort).toBe(5);
    }
    expect((await stage.get('usr_pro', `${URL}?view=past&cursor=nonsense`)).code).toBe('BAD_REQUEST');
  });

  test('results stand apart from equity, and limited risk apart from margin', async () => {
    const { data } = await stage.get('usr_pro', '/reco/v1/options/performance?period=1M');
    expect(data).toMatchObject({ allowed: true, defined: { n: 4, hit_rate: null }, on_margin: { n: 1 }, method_version: 'options-2' });
    expect((await stage.get('usr_pro', '/reco/v1/performance?period=1M')).data.metrics?.n ?? 0).toBe(0);
  });
});
