import type { Call, CallDraft, LockedCalls } from '@vimarsh/shared/contract/calls/types.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { dateBack, draftOf, openStage, type Stage } from '../testing.ts';

/** Friday 20 Nov 2026, 10:30 IST: the market is open; Tuesday 24 Nov is a holiday. */
const START = '2026-11-20T05:00:00.000Z';

/** A sound draft at the last price; levels given in % of it. */
function soundDraft(stage: Stage, stock: string, change: Partial<CallDraft> = {}, levels: { target?: number; stop?: number } = {}): CallDraft {
  const { ltp } = stage.market.quote(stock)!;
  const { tick } = stage.market.instrument(stock)!;
  const sign = change.call_type === 'Sell' ? -1 : 1;
  const price = (pct: number): number => snapToTick(ltp * (1 + (sign * pct) / 100), tick);
  return draftOf({
    stock,
    entry_low: ltp,
    entry_high: ltp,
    target: price(levels.target ?? 6),
    stop_loss: price(-(levels.stop ?? 3)),
    valid_till: '2026-12-11',
    ...change,
  });
}
const INTRADAY: Partial<CallDraft> = { term: 'intraday', valid_till: '2026-11-20' };
const MEDIUM: Partial<CallDraft> = { term: 'mediumTerm', valid_till: '2027-02-01' };
const LONG: Partial<CallDraft> = { term: 'longTerm', valid_till: '2027-09-01' };

let serial = 0;
async function publish(stage: Stage, author: string, draft: CallDraft): Promise<string> {
  const answer = await stage.post(author, '/reco/v1/calls', { cid: `cid-${++serial}`, draft });
  expect(answer.validation).toBe('');
  return answer.data.id;
}
const recorded = async (stage: Stage): Promise<number> => (await stage.db.selectFrom('ledger_head').select('seq').executeTakeFirstOrThrow()).seq;

describe.each(await featureDatabase())('calls on %s', (database) => {
  let stage: Stage;
  /** One stage for the tests of a group; they run in order and leave no draft of theirs in the way of the next. */
  const onStage = (options: Partial<Parameters<typeof openStage>[0]> = {}, prepare: () => Promise<void> = async () => {}): void => {
    beforeAll(async () => {
      stage = await openStage({ database, start: START, ...options });
      await prepare();
    });
    afterAll(() => stage.end());
  };

  describe('publishing', () => {
    onStage();

    test('stores the call, its event and the audit row, and answers the whole call', async () => {
      const draft = soundDraft(stage, 'INFY');
      const { http, data } = await stage.post('exp_01', '/reco/v1/calls', { cid: 'one', draft });
      expect(http).toBe(200);
      expect(data).toMatchObject({
        stock: 'INFY',
        call_type: 'Buy',
        status: 'awaiting_entry',
        target_price: draft.target,
        price: draft.entry_low,
        expert: { user_id: 'exp_01' },
      });
      expect(data.rationale).toEqual(draft.rationale);
      expect(data.events).toHaveLength(1);
      expect(data.events[0]).toMatchObject({ n: 1, type: 'publish', actor: 'exp_01' });
      // Three trading days after Fri 20 Nov, Tue 24 being a holiday: Mon 23, Wed 25, Thu 26; INFY’s session is over at 15:35.
      expect(data.events[0].payload).toMatchObject({ entry_until: '2026-11-26T10:05:00.000Z', expires_at: '2026-12-11T09:45:00.000Z' });
      const { rows } = await sql<{ action: string; object: string }>`select action, object from audit_log`.execute(stage.db);
      expect(rows).toEqual([{ action: 'call.publish', object: data.id }]);
      expect((await stage.get('exp_01', '/reco/v1/mine')).data.items.map((call: { id: string }) => call.id)).toEqual([data.id]);
    });

    test('is done once per cid, however often and however concurrently it is asked for', async () => {
      const before = await recorded(stage);
      const draft = soundDraft(stage, 'TCS');
      const answers = await Promise.all(Array.from({ length: 8 }, () => stage.post('exp_01', '/reco/v1/calls', { cid: 'same', draft })));
      expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
      expect(await recorded(stage)).toBe(before + 1);
      const other = await stage.post('exp_01', '/reco/v1/calls', { cid: 'same', draft: { ...draft, target: draft.target + 1 } });
      expect(other).toMatchObject({ status: false, code: 'BAD_REQUEST', problems: [{ path: 'cid' }] });
      // Who lost the answer learns of it from the next check; other words, another intent and another author are not told so.
      const already = async (who: string, cid: string, of = draft) => (await stage.post(who, `/reco/v1/calls/check?cid=${cid}`, of)).data.already;
      expect(await already('exp_01', 'same')).toBe(true);
      expect(await already('exp_01', 'same', { ...draft, target: draft.target + 1 })).toBe(false);
      expect(await already('exp_01', 'other')).toBe(false);
      expect(await already('exp_02', 'same')).toBe(false);
      // Another author's cid is another intent.
      expect(await stage.post('exp_02', '/reco/v1/calls', { cid: 'same', draft })).toMatchObject({ status: true });
      expect(await recorded(stage)).toBe(before + 2);
    });

    test('two different drafts on one stock at the same moment: one is stored', async () => {
      const before = await recorded(stage);
      const answers = await Promise.all(['a', 'b'].map((cid) => stage.post('exp_01', '/reco/v1/calls', { cid, draft: soundDraft(stage, 'SBIN') })));
      expect(answers.map((answer) => answer.status).sort()).toEqual([false, true]);
      expect(answers.find((answer) => !answer.status)!.problems).toMatchObject([{ path: 'EQ-DUPLICATE' }]);
      expect(await recorded(stage)).toBe(before + 1);
    });

    const rationale = draftOf({ stock: 'X', entry_low: 1, entry_high: 1, target: 1, stop_loss: 1, valid_till: '' }).rationale;
    type Change = (draft: CallDraft, stage: Stage) => Partial<CallDraft>;
    test.each<[string, Change]>([
      ['EQ-ELIGIBLE', () => ({ stock: 'NOSUCH' })],
      ['EQ-ELIGIBLE', () => ({ stock: 'NIFTY' })],
      ['EQ-ELIGIBLE', () => ({ stock: 'TRIVENI' })],
      ['EQ-EXCHANGE', () => ({ exchange: 'BSE' })],
      ['EQ-TICK', ({ target }) => ({ target: target + 0.03 })],
      ['EQ-BAND', ({ entry_low }) => ({ entry_low: entry_low * 2, entry_high: entry_low * 2 })],
      [
        'EQ-ENTRY-NEAR',
        ({ entry_low }, { market }) => ({
          entry_low: snapToTick(entry_low * 1.03, market.instrument('HCLTECH')!.tick),
          entry_high: snapToTick(entry_low * 1.03, market.instrument('HCLTECH')!.tick),
        }),
      ],
      [
        'EQ-RANGE-WIDTH',
        ({ entry_low }, { market }) => ({ entry_mode: 'range', entry_high: snapToTick(entry_low * 1.025, market.instrument('HCLTECH')!.tick) }),
      ],
      ['EQ-RANGE-WIDTH', ({ entry_low }, { market }) => ({ entry_high: entry_low + market.instrument('HCLTECH')!.tick })],
      ['EQ-SIDE', ({ stop_loss, target }) => ({ target: stop_loss, stop_loss: target })],
      ['EQ-SIDE', ({ target }, { market }) => ({ target2: target - market.instrument('HCLTECH')!.tick })],
      ['EQ-TARGET-DISTANCE', ({ entry_low }, { market }) => ({ target: snapToTick(entry_low * 1.3, market.instrument('HCLTECH')!.tick) })],
      [
        'EQ-STOP-DISTANCE',
        ({ entry_low }, { market }) => ({
          stop_loss: snapToTick(entry_low * 0.88, market.instrument('HCLTECH')!.tick),
          target: snapToTick(entry_low * 1.15, market.instrument('HCLTECH')!.tick),
        }),
      ],
      ['EQ-RR', ({ entry_low }, { market }) => ({ stop_loss: snapToTick(entry_low * 0.93, market.instrument('HCLTECH')!.tick) })],
      ['EQ-VALIDITY', () => ({ valid_till: '2026-11-24' })],
      ['EQ-VALIDITY', () => ({ valid_till: '2027-01-29' })],
      ['EQ-WORDS', () => ({ rationale: { ...rationale, risks: `${rationale.risks} Sure-shot, call 98765 43210.` } })],
      ['EQ-RATIONALE', () => ({ rationale: { ...rationale, thesis: 'Up.' } })],
      ['EQ-RATIONALE', () => ({ rationale: { ...rationale, kill_criteria: 'Below 1,400.' } })],
      ['EQ-RATIONALE', () => ({ rationale: { ...rationale, trigger: rationale.thesis } })],
      ['EQ-CONFLICTS', ({ disclosures }) => ({ disclosures: { ...disclosures, officer: true } })],
      ['EQ-ATTEST', ({ disclosures }) => ({ disclosures: { ...disclosures, attest_30_5: false } })],
    ])('%s refuses and stores nothing', async (id, change) => {
      const before = await recorded(stage);
      const draft = soundDraft(stage, 'HCLTECH');
      const broken = { ...draft, ...change(draft, stage) };
      const answer = await stage.post('exp_02', '/reco/v1/calls', { cid: 'c', draft: broken });
      expect(answer).toMatchObject({ http: 200, status: false, code: 'PUBLISH_RULE', data: null });
      // A rule that speaks of several fields has a path for each: `EQ-SIDE.target`.
      expect(answer.problems!.map(({ path }) => path.split('.')[0])).toContain(id);
      expect(await recorded(stage)).toBe(before);
      expect(await stage.db.selectFrom('call_intents').selectAll().where('cid', '=', 'c').execute()).toEqual([]);
      const checked = await stage.post('exp_02', '/reco/v1/calls/check', broken);
      expect(checked.data.publishable).toBe(false);
      expect(checked.data.rules.find((rule: { id: string }) => rule.id === id)).toMatchObject({ ok: false, level: 'block' });
    });

    test('a refused cid stays free: the mended draft goes through with it', async () => {
      expect(await stage.post('exp_02', '/reco/v1/calls', { cid: 'c', draft: soundDraft(stage, 'HCLTECH') })).toMatchObject({ status: true });
    });

    test('EQ-AUTHOR: a verified expert without a Publisher plan, and one whose registration ended', async () => {
      expect((await stage.post('exp_noplan', '/reco/v1/calls', { cid: 'a', draft: soundDraft(stage, 'INFY') })).problems).toMatchObject([
        { path: 'EQ-AUTHOR' },
      ]);
      const record = stage.experts.get('exp_01')!;
      stage.experts.set('exp_01', { ...record, valid_to: '2026-11-19' });
      expect((await stage.post('exp_01', '/reco/v1/calls', { cid: 'late', draft: soundDraft(stage, 'ITC') })).problems).toMatchObject([
        { path: 'EQ-AUTHOR', message: 'Your registration is not valid today.' },
      ]);
      stage.experts.set('exp_01', { ...record, valid_to: '2026-11-20' });
      expect(await stage.post('exp_01', '/reco/v1/calls/check', soundDraft(stage, 'ITC')), 'its last day counts').toMatchObject({
        data: { rules: expect.arrayContaining([expect.objectContaining({ id: 'EQ-AUTHOR', ok: true })]) },
      });
      stage.experts.set('exp_01', record);
    });

    test('EQ-FEED: stale prices are their own error', async () => {
      const draft = soundDraft(stage, 'ITC');
      stage.market.fresh = () => false;
      expect(await stage.post('exp_01', '/reco/v1/calls', { cid: 'stale', draft })).toMatchObject({
        status: false,
        code: 'FEED_STALE',
        problems: [{ path: 'EQ-FEED' }],
      });
    });
  });

  describe('publishing hours', () => {
    onStage({ start: '2026-11-20T09:15:00.000Z' });

    test('EQ-HOURS: no intraday call after 14:45, nothing in the pre-open', async () => {
      expect(
        (await stage.post('exp_01', '/reco/v1/calls', { cid: 'a', draft: soundDraft(stage, 'INFY', INTRADAY, { target: 2, stop: 1 }) })).problems,
      ).toMatchObject([{ path: 'EQ-HOURS' }]);
      await stage.goTo('2026-11-23T03:35:00.000Z');
      expect((await stage.post('exp_01', '/reco/v1/calls', { cid: 'b', draft: soundDraft(stage, 'INFY') })).problems).toMatchObject([{ path: 'EQ-HOURS' }]);
      expect(await recorded(stage)).toBe(0);
    });
  });

  describe('times in the record', () => {
    onStage();

    test('who waits for the record is published when it is their turn, not when they asked', async () => {
      const draft = soundDraft(stage, 'INFY');
      const held = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      const busy = stage.platform.transaction(async (tx) => {
        await stage.ledger.lock(tx);
        held.resolve();
        await free.promise;
      });
      await held.promise;
      const asked = stage.post('exp_01', '/reco/v1/calls', { cid: 'waits', draft });
      await new Promise((resolve) => setTimeout(resolve, 500));
      stage.market.now = () => new Date(Date.parse(START) + 2000);
      free.resolve();
      await busy;
      const { data } = await asked;
      expect(Date.parse(data.published_at)).toBeGreaterThanOrEqual(Date.parse(START) + 2000);
    });
  });

  describe('publishing limits', () => {
    onStage({ limits: { open: 4, perDay: 5 } });

    test('EQ-SECTOR-LIMIT, EQ-OPEN-LIMIT and EQ-DAILY-LIMIT count the author’s own calls', async () => {
      for (const stock of ['INFY', 'TCS', 'WIPRO']) await publish(stage, 'exp_01', soundDraft(stage, stock));
      const refused = async (stock: string) =>
        (await stage.post('exp_01', '/reco/v1/calls', { cid: `no-${++serial}`, draft: soundDraft(stage, stock) })).problems!.map(({ path }) => path);
      expect(await refused('HCLTECH')).toEqual(['EQ-SECTOR-LIMIT']);
      const fourth = await publish(
        stage,
        'exp_01',
        soundDraft(stage, 'ITC', {
          entry_mode: 'limit',
          entry_low: snapToTick(stage.market.quote('ITC')!.ltp * 0.985, 0.05),
          entry_high: snapToTick(stage.market.quote('ITC')!.ltp * 0.985, 0.05),
        }),
      );
      expect(await refused('SBIN')).toEqual(['EQ-OPEN-LIMIT']);
      await stage.post('exp_01', `/reco/v1/calls/${fourth}/exit`, { cid: 'cancel', reason: 'The price ran away from the entry.' });
      await publish(stage, 'exp_01', soundDraft(stage, 'SBIN'));
      expect(await refused('TITAN')).toEqual(['EQ-DAILY-LIMIT', 'EQ-OPEN-LIMIT']);
      // Another author has limits of their own.
      await publish(stage, 'exp_02', soundDraft(stage, 'HCLTECH'));
    });
  });

  describe('who may write (S6-PERM-O01)', () => {
    onStage();

    test('a retail investor’s publication is refused with a sentence (S2.1-GROUP-A05)', async () => {
      const draft = soundDraft(stage, 'INFY');
      for (const investor of ['usr_free', 'usr_pro', 'usr_admin']) {
        expect(await stage.post(investor, '/reco/v1/calls', { cid: 'a', draft })).toMatchObject({
          http: 200,
          status: false,
          code: 'NOT_VERIFIED',
          validation: 'Only verified experts can publish.',
          data: null,
        });
      }
      expect(await stage.post('exp_03', '/reco/v1/calls', { cid: 'a', draft })).toMatchObject({ status: false, code: 'NOT_VERIFIED' });
      expect(await stage.post('', '/reco/v1/calls', { cid: 'a', draft })).toMatchObject({ http: 401, status: false });
      expect(await recorded(stage)).toBe(0);
    });

    test('only its author changes a call, and only while verified', async () => {
      const id = await publish(stage, 'exp_01', soundDraft(stage, 'INFY'));
      const exit = { cid: 'x', reason: 'Not my idea, but I would like to end it.' };
      expect(await stage.post('exp_02', `/reco/v1/calls/${id}/exit`, exit)).toMatchObject({ http: 404, code: 'NOT_FOUND' });
      expect(await stage.post('usr_pro', `/reco/v1/calls/${id}/exit`, exit)).toMatchObject({ status: false });
      stage.experts.set('exp_01', { ...stage.experts.get('exp_01')!, status: 'suspended' });
      expect(await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, exit)).toMatchObject({ status: false });
      expect(await stage.post('exp_02', '/reco/v1/calls/NOSUCH/exit', exit)).toMatchObject({ http: 404 });
      expect(await recorded(stage)).toBe(1);
    });
  });

  describe('a running call', () => {
    onStage();

    test('fills at the next second, is tightened, noted, left, and tells who listens', async () => {
      const closed: string[] = [];
      stage.calls.onClosed(({ id, status }) => void closed.push(`${id} ${status}`));
      const id = await publish(
        stage,
        'exp_01',
        soundDraft(
          stage,
          'INFY',
          { rationale: draftOf({ stock: 'X', entry_low: 1, entry_high: 1, target: 1, stop_loss: 1, valid_till: '' }).rationale },
          { target: 19, stop: 9 },
        ),
      );
      await stage.goTo('2026-11-20T05:00:10.000Z');
      const first = (await stage.get('exp_01', `/reco/v1/calls/${id}`)).data;
      const [bar] = await stage.market.bars('INFY', new Date('2026-11-20T05:00:01.000Z'), new Date('2026-11-20T05:00:02.000Z'));
      expect(first).toMatchObject({ status: 'active', entry_fill: { price: bar!.o, ts: bar!.start.toISOString() } });

      const { tick } = stage.market.instrument('INFY')!;
      const next = snapToTick(first.stop_loss * 1.02, tick);
      const tighten = (cid: string, stop_loss: number) => stage.post('exp_01', `/reco/v1/calls/${id}/tighten`, { cid, stop_loss });
      expect((await tighten('t1', next)).data).toMatchObject({ stop_loss: next, initial_stop_loss: first.stop_loss });
      expect((await tighten('t1', next)).data.events).toHaveLength(3);
      expect(await tighten('t2', first.stop_loss)).toMatchObject({
        status: false,
        problems: [{ path: 'stop_loss', message: 'A stop-loss can only be moved towards profit.' }],
      });
      expect(await stage.post('exp_01', `/reco/v1/calls/${id}/note`, { cid: 'n', note: 'Still in line with the thesis.' })).toMatchObject({ status: true });

      const left = await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: 'e', reason: 'Capital is better used elsewhere.' });
      expect(left.data.status).toBe('active');
      expect(await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: 'e2', reason: 'Capital is better used elsewhere.' })).toMatchObject({
        status: false,
        code: 'BAD_REQUEST',
      });
      await stage.goTo('2026-11-20T05:10:00.000Z');
      const done = (await stage.get('exp_01', `/reco/v1/calls/${id}`)).data;
      // Five minutes after entry at the earliest.
      const out = new Date(Date.parse(done.entry_fill.ts) + 5 * 60_000);
      expect(done).toMatchObject({ status: 'exited', exit: { ts: out.toISOString(), reason: 'Capital is better used elsewhere.' } });
      expect(done.events.map((event: { type: string }) => event.type)).toEqual(['publish', 'entry_fill', 'tighten_sl', 'note', 'exit_request', 'exited']);
      expect(closed).toEqual([`${id} exited`]);
      expect(await tighten('t3', next)).toMatchObject({ status: false, code: 'CALL_CLOSED' });

      // Going back in time repeats prices and un-closes nothing.
      const before = await recorded(stage);
      await stage.goTo('2026-11-20T04:30:00.000Z');
      await stage.goTo('2026-11-20T06:00:00.000Z');
      expect(await recorded(stage)).toBe(before);
    });

    test('once the Publisher plan has ended nothing new is published, and what was is closed by prices and looked after as before', async () => {
      const id = await publish(stage, 'exp_01', soundDraft(stage, 'ITC', {}, { target: 19, stop: 9 }));
      stage.withoutPlan.add('exp_01');
      const next = { cid: 'no-plan', draft: soundDraft(stage, 'TCS') };
      const author = { ok: false, message: 'Publishing needs a Publisher plan or a grant of your partner.' };
      expect((await stage.post('exp_01', '/reco/v1/calls/check', next.draft)).data.rules.find((rule: { id: string }) => rule.id === 'EQ-AUTHOR')).toMatchObject(
        author,
      );
      // Customers of a broker without plans read the name of none, and neither do its experts.
      const bundled = (await stage.post('exp_01', '/reco/v1/calls/check', next.draft, 'neem.localhost')).data.rules;
      expect(bundled.find((rule: { id: string }) => rule.id === 'EQ-AUTHOR')).toMatchObject({
        label: 'Verified author who may publish here',
        message: 'Publishing needs a grant of your partner.',
      });
      expect(await stage.post('exp_01', '/reco/v1/calls', next)).toMatchObject({
        code: 'PUBLISH_RULE',
        problems: [{ path: 'EQ-AUTHOR', message: author.message }],
      });

      await stage.goTo('2026-11-20T06:00:10.000Z');
      const { stop_loss, status } = (await stage.get('exp_01', `/reco/v1/calls/${id}`)).data;
      expect(status).toBe('active');
      const own = (what: string, body: object) => stage.post('exp_01', `/reco/v1/calls/${id}/${what}`, { cid: `no-plan-${what}`, ...body });
      const { tick } = stage.market.instrument('ITC')!;
      expect((await own('tighten', { stop_loss: snapToTick(stop_loss * 1.02, tick) })).validation).toBe('');
      expect((await own('note', { note: 'Still in line with the thesis.' })).validation).toBe('');
      expect((await own('exit', { reason: 'Capital is better used elsewhere.' })).validation).toBe('');
      await stage.goTo('2026-11-20T06:10:00.000Z');
      expect((await stage.get('exp_01', `/reco/v1/calls/${id}`)).data.status).toBe('exited');
      expect((await own('post-mortem', { text: 'The range held, and so there was nothing to wait for.' })).validation).toBe('');

      // With the plan again, the draft that was refused goes out.
      stage.withoutPlan.delete('exp_01');
      expect((await stage.post('exp_01', '/reco/v1/calls', { ...next, draft: soundDraft(stage, 'TCS') })).validation).toBe('');
    });

    test('a note, an exit’s reason and a withdrawal keep the rule of words that drafts keep', async () => {
      const entered = await publish(stage, 'exp_02', soundDraft(stage, 'TCS', {}, { target: 19, stop: 9 }));
      await stage.goTo(new Date(stage.market.now().getTime() + 10_000).toISOString());
      const { ltp } = stage.market.quote('SBIN')!;
      const low = snapToTick(ltp * 0.982, stage.market.instrument('SBIN')!.tick);
      const waiting = await publish(stage, 'exp_02', soundDraft(stage, 'SBIN', { entry_mode: 'limit', entry_low: low, entry_high: low }));
      const before = await recorded(stage);
      const texts = {
        'a messenger link': 'Join my Telegram t.me/tips for more of these.',
        'a phone number': 'Write to +91 98765 43210 for what I do next.',
        'a promise of profit': 'The next one has guaranteed 100% returns, be there.',
      };
      for (const [what, text] of Object.entries(texts))
        for (const [call, way, body] of [
          [entered, 'note', { note: text }],
          [entered, 'exit', { reason: text }],
          [waiting, 'exit', { reason: text }],
        ] as const) {
          const message = `The text contains ${what} that research must not carry.`;
          expect(await stage.post('exp_02', `/reco/v1/calls/${call}/${way}`, { cid: 'words', ...body })).toMatchObject({
            http: 200,
            code: 'PUBLISH_RULE',
            validation: message,
            problems: [{ path: 'EQ-WORDS', message }],
            data: null,
          });
        }
      expect(await recorded(stage)).toBe(before);
      expect(await stage.post('exp_02', `/reco/v1/calls/${entered}/note`, { cid: 'words', note: 'Results are due on Friday.' })).toMatchObject({
        status: true,
      });
    });

    test('a call that never fills lapses, one that is withdrawn is cancelled; both stay visible', async () => {
      const published = stage.market.now().getTime();
      const ltp = stage.market.quote('HDFCBANK')!.ltp;
      const { tick } = stage.market.instrument('HDFCBANK')!;
      const far = (pct: number) => ({ entry_mode: 'limit' as const, entry_low: snapToTick(ltp * pct, tick), entry_high: snapToTick(ltp * pct, tick) });
      const intraday = await publish(stage, 'exp_01', soundDraft(stage, 'HDFCBANK', { ...INTRADAY, ...far(0.9955) }, { target: 3, stop: 1.5 }));
      const cancelled = await publish(stage, 'exp_02', soundDraft(stage, 'HDFCBANK', far(0.982)));
      await stage.post('exp_02', `/reco/v1/calls/${cancelled}/exit`, { cid: 'c', reason: 'The setup is gone before any entry.' });
      await stage.goTo('2026-11-20T09:30:00.000Z');
      const status = (await stage.get('exp_01', `/reco/v1/calls/${intraday}`)).data.status;
      // The low of the day decides; either way it is over at 15:10.
      const bars = await stage.market.bars('HDFCBANK', new Date(published + 60_000), new Date('2026-11-20T09:15:00.000Z'));
      const touched = bars.some((bar) => bar.l <= snapToTick(ltp * 0.9955, tick));
      if (!touched) expect(status).toBe('lapsed');
      else expect(status).not.toBe('lapsed');
      await stage.goTo('2026-11-20T09:41:00.000Z');
      const past = (await stage.get('exp_02', '/reco/v1/mine?tab=cancelled')).data.items;
      expect(past.map((call: { id: string; status: string }) => [call.id, call.status])).toEqual([[cancelled, 'cancelled']]);
      expect((await stage.get('exp_01', `/reco/v1/calls/${intraday}`)).data.status).not.toMatch(/awaiting_entry|active/);
    });
  });

  describe('a suspended author', () => {
    onStage();

    test('an expert who is suspended, or under review: calls are frozen for the author and still judged', async () => {
      const reviewed = await publish(stage, 'exp_02', soundDraft(stage, 'TCS', {}, { target: 19, stop: 9 }));
      stage.experts.set('exp_02', { ...stage.experts.get('exp_02')!, status: 'pending', verified: false });
      const id = await publish(stage, 'exp_01', soundDraft(stage, 'INFY', {}, { target: 19, stop: 9 }));
      stage.experts.set('exp_01', { ...stage.experts.get('exp_01')!, status: 'suspended', verified: false });
      await stage.goTo('2026-11-20T05:00:10.000Z');
      for (const frozen of [id, reviewed]) expect((await stage.get('usr_pro', `/reco/v1/calls/${frozen}`)).data).toMatchObject({ status: 'suspended_open' });
    });

    test('a frozen call is none that sentiment counts; before it was frozen, and once its author may publish again, it is', async () => {
      const before = new Date('2026-11-20T05:00:05.000Z');
      expect(await stage.performance.openCallsOf('INFY')).toEqual([]);
      expect(await stage.performance.openCallsOf('INFY', before)).toMatchObject([{ expert_id: 'exp_01' }]);
      expect((await stage.performance.openCallsByStock(stage.market.now())).get('INFY')).toBeUndefined();
      expect((await stage.performance.openCallsByStock(before)).get('INFY')).toHaveLength(1);
      stage.experts.set('exp_01', { ...stage.experts.get('exp_01')!, status: 'verified', verified: true });
      // Experts are looked at once a minute.
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
      await stage.goTo('2026-11-20T05:00:20.000Z');
      clock.mockRestore();
      expect(await stage.performance.openCallsOf('INFY')).toMatchObject([{ expert_id: 'exp_01' }]);
    });
  });

  describe('who sees what', () => {
    const terms = { intraday: 'SBIN', shortTerm: 'INFY', mediumTerm: 'TITAN', longTerm: 'ITC' } as const;
    onStage({}, async () => {
      await publish(stage, 'exp_01', soundDraft(stage, 'SBIN', INTRADAY, { target: 5, stop: 2.5 }));
      await publish(stage, 'exp_01', soundDraft(stage, 'TITAN', MEDIUM, { target: 20, stop: 9 }));
      await publish(stage, 'exp_01', soundDraft(stage, 'INFY'));
      await publish(stage, 'exp_01', soundDraft(stage, 'ITC', LONG, { target: 40, stop: 15 }));
      // Before the next morning nobody is told by a number that something was published.
      for (const who of ['', 'usr_free', 'usr_lite'])
        expect((await stage.get(who, '/reco/v1/calls?view=live')).data).toMatchObject({ locked: [], locked_count: 0 });
      expect((await stage.get('', '/reco/v1/public')).data.live_count).toBe(0);
    });

    test('a list keeps the order of the moment it began at; a moment that is none is refused with code and sentence', async () => {
      const began = (await stage.get('usr_pro', '/reco/v1/calls?view=live')).data;
      expect((await stage.get('usr_pro', `/reco/v1/calls?view=live&order_at=${began.as_of}`)).data.items).toEqual(began.items);
      for (const list of ['calls?view=live&', 'calls?view=past&', 'mine?']) {
        const answer = await stage.get('usr_pro', `/reco/v1/${list}order_at=yesterday`);
        expect(answer, list).toMatchObject({ http: 400, status: false, code: 'BAD_REQUEST', data: null });
        expect(JSON.parse(answer.text).problems, list).toEqual([{ path: 'order_at', message: 'Write a UTC time such as 2026-11-20T05:00:00.000Z' }]);
      }
    });

    const NO_PLAN = ['Pro', 'Lite', 'Premium', 'Premium'];
    test.each<[string, string, (keyof typeof terms)[], readonly string[]]>([
      ['', 'localhost', [], []],
      // The week's pick is the first call that is not intraday: chosen by date. It counts among those of its term that were live.
      ['usr_free', 'localhost', ['mediumTerm'], NO_PLAN],
      // A plan takes nothing away.
      ['usr_lite', 'localhost', ['shortTerm', 'mediumTerm'], ['Pro', 'Premium', 'Premium']],
      ['usr_premium', 'localhost', ['shortTerm', 'mediumTerm', 'longTerm'], ['Pro']],
      // Until the PAN is there a plan that was bought opens no more than an account has without.
      ['usr_waits', 'localhost', ['mediumTerm'], NO_PLAN],
      ['usr_pro', 'localhost', ['intraday', 'shortTerm', 'mediumTerm', 'longTerm'], []],
      ['usr_admin', 'localhost', ['intraday', 'shortTerm', 'mediumTerm', 'longTerm'], []],
      // Their author is told the same numbers as everyone else without a plan.
      ['exp_01', 'localhost', ['intraday', 'shortTerm', 'mediumTerm', 'longTerm'], NO_PLAN],
      ['exp_02', 'localhost', ['mediumTerm'], NO_PLAN],
      // A customer of a broker without plans reads no name of one.
      ['usr_free', 'neem.localhost', ['shortTerm', 'mediumTerm', 'longTerm'], ['']],
      ['usr_free', 'garnet.localhost', ['mediumTerm'], NO_PLAN],
      ['', 'neem.localhost', [], []],
    ])('live: %s on %s sees %j', async (who, host, seen, plans) => {
      await dateBack(stage, 1);
      const { data, text } = await stage.get(who, '/reco/v1/calls?view=live', host);
      await dateBack(stage, -1);
      expect(data.items.map((call: { term: string }) => call.term).sort()).toEqual([...seen].sort());
      expect(data.total).toBe(seen.length);
      // Visitors aren't told of fewer than five.
      expect(data.locked_count).toBe(plans.length);
      const locked: LockedCalls[] = data.locked;
      expect(locked.reduce((sum, { count }) => sum + count, 0)).toBe(data.locked_count);
      expect(locked.map(({ cheapest_plan }) => cheapest_plan).toSorted()).toEqual(plans.toSorted());
      // What is hidden is absent: neither symbol nor level nor author stands anywhere in the answer.
      for (const [term, symbol] of Object.entries(terms)) {
        if (seen.includes(term as keyof typeof terms)) continue;
        const row = await stage.db.selectFrom('calls').selectAll().where('stock', '=', symbol).executeTakeFirstOrThrow();
        for (const secret of [symbol, row.stock_name, row.id, String(row.target_price), String(row.stop_loss), row.hash]) expect(text).not.toContain(secret);
        for (const path of ['', '/proof']) {
          const today = await stage.get(who, `/reco/v1/calls/${row.id}${path}`, host);
          await dateBack(stage, 1);
          const refused = await stage.get(who, `/reco/v1/calls/${row.id}${path}`, host);
          await dateBack(stage, -1);
          // A visitor's list counts none as locked, and nobody's a call of today: to them it is as unknown as any id.
          const unknown = await stage.get(who, `/reco/v1/calls/NOSUCH${path}`, host);
          const waits = who === 'usr_waits' && term !== 'intraday';
          const why = waits
            ? { code: 'KYC_GATE', validation: 'Give your PAN to open your plan’s calls.' }
            : { code: 'NOT_ENTITLED', validation: 'Your plan does not include this.' };
          const locked = { http: 403, status: false, ...why, data: null };
          const { http, code, validation, data } = unknown;
          expect(refused, who).toMatchObject(who === '' ? { http, code, validation, data } : locked);
          expect(today, who).toMatchObject({ http, code, validation, data });
          for (const secret of [symbol, row.stock_name, String(row.target_price), 'exp_01']) expect(refused.text).not.toContain(secret);
        }
      }
    });

    test('a change is told within a beat to every socket that may see the call, and nothing to others', async () => {
      const pass = (ms: number) => stage.goTo(new Date(stage.market.now().getTime() + ms).toISOString());
      const port = await stage.platform.listen(0);
      // Entries are filled before anybody listens.
      await pass(10_000);
      const told: string[] = [];
      const sockets = await Promise.all(
        [
          ['', 'localhost'],
          ['usr_free', 'localhost'],
          ['usr_lite', 'localhost'],
          ['usr_pro', 'localhost'],
          ['usr_waits', 'localhost'],
          ['exp_01', 'localhost'],
          ['usr_free', 'neem.localhost'],
          ['usr_free', 'garnet.localhost'],
        ].map(async ([token, host]) => {
          const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false, extraHeaders: { host: host! }, auth: { token } });
          await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
          return socket.onAny((event, payload) => told.push(`${token}@${host} ${event} ${JSON.stringify(payload)}`));
        }),
      );
      const change = async (stock: string) => {
        const { id, status } = await stage.db.selectFrom('calls').select(['id', 'status']).where('stock', '=', stock).executeTakeFirstOrThrow();
        const noted = await stage.post('exp_01', `/reco/v1/calls/${id}/note`, { cid: `told-${stock}`, note: 'Still in line with the thesis.' });
        expect(noted.validation).toBe('');
        return `call:changed ${JSON.stringify({ id, status })}`;
      };
      const [intraday, long] = [await change('SBIN'), await change('ITC')];
      await pass(1000);
      await expect.poll(() => told.length).toBeGreaterThanOrEqual(5);
      // What was sent before an answer has arrived before it.
      await Promise.all(sockets.map((socket) => socket.emitWithAck('market:watch', {})));
      for (const socket of sockets) socket.disconnect();
      expect(told.toSorted()).toEqual(
        [
          `usr_pro@localhost ${intraday}`,
          `exp_01@localhost ${intraday}`,
          `usr_pro@localhost ${long}`,
          `exp_01@localhost ${long}`,
          `usr_free@neem.localhost ${long}`,
        ].toSorted(),
      );
    });

    test('filters narrow what is seen; locked counts do not tell which stock has a call', async () => {
      const list = async (query: string) => (await stage.get('usr_premium', `/reco/v1/calls?${query}`)).data;
      expect((await list('stock=INFY')).items).toHaveLength(1);
      expect((await list('stocks=INFY,TITAN,SBIN')).items.map((call: { stock: string }) => call.stock).toSorted()).toEqual(['INFY', 'TITAN']);
      for (const bad of ['stocks=', 'stocks=INFY,', 'stocks=infy', `stocks=${Array.from({ length: 51 }, (_, n) => `S${n}`)}`])
        expect(await stage.get('usr_premium', `/reco/v1/calls?${bad}`), bad).toMatchObject({ http: 400 });
      expect((await list('sector=Consumer')).items.map((call: { stock: string }) => call.stock)).toEqual(['TITAN']);
      expect((await list('term=longTerm')).items.map((call: { stock: string }) => call.stock)).toEqual(['ITC']);
      expect((await list('call_type=Sell')).items).toEqual([]);
      expect((await list('user_id=exp_02')).items).toEqual([]);
      expect((await list('cap=small')).items).toEqual([]);
      expect((await list('period=1W')).items).toHaveLength(3);
      await dateBack(stage, 1);
      const counts = await Promise.all(
        ['SBIN', 'INFY', 'WIPRO'].map(async (stock) => (await list(`${stock === 'WIPRO' ? 'stocks' : 'stock'}=${stock}`)).locked_count),
      );
      await dateBack(stage, -1);
      expect(counts).toEqual([1, 1, 1]);
      expect((await stage.get('usr_premium', '/reco/v1/calls?cursor=nonsense')).problems).toMatchObject([{ path: 'cursor' }]);
      expect((await stage.get('usr_premium', '/reco/v1/calls?term=weekly')).http).toBe(400);
    });

    test('following: lists of followed experts, for the caller alone', async () => {
      expect(await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_01', on: true })).toMatchObject({ data: { following: true } });
      await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_01', on: true });
      expect(await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_99', on: true })).toMatchObject({ http: 404 });
      expect((await stage.get('usr_pro', '/reco/v1/mine')).data.items).toHaveLength(4);
      expect((await stage.get('usr_premium', '/reco/v1/mine')).data.items).toHaveLength(0);
      expect((await stage.get('usr_pro', '/reco/v1/calls?followed=1')).data.items).toHaveLength(4);
      expect((await stage.get('', '/reco/v1/calls?followed=1')).http).toBe(401);
      const following = async (who: string) =>
        (await stage.get(who, '/reco/v1/experts')).data.map((card: { user_id: string; following: boolean }) => [card.user_id, card.following]).sort();
      expect(await following('usr_pro')).toEqual([
        ['exp_01', true],
        ['exp_02', false],
      ]);
      expect((await stage.post('exp_01', '/reco/v1/calls/check', soundDraft(stage, 'WIPRO'))).data).toMatchObject({ recipients: 1, publishable: true });
      await stage.post('usr_pro', '/reco/v1/follow', { user_id: 'exp_01', on: false });
      expect((await stage.get('usr_pro', '/reco/v1/mine')).data.items).toHaveLength(0);
    });

    test('whom one follows stands in the copy of one’s data, and an erased account follows nobody', async () => {
      const kept = stage.personalData.find(({ name }) => name === 'follows')!;
      for (const who of ['usr_pro', 'usr_premium']) await stage.post(who, '/reco/v1/follow', { user_id: 'exp_01', on: true });
      expect(await kept.of('usr_pro')).toEqual([{ expert_id: 'exp_01', since: expect.any(Date) }]);
      await stage.platform.transaction((tx) => kept.erase(tx, 'usr_pro'));
      expect([await kept.of('usr_pro'), await kept.of('usr_premium')]).toMatchObject([[], [{ expert_id: 'exp_01' }]]);
      await stage.post('usr_premium', '/reco/v1/follow', { user_id: 'exp_01', on: false });
    });

    test('other features read open calls, now and as they were', async () => {
      expect(await stage.performance.openCallsOf('INFY')).toMatchObject([{ call_type: 'Buy', term: 'shortTerm', expert_id: 'exp_01', score: null }]);
      expect(await stage.performance.openCallsOf('INFY', new Date('2026-11-20T04:00:00.000Z'))).toEqual([]);
      await stage.goTo('2026-11-20T09:45:00.000Z');
      expect(await stage.performance.openCallsOf('SBIN')).toEqual([]);
      const hasOpen = (authors: string[], stocks: string[]) => stage.calls.hasOpenCall(stage.platform.db, authors, stocks);
      expect(await hasOpen(['exp_01'], ['SBIN'])).toBe(false);
      expect([await hasOpen(['exp_02', 'exp_01'], ['OLD', 'INFY']), await hasOpen(['exp_99'], ['INFY'])]).toEqual([true, false]);
      expect(await stage.performance.openCallsOf('SBIN', new Date('2026-11-20T05:00:00.000Z'))).toHaveLength(1);
      // One read for all stocks says the same of each.
      for (const at of ['2026-11-20T04:00:00.000Z', '2026-11-20T05:00:00.000Z', '2026-11-20T09:45:00.000Z']) {
        const byStock = await stage.performance.openCallsByStock(new Date(at));
        for (const symbol of ['INFY', 'SBIN', 'TITAN', 'ITC', 'TCS'])
          expect(byStock.get(symbol) ?? [], `${symbol} at ${at}`).toEqual(await stage.performance.openCallsOf(symbol, new Date(at)));
      }
    });

    test('figures: few closed calls are not summarised, and a sentence says so', async () => {
      await stage.goTo('2026-11-20T09:45:00.000Z');
      const { data } = await stage.get('usr_lite', '/reco/v1/performance?user_id=exp_01');
      // The end of today is not told by a figure to who is not told of it.
      expect((await stage.get('', '/reco/v1/performance?user_id=exp_01')).data.metrics).toMatchObject({ n: 0 });
      expect((await stage.get('', '/reco/v1/public')).data).toMatchObject({ closed_count: 0 });
      expect(data).toMatchObject({
        allowed: true,
        mode: 'demo',
        method_version: 'equity-2',
        note: '1 closed call — too few to summarise. See each call.',
      });
      expect(data.metrics).toMatchObject({ n: 1, hit_rate: null, score: null, stars: null });
    });

    test('ended calls: at once for plans, the next trading day for registered users, after the lag for visitors', async () => {
      await stage.goTo('2026-11-20T09:45:00.000Z');
      const sees = async (who: string) => (await stage.get(who, '/reco/v1/calls?view=past')).data.items.map((call: { stock: string }) => call.stock);
      expect([await sees(''), await sees('usr_free'), await sees('usr_lite'), await sees('exp_01')]).toEqual([[], [], ['SBIN'], ['SBIN']]);
      // What was live in the morning stays counted when it ends, also for who may read the end: the number is of the morning.
      await dateBack(stage, 1);
      const locked = async (who: string) =>
        (await stage.get(who, '/reco/v1/calls?view=live')).data.locked.map(({ term, count }: LockedCalls) => `${count} ${term}`).toSorted();
      expect(await locked('usr_free')).toEqual(['1 intraday', '1 longTerm', '1 mediumTerm', '1 shortTerm']);
      expect(await locked('exp_01')).toEqual(await locked('usr_free'));
      expect(await locked('usr_lite')).toEqual(['1 intraday', '1 longTerm', '1 mediumTerm']);
      expect(await locked('usr_premium')).toEqual(['1 intraday']);
      await dateBack(stage, -1);
      await stage.goTo('2026-11-22T06:00:00.000Z');
      expect([await sees(''), await sees('usr_free')]).toEqual([[], []]);
      expect(await stage.calls.publicCallsOf('SBIN')).toEqual([]);
      await stage.goTo('2026-11-23T03:00:00.000Z');
      const seen = await sees('usr_free');
      expect(seen).toContain('SBIN');
      expect(await sees('')).toEqual(seen);
      // Other features read of it what visitors may: neither level nor author.
      expect(Object.keys((await stage.calls.publicCallsOf('SBIN'))[0]!).toSorted()).toEqual(['call_type', 'ended_at', 'published_at', 'status']);
      // Past calls stand by their end, whenever they were published.
      const ends = (await stage.get('usr_lite', '/reco/v1/calls?view=past')).data.items.map((call: { ended_at: string }) => call.ended_at);
      expect(ends).toEqual(ends.filter(Boolean).toSorted().toReversed());
      const view = (await stage.get('', '/reco/v1/public')).data;
      expect(view.closed.map((call: { stock: string }) => call.stock)).toContain('SBIN');
      expect(view).toMatchObject({ perf_mode: 'demo', ledger: { trading_date: '2026-11-20' } });
    });

    test('a visitor’s first view is gathered once a day for each partner: a publication, a note and an end cost the next visitor nothing', async () => {
      const asked = vi.spyOn(stage.platform.db, 'selectFrom');
      const hosts = ['localhost', 'neem.localhost', 'garnet.localhost'];
      const visit = async () => {
        const queries: number[] = [];
        for (const host of hosts) {
          const before = asked.mock.calls.length;
          expect((await stage.get('', '/reco/v1/public', host)).status).toBe(true);
          queries.push(asked.mock.calls.length - before);
        }
        return queries;
      };
      const later = (ms: number) => stage.goTo(new Date(stage.market.now().getTime() + ms).toISOString());
      await later(86_400_000);
      // The engine stores how far it came once a minute.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
      await later(1000);
      vi.useRealTimers();
      const first = await visit();
      const usual = await visit();
      expect(usual.every((count, at) => count < first[at]!)).toBe(true);
      expect(await visit()).toEqual(usual);

      const far = snapToTick(stage.market.quote('WIPRO')!.ltp * 0.985, stage.market.instrument('WIPRO')!.tick);
      const id = await publish(stage, 'exp_01', soundDraft(stage, 'WIPRO', { entry_mode: 'limit', entry_low: far, entry_high: far }));
      expect(await visit()).toEqual(usual);
      expect(await stage.post('exp_01', `/reco/v1/calls/${id}/note`, { cid: 'seen-note', note: 'Results are due on Friday.' })).toMatchObject({ status: true });
      expect(await visit()).toEqual(usual);
      const exit = { cid: 'seen-end', reason: 'The price ran away from the entry.' };
      expect((await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, exit)).data.status).toBe('cancelled');
      expect(await visit()).toEqual(usual);

      // A new day is gathered anew, and the root of the day before is shown without.
      await stage.goTo('2026-11-26T04:00:00.000Z');
      expect(await visit()).toEqual(first.map((count) => expect.toSatisfy((queries: number) => queries >= count)));
      asked.mockRestore();
    });

    test('what changes a call that visitors see is in the first view at once, as is the day’s root', async () => {
      const view = async () => (await stage.get('', '/reco/v1/public')).data;
      const { closed, ledger } = await view();
      expect(ledger.trading_date).toBe('2026-11-25');
      const own = closed.find((call: { expert: { user_id: string } }) => call.expert.user_id === 'exp_01');
      const noted = await stage.post('exp_01', `/reco/v1/calls/${own.id}/note`, { cid: 'after', note: 'What the result taught us is written here.' });
      expect((await view()).closed.find((call: { id: string }) => call.id === own.id)).toMatchObject({ hash: noted.data.hash });
      await stage.goTo('2026-11-26T13:30:00.000Z');
      expect((await view()).ledger.trading_date).toBe('2026-11-26');
    });
  });

  describe('figures count what their reader may read', () => {
    onStage({}, async () => {
      // The first of the week is its free one, which free members read at once.
      for (const [stock, author] of [
        ['INFY', 'exp_01'],
        ['TITAN', 'exp_01'],
        ['TCS', 'exp_02'],
      ] as const)
        await publish(stage, author, soundDraft(stage, stock, {}, { target: 19, stop: 9 }));
      await stage.goTo('2026-11-20T05:10:00.000Z');
      for (const { id, expert_id } of await stage.db.selectFrom('calls').select(['id', 'expert_id']).execute())
        await stage.post(expert_id, `/reco/v1/calls/${id}/exit`, { cid: `out-${id}`, reason: 'Capital is better used elsewhere.' });
    });

    test.each([
      ['on the day', '2026-11-20T09:45:00.000Z', [0, 1, 3]],
      ['on the Saturday after', '2026-11-21T06:00:00.000Z', [0, 1, 3]],
      ['on the Sunday', '2026-11-22T06:00:00.000Z', [0, 1, 3]],
      ['before the next session', '2026-11-23T03:00:00.000Z', [3, 3, 3]],
    ])('%s', async (_when, at, counts) => {
      await stage.goTo(at);
      const listed = async (who: string, whose: string) => (await stage.get(who, `/reco/v1/calls?view=past&period=1W${whose}`)).data.total;
      const counted = async (who: string, whose: string) => (await stage.get(who, `/reco/v1/performance?period=1W${whose}`)).data.metrics.n;
      expect(await Promise.all(['', 'usr_free', 'usr_lite'].map((who) => counted(who, '')))).toEqual(counts);
      for (const who of ['', 'usr_free', 'usr_lite', 'usr_pro', 'exp_01', 'exp_02', 'exp_noplan'])
        for (const whose of ['', '&user_id=exp_01', '&user_id=exp_02'])
          expect([who, whose, await counted(who, whose)]).toEqual([who, whose, await listed(who, whose)]);
      const view = (await stage.get('', '/reco/v1/public')).data;
      expect(view.closed.every(({ ended_at }: { ended_at: string }) => istDay(new Date(ended_at)) <= view.closed_until)).toBe(true);
      expect(view.comes_next).toEqual(
        counts[0] === 0 ? { ended_on: '2026-11-20', appears_on: '2026-11-23' } : { ended_on: '2026-11-23', appears_on: '2026-11-25' },
      );
      expect([view.closed.length, view.closed_count, view.outcome.exited]).toEqual([counts[0], counts[0], counts[0]]);
    });
  });

  describe.each([
    ['demo', {}],
    ['client_request', { PERF_POLICY: 'client_request' }],
  ] as const)('results of the calls that ended last, under the policy %s', (policy, settings) => {
    onStage({ limits: { open: 20, perDay: 20 }, settings }, async () => {
      for (const author of ['exp_01', 'exp_02'])
        for (const stock of ['INFY', 'TITAN', 'TCS', 'SBIN', 'WIPRO']) await publish(stage, author, soundDraft(stage, stock, {}, { target: 19, stop: 9 }));
      await stage.goTo('2026-11-20T05:10:00.000Z');
      for (const { id, expert_id } of await stage.db.selectFrom('calls').select(['id', 'expert_id']).execute())
        await stage.post(expert_id, `/reco/v1/calls/${id}/exit`, { cid: `out-${id}`, reason: 'Capital is better used elsewhere.' });
    });

    test('stand in the first view when their calls do, and only where figures are allowed', async () => {
      const view = async () => (await stage.get('', '/reco/v1/public')).data;
      expect((await view()).results).toBeNull();
      await stage.goTo('2026-11-23T03:00:00.000Z');
      const { results, closed, hero } = await view();
      // A Buy that has ended, with all that a closed call shows; it stands there without figures too.
      expect(hero).toMatchObject({ call_type: 'Buy', status: 'exited', realised_return: expect.any(Number) });
      if (policy !== 'demo') return expect(results).toBeNull();
      expect(closed).toHaveLength(6);
      expect(results).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
      // Left after ten minutes, near their entries: chance has hardly moved, so it makes as many of them gain.
      expect(Math.abs(results.by_chance - results.gained)).toBeLessThanOrEqual(1);
      // Of all ten, what rows of the list show: a follower's result after costs.
      const { items } = (await stage.get('', '/reco/v1/calls?view=past&period=1W&limit=50')).data;
      const made = items.map((call: Call) => madeOf(call, null)) as number[];
      expect(made).toHaveLength(10);
      expect([results.gained, results.lost]).toEqual([made.filter((each) => each > 0).length, made.filter((each) => each <= 0).length]);
      const mean = made.reduce((sum, each) => sum + each, 0) / made.length;
      expect(Math.abs(results.average - mean)).toBeLessThan(0.0051);
      // The parts are rounded each, and say the same.
      expect(((results.avg_gain ?? 0) * results.gained + (results.avg_loss ?? 0) * results.lost) / made.length).toBeCloseTo(mean, 1);
      const { metrics } = (await stage.get('', '/reco/v1/performance?period=1W')).data;
      expect(results.average, 'what stands on record is before costs').toBeLessThan(metrics.avg_return);
    });

    test('experts stand there with the last day of their registration', async () => {
      for (const expert of (await stage.get('', '/reco/v1/public')).data.experts) expect(expert.valid_to).toMatch(/^20\d\d-\d\d-\d\d$/);
    });
  });

  describe('a site that may not show past performance', () => {
    onStage({ settings: { PERF_POLICY: 'client_request' } });

    // Counts of one status beside the count of all are a hit rate, and the best first is a list of winners.
    test.each([
      ['', '/reco/v1/calls?view=past&status=target_hit'],
      ['usr_premium', '/reco/v1/calls?view=past&status=sl_hit&limit=1'],
      ['exp_02', '/reco/v1/calls?view=past&sort=result'],
      ['usr_premium', '/reco/v1/mine?tab=closed&status=target_hit'],
      ['usr_premium', '/reco/v1/mine?tab=cancelled&sort=result'],
    ])('%s can’t ask %s', async (who, path) => {
      expect(await stage.get(who, path)).toMatchObject({ http: 403, status: false, code: 'PERF_NOT_ALLOWED' });
    });

    test('past calls are dated records there, and lists say that they have no order by result', async () => {
      expect((await stage.get('', '/reco/v1/calls?view=past')).data).toMatchObject({ items: [], by_result: false });
      expect((await stage.get('usr_premium', '/reco/v1/mine?tab=closed')).data).toMatchObject({ by_result: false });
      expect(await stage.get('usr_premium', '/reco/v1/calls?view=live&status=active')).toMatchObject({ http: 200, status: true });
    });

    test('experts see all of their own', async () => {
      expect((await stage.get('exp_01', '/reco/v1/mine?tab=closed&status=target_hit&sort=result')).data).toMatchObject({ by_result: true });
    });

    test('nobody counts closed calls by how they ended', async () => {
      for (const query of ['rows=status', 'rows=term&columns=status', 'rows=term&status=target_hit'])
        expect(await stage.get('usr_pro', `/reco/v1/categorised?view=closed&${query}`)).toMatchObject({ http: 400, status: false });
      expect(await stage.get('usr_pro', '/reco/v1/categorised?view=closed&rows=term')).toMatchObject({ http: 200, status: true });
    });
  });

  describe('the record', () => {
    onStage({}, async () => {
      for (const stock of ['INFY', 'SBIN', 'TITAN']) await publish(stage, 'exp_01', soundDraft(stage, stock));
      await publish(stage, 'exp_02', soundDraft(stage, 'INFY'));
      await stage.goTo('2026-11-23T13:20:00.000Z');
    });

    test('a proof is checked by the browser’s own code, up to the signed roots of the days', async () => {
      const ids = (await stage.get('exp_01', '/reco/v1/mine?tab=open')).data.items.map((call: { id: string }) => call.id);
      const ledger = (await stage.get('', '/reco/v1/ledger')).data;
      expect(ledger.roots.map((root: { trading_date: string }) => root.trading_date)).toEqual(['2026-11-20', '2026-11-23']);
      const known = { keys: [ledger.public_key], from: 'of the ledger', roots: ledger.roots };
      for (const id of ids) {
        const proof = (await stage.get('exp_01', `/reco/v1/calls/${id}/proof`)).data;
        expect((await verifyProof(proof, known)).filter((step) => !step.ok)).toEqual([]);
        proof.events[0].canonical = proof.events[0].canonical.replace('"Buy"', '"Sell"');
        expect((await verifyProof(proof, known)).filter((step) => !step.ok).map((step) => step.label)).toEqual(['Each text gives its hash']);
      }
      const file = await stage.platform.app.inject({ url: '/.well-known/vimarsh-ledger.json', headers: { host: 'localhost' } });
      expect(file.json()).toEqual(ledger);
    });

    test.each([
      'update call_events set canonical = canonical',
      'delete from call_events',
      'truncate call_events',
      'update ledger_roots set count = 0',
      'delete from ledger_roots',
    ])('refuses: %s', async (statement) => {
      await expect(sql.raw(statement).execute(stage.db)).rejects.toThrow('append-only');
    });

    test('rows are what the events make of them', async () => {
      const stored = await stage.db.selectFrom('calls').selectAll().orderBy('id').execute();
      const rebuilt = (await stage.ledger.rebuild()).get('equity')!.sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(stored).toHaveLength(4);
      expect(stored).toEqual(rebuilt);
    });
  });
});
