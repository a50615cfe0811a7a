import { createPublicKey, verify } from 'node:crypto';
import { STRATEGIES } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call, CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import type { ExpertRecordPage } from '@vimarsh/shared/contract/experts/types.ts';
import type { OpenedReceipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { type FieldPath, fieldName, fieldsOf, withAltered } from '@vimarsh/shared/domain/calls/altered-fields.testing.ts';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { shownStep } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { canonicalJson, type EventBody, hashRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import { NOT_CHECKED_FIELDS } from '@vimarsh/shared/domain/calls/not-in-record.testing.ts';
import { quotesStep } from '@vimarsh/shared/domain/calls/options/quotes-step.ts';
import { reasonsProblems } from '@vimarsh/shared/domain/calls/publishing/reasons.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import type { PublicLog } from '@vimarsh/shared/domain/calls/verify-receipt.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { DEMO_EPOCH } from '@vimarsh/shared/domain/market/demo.ts';
import { rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { compared, computedApart, type ExportedRecord, exportedCall } from '@vimarsh/shared/domain/performance/independent.testing.ts';
import { forbiddenWords } from '@vimarsh/shared/domain/text/forbidden-words.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAll, checkLog, tilesOf } from '../../../verify/src/export.ts';
import type { ExpertRecord } from '../../identity/index.ts';
import { databases } from '../../platform/testing.ts';
import { viewCall } from '../equity/call-view.ts';
import type { CallRow } from '../equity/tables.ts';
import { optionsTables as optionTables } from '../options/tables.ts';
import { openStage, type Stage } from '../testing.ts';
import { alteredElsewhere, type Export, exportOf, verifiedElsewhere, verifiedWithPrices } from './export.testing.ts';

/** The demo's experts as identity names them: what a seed needs is their id and skill. */
const SKILLS = [
  'swing_large_cap',
  'intraday_momentum',
  'value',
  'banks',
  'pharma',
  'inactive',
  'small_cap',
  'quality',
  'contrarian',
  'index_options',
  'straddles',
  'new',
  'none',
  'none',
  'expiring',
  'suspended',
];
const AUTHORS = SKILLS.map((skill_key, index): ExpertRecord => {
  const number = String(index + 1).padStart(2, '0');
  const status = skill_key === 'suspended' ? 'suspended' : skill_key === 'none' ? 'pending' : 'verified';
  return {
    user_id: `exp_${number}`,
    full_name: `Expert ${number}`,
    profession: 'Analyst',
    picture: '',
    city: '',
    style: '',
    skill_key,
    reg_no: '',
    status,
    verified: status === 'verified',
    valid_to: '2030-12-31',
  };
});

/**
 * Hash of the root of 18 Nov 2026, the last one within the seeded history, for the default seed and the tests’ key: through the chain of roots it stands
 * for every event before. It changes only when prices, rules, texts or profiles of the demo change; then it is changed here with them.
 */
const PINNED_ROOT = '291504d40f3a99507435b518646cfe76adca99af5068fd7af5ebea864a0e2c92';

const lists = await databases();
/** Programs that check an export never see the database, and what it is written from is compared on each: one is enough for them. */
const PROGRAMS_ON = lists.at(-1);
const roots = new Map<string, string>();

describe.each(lists)('demo history on %s', (database) => {
  let stage: Stage;
  let rows: CallRow[];
  beforeAll(async () => {
    stage = await openStage({ database, start: DEMO_EPOCH, seed: true, authors: AUTHORS });
    rows = await stage.db.selectFrom('calls').selectAll().orderBy('id').execute();
  }, 180_000);
  afterAll(() => stage?.end());
  const events = () => stage.db.selectFrom('call_events').selectAll().orderBy('seq').execute();
  const countOf = (status: CallRow['status']) => rows.filter((row) => row.status === status).length;

  test('at least 400 closed and 40 open equity calls over 24 months, in every term and side', () => {
    const closed = rows.filter((row) => ['target_hit', 'sl_hit', 'exited', 'expired'].includes(row.status));
    expect(closed.length).toBeGreaterThanOrEqual(400);
    expect(rows.filter((row) => row.is_open).length).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map((row) => row.term)).size).toBe(4);
    expect(new Set(rows.map((row) => row.call_type))).toEqual(new Set(['Buy', 'Sell', 'Hold']));
    expect(rows.some(({ published_at }) => istDay(published_at) < '2024-12-15')).toBe(true);
  });

  test('about 150 option calls beside them: every strategy and basis, honest ends, some open at the epoch, and rows that follow from the events', async () => {
    const calls = await optionTables(stage.platform.db).selectFrom('option_calls').selectAll().orderBy('id').execute();
    expect(calls.length).toBeGreaterThan(130);
    expect(calls.length).toBeLessThan(180);
    // Whoever sees some of them learns from their ids neither how many there are nor which came first.
    for (const kind of [calls, rows]) {
      const times = kind.map(({ published_at }) => published_at.getTime());
      const later = times.filter((time, at) => at > 0 && time > times[at - 1]!).length;
      expect(later / times.length).toBeGreaterThan(0.35);
      expect(later / times.length).toBeLessThan(0.65);
    }
    expect(new Set(calls.map(({ strategy }) => strategy))).toEqual(new Set(STRATEGIES));
    expect(new Set(calls.map(({ level_basis }) => level_basis)).size).toBe(3);
    expect(new Set(calls.map(({ underlying_type }) => underlying_type)).size).toBe(2);
    const ends = Map.groupBy(calls, ({ status }) => status);
    for (const status of ['target_hit', 'sl_hit', 'exited', 'expired', 'active'] as const) expect(ends.get(status)?.length ?? 0, status).toBeGreaterThan(4);
    const settled = calls.filter(({ settlement }) => settlement !== null);
    expect(settled.some(({ settlement, underlying_type }) => underlying_type === 'stocks' && settlement!.startsWith('Physically settled'))).toBe(true);
    expect(settled.some(({ settlement, underlying_type }) => underlying_type === 'indices' && settlement!.startsWith('Settled in cash'))).toBe(true);
    const results = calls.filter(({ pnl }) => pnl !== null);
    expect(results.filter(({ pnl }) => pnl! < 0).length).toBeGreaterThan(results.length * 0.35);
    // A follower pays the spread.
    expect(results.filter(({ slippage }) => slippage! > 0).length).toBeGreaterThan(results.length * 0.6);
    const rebuilt = (await stage.ledger.rebuild()).get('options')!.sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(calls).toEqual(rebuilt);
    // A browser decides each fill, decision and end again from the quotes that their events hold.
    const own = Map.groupBy(await events(), ({ call_id }) => call_id);
    for (const { id } of calls) {
      const step = quotesStep(own.get(id)!.map(({ canonical, hash }): RecordedEvent => ({ ...(JSON.parse(canonical) as EventBody), hash })));
      expect(step, id).toMatchObject({ ok: true, detail: expect.stringMatching(/^\d+ judged again from the quotes on record$/) });
    }
  });

  test('each daily root of the made history has its signed head at the address that the format names', async () => {
    const stored = await stage.platform.db.selectFrom('ledger_roots').select('last_seq').orderBy('last_seq').execute();
    const sizes = [...new Set(stored.map(({ last_seq }) => Number(last_seq)))].filter((size) => size > 0);
    expect(sizes.length).toBeGreaterThan(400);
    const { public_key } = await stage.ledger.file();
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' });
    for (const size of sizes) {
      const answer = await stage.platform.app.inject({ url: `/.well-known/vimarsh-log/head/${size}`, headers: { host: 'localhost' } });
      expect(answer.statusCode, `the head of ${size} events`).toBe(200);
      const [origin, told, root, , line] = answer.body.split('\n') as [string, string, string, string, string];
      expect(Number(told)).toBe(size);
      const signature = Buffer.from(line.split(' ').at(-1)!, 'base64').subarray(4);
      expect(verify(null, Buffer.from(`${origin}\n${told}\n${root}\n`), key, signature), `the signature of ${size}`).toBe(true);
    }
  });

  test('the whole check of the record finds nothing, each head among it', async () => {
    expect(await stage.ledger.audit({ page: 1000, pause: async () => undefined })).toBeGreaterThan(0);
  });

  test('honest outcomes: more losses than gains, hit rate between 0.35 and 0.5 at a reward of about twice the risk', () => {
    const results = rows.filter((row) => row.realised_return !== null);
    const hits = results.filter((row) => row.realised_return! > (row.term === 'intraday' ? 0.08 : 0.25)).length / results.length;
    expect(hits).toBeGreaterThan(0.35);
    expect(hits).toBeLessThan(0.5);
    expect(countOf('sl_hit')).toBeGreaterThan(countOf('target_hit'));
  });

  test('the edges of the lifecycle are there: gap through the stop, lapsed, halt, split, tightened, suspended', async () => {
    const all = await events();
    const payloads = all.map((event) => ({ type: event.type, payload: JSON.parse(event.canonical).payload }));
    expect(payloads.filter(({ type, payload }) => type === 'sl_hit' && payload.basis === 'gap').length).toBeGreaterThan(5);
    expect(countOf('lapsed')).toBeGreaterThan(20);
    expect(payloads.filter(({ type, payload }) => type === 'cancelled' && payload.reason === 'Trading halted')).toHaveLength(1);
    expect(payloads.filter(({ type }) => type === 'corp_adjust').map(({ payload }) => payload.action)).toEqual(['split', 'bonus']);
    expect(rows.filter((row) => row.moves > 0).length).toBeGreaterThan(20);
    expect(rows.filter((row) => row.status === 'suspended_open').map((row) => row.expert_id)).toEqual(['exp_16', 'exp_16']);
    expect(rows.filter((row) => row.expert_id === 'exp_06').every((row) => istDay(row.published_at) <= '2026-10-05')).toBe(true);
    expect(rows.filter((row) => row.expert_id === 'exp_12').length).toBeLessThan(10);
  });

  test('a call lives through its split with its meaning kept', async () => {
    const adjusted = (await events()).find((event) => event.type === 'corp_adjust')!;
    const row = rows.find(({ id }) => id === adjusted.call_id)!;
    const first = JSON.parse((await events()).find((event) => event.call_id === row.id)!.canonical).payload;
    expect(row.target_price).toBeCloseTo(first.target / 5, 2);
    expect(row.initial_stop_loss).toBeCloseTo(first.stop_loss / 5, 2);
    expect(Math.abs(row.potential_return)).toBeLessThan(150);
  });

  test('every exit is a price of its second, at the level it names, and never better than the market gave', async () => {
    for (const row of rows.filter((item) => item.exit_at !== null && item.status !== 'exited').filter((_, index) => index % 9 === 0)) {
      const [before, after] = await stage.market.bars(row.stock, new Date(row.exit_at!.getTime() - 1000), new Date(row.exit_at!.getTime() + 1000));
      const bar = before && before.end.getTime() === row.exit_at!.getTime() ? before : (after ?? before)!;
      const around = [before, after].filter((item) => item !== undefined);
      expect(Math.min(...around.map((item) => item.l)), row.id).toBeLessThanOrEqual(row.exit_price!);
      expect(Math.max(...around.map((item) => item.h)), row.id).toBeGreaterThanOrEqual(row.exit_price!);
      expect(bar.resolution).toBe('second');
    }
  });

  test('texts are long enough, varied and free of what research must not say', async () => {
    const texts = (await events()).filter((event) => event.type === 'publish').map((event) => JSON.parse(event.canonical).payload.rationale);
    for (const rationale of texts) {
      const { thesis, trigger, risks, kill_criteria } = rationale;
      expect(reasonsProblems(rationale)).toEqual([]);
      expect(forbiddenWords([thesis, trigger, risks, kill_criteria].join('\n'))).toBeNull();
    }
    expect(new Set(texts.map((text) => text.thesis)).size).toBeGreaterThan(texts.length * 0.98);
  });

  test('rows are what the events make of them, proofs hold up to the roots, and there is one free call a week', async () => {
    const rebuilt = (await stage.ledger.rebuild()).get('equity')!.sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(rows).toEqual(rebuilt);
    const { public_key, roots: published } = await stage.ledger.file();
    const author = { user_id: '', full_name: '', profession: 'Analyst', picture: '', verified: true, reg_no: '' } as const;
    const written = Map.groupBy(await events(), ({ call_id }) => call_id);
    for (const [index, row] of rows.entries()) {
      const own = written.get(row.id)!;
      const told = own.map(({ canonical, hash }): RecordedEvent => ({ ...(JSON.parse(canonical) as EventBody), hash }));
      const steps = [shownStep(viewCall(row, { ...author, user_id: row.expert_id }), told), pricesStep(told)];
      // The published roots are hashed anew for each.
      const roots = index % 50 === 0 ? published : null;
      steps.push(...(await verifyProof(await stage.ledger.prove(own, row.expert_id), { keys: [public_key], from: 'of the ledger', roots })));
      expect(
        steps.filter(({ ok }) => !ok),
        row.id,
      ).toEqual([]);
    }
    const picks = rows.filter((row) => row.weekly_pick);
    expect(new Set(picks.map((row) => row.week)).size).toBe(picks.length);
    expect(picks.every((row) => row.term !== 'intraday')).toBe(true);
  });

  // Verifiers never see the database, so one is enough.
  test.runIf(database === 'pglite')(
    'another value in any field of an export is noticed by both verifiers, or the field stands on the published list',
    async () => {
      const own = Map.groupBy(await events(), ({ call_id }) => call_id);
      const optionRows = await optionTables(stage.platform.db)
        .selectFrom('option_calls')
        .selectAll()
        .where('status', '=', 'sl_hit')
        .orderBy('id')
        .limit(1)
        .execute();
      const stopped = rows.filter(({ status }) => status === 'sl_hit').slice(0, 1);
      const written = await exportOf(stage.ledger, stopped, (id) => own.get(id)!, optionRows);
      const genuine: Export = { ...written, receipts: (await stage.ledger.receipts(own.get(stopped[0]!.id)!)).slice(0, 2) };
      const { public_key } = genuine.ledger;
      // Three of hundreds of roots: the first, one under which events are, and the last. All others are like them.
      const last = genuine.ledger.roots.length - 1;
      const used = genuine.ledger.roots.findIndex(({ trading_date }) => trading_date === genuine.calls[0]!.proof.events[0]!.root_date);
      const fields = fieldsOf(genuine).filter(
        ([part, list, at]) => part !== 'ledger' || list !== 'roots' || at === undefined || [0, used, last].includes(at as number),
      );
      const dice = rng(seedOf(Number(process.env.ALTERED_SEED ?? 1), 'altered fields'));
      const drawn = fields
        .map((path) => ({ path, at: dice.next() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, Number(process.env.ALTERED_FIELDS ?? 15));
      const valueAt = (value: unknown, path: FieldPath): unknown => path.reduce((part, name) => (part as Record<string | number, unknown>)[name], value);
      const altered = drawn.map(({ path }) => ({ path, export: withAltered(genuine, path) }));
      const elsewhere = alteredElsewhere(
        genuine,
        public_key,
        altered.map(({ path, export: copy }) => ({ path, value: valueAt(copy, path) })),
      );
      const inNode = async (value: Export): Promise<string | null> => {
        const log: PublicLog = {
          ...{ keys: [public_key], from: 'of the ledger', ledger: value.ledger, checkpoint: value.checkpoint, now: null },
          readTile: tilesOf(Buffer.from(value.leaves, 'base64')),
        };
        try {
          const steps = [...(await checkLog(log, null)), ...(await checkAll(value, log)).flatMap((failed) => failed.steps)];
          return steps.find(({ ok }) => !ok)?.label ?? null;
        } catch (error) {
          return String(error);
        }
      };
      expect([elsewhere[0], await inNode(genuine)]).toEqual([null, null]);
      const holes = new Map<string, string>();
      for (const [at, { path, export: copy }] of altered.entries()) {
        const missed = [...(elsewhere[at + 1] === null ? ['verify.py'] : []), ...((await inNode(copy)) === null ? ['@vimarsh/verify'] : [])];
        const name = fieldName(path);
        if (missed.length > 0 && !(name in NOT_CHECKED_FIELDS)) holes.set(name, missed.join(', '));
      }
      console.log(`${altered.length} fields of an export altered, one at a time`);
      expect(Object.fromEntries(holes)).toEqual({});
    },
    1_800_000,
  );

  test.runIf(database === PROGRAMS_ON)(
    'a program in another language, written from docs/record-format.md, agrees on every closed call and all of options, and refuses each forgery',
    async () => {
      const own = Map.groupBy(await events(), ({ call_id }) => call_id);
      const optionRows = await optionTables(stage.platform.db).selectFrom('option_calls').selectAll().orderBy('id').execute();
      const written = await exportOf(
        stage.ledger,
        rows.filter((row) => !row.is_open),
        (id) => own.get(id)!,
        optionRows,
      );
      const receipts = (await Promise.all(rows.map((row) => stage.ledger.receipts(own.get(row.id)!)))).flat();
      const genuine: Export = { ...written, receipts };
      expect(optionRows.length).toBeGreaterThan(130);
      const { calls: closed, checkpoint, leaves } = genuine;
      const { public_key } = genuine.ledger;
      expect(verifiedElsewhere(genuine, public_key)).toEqual([`${closed.length} calls hold, ${genuine.ledger.roots.length} roots, one log`]);

      // An option call that lost, told kinder.
      const lost = closed.find(({ shown }) => 'legs' in shown && shown.status === 'sl_hit')!;
      for (const [field, value] of Object.entries({ pnl: 1, slippage: 0, status: 'target_hit', stop_loss: 1, exit_at: null, legs: [] }))
        expect(verifiedElsewhere({ ...genuine, calls: [{ ...lost, shown: { ...lost.shown, [field]: value } }], receipts: [] }, public_key), field).toEqual([
          `call ${lost.shown.id}: the page shows another ${field} than the record gives`,
        ]);

      // Every decision holds what it was made of, and another one is told by it.
      const decisions = closed.flatMap(({ shown, proof }) =>
        proof.events.flatMap(({ n, canonical }) => {
          const { type, payload } = JSON.parse(canonical) as EventBody;
          return 'legs' in shown && type === 'closing' ? [{ shown, proof, n, payload }] : [];
        }),
      );
      expect(decisions.filter(({ payload }) => payload.as === 'sl_hit').length).toBeGreaterThan(40);
      expect(decisions.filter(({ payload }) => !payload.quotes || !payload.underlying)).toEqual([]);
      const quick = decisions.find(({ shown, payload }) => shown.level_basis === 'pnl' && payload.as === 'sl_hit')!;
      const better = structuredClone({ shown: quick.shown, proof: quick.proof });
      const told = better.proof.events.find(({ n }) => n === quick.n)!;
      const flat = quick.shown.legs.map(({ entry }) => ({ bid: entry, ask: entry }));
      Object.assign(told, { canonical: canonicalJson({ ...JSON.parse(told.canonical), payload: { ...quick.payload, quotes: flat } }) });
      expect(verifiedElsewhere({ ...genuine, calls: [better], receipts: [] }, public_key)).toContain(
        `call ${quick.shown.id}: event ${quick.n}: what it was decided by gives another decision`,
      );

      const at = closed.findIndex(({ shown }) => shown.status === 'sl_hit');
      const forged = (change: (copy: Export, call: Export['calls'][number]) => void, key = public_key): string[] => {
        const copy = structuredClone({
          ...genuine,
          calls: [closed[at]!],
          receipts: receipts.filter(({ receipt }) => receipt.call_id === closed[at]!.shown.id),
        });
        change(copy, copy.calls[0]!);
        return verifiedElsewhere(copy, key, checkpoint);
      };
      const other = Buffer.alloc(32, 1).toString('base64url');
      expect(forged(() => undefined, other)).toContain('the ledger’s file names another key than the one you know');
      expect(forged((_, { shown }) => Object.assign(shown, { status: 'target_hit' }))).toEqual([
        `call ${closed[at]!.shown.id}: the page shows another status than the record gives`,
      ]);
      const of = `receipt 1 of call ${closed[at]!.shown.id}: `;
      const promised = (change: Partial<OpenedReceipt['receipt']>) => forged((copy) => void Object.assign(copy.receipts![0]!.receipt, change));
      expect(promised({ root_date: '2026-11-17' })).toContain(`${of}it is not signed with the key`);
      expect(promised({ leaf: 'ab'.repeat(32) })).toContain(`${of}it is of another text`);
      expect(promised({ leaf: 'ab'.repeat(32) }).join()).toContain(`${of}the log has no such entry under the root of`);
      const text = forged((_, { proof }) =>
        Object.assign(proof.events[0]!, { canonical: proof.events[0]!.canonical.replace('"Buy"', '"Hold"').replace('"Sell"', '"Buy"') }),
      );
      expect(text[0]).toContain('event 1: the text does not give the hash');
      const kinder = forged((_, { proof }) => {
        const end = proof.events.at(-1)!;
        Object.assign(end, {
          canonical: end.canonical.replace(/"(low|high)":"(\d+)/g, (_all, name, whole) => `"${name}":"${Number(whole) + (name === 'low' ? 1 : -1)}`),
        });
      });
      expect(kinder.join()).toContain('the price bar gives another sl_hit');
      const cut = forged((copy) => {
        Object.assign(copy, {
          leaves: Buffer.from(leaves, 'base64')
            .subarray(0, -32 * 48)
            .toString('base64'),
        });
        Object.assign(copy.ledger, { roots: copy.ledger.roots.slice(0, -5) });
      });
      expect(cut).toContain('the head you kept is not the head of this log: it was cut or rewritten');
      const backdated = forged((copy, { proof }) => {
        const dates = copy.ledger.roots.map(({ trading_date }) => trading_date);
        Object.assign(proof.events[0]!, { root_date: dates[dates.indexOf(proof.events[0]!.root_date!) + 1] });
      });
      expect(backdated.join()).toContain('event 1: it is dated outside the interval of its root');
    },
    400_000,
  );

  test('every figure of five experts’ pages is what a program in another language makes of their calls as anybody may export them', async () => {
    const experts = ['exp_01', 'exp_02', 'exp_04', 'exp_07', 'exp_09'];
    const periods = ['3M', '1Y', 'ALL'];
    const pages = new Map<string, ExpertRecordPage>();
    const records: ExportedRecord[] = [];
    for (const expert of experts) {
      const calls: Call[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { data } = await stage.get('usr_pro', `/reco/v1/calls?view=past&limit=50&user_id=${expert}${cursor && `&cursor=${cursor}`}`);
        calls.push(...data.items);
        cursor = data.next;
      }
      const all = (await stage.get('usr_pro', `/experts/v1/experts/${expert}?period=ALL`)).data as ExpertRecordPage;
      const rowOf = new Map(all.metrics!.calls.map((row) => [row.id, row]));
      expect([...rowOf.keys()].sort()).toEqual(calls.map(({ id }) => id).sort());
      const exported = await Promise.all(
        calls.map(async (call) => {
          const { events } = (await stage.get('usr_pro', `/reco/v1/calls/${call.id}`)).data as CallDetail;
          const indexAt = (type: string) => (events.find((event) => event.type === type)?.payload.index ?? null) as number | null;
          return exportedCall(call, { entry: indexAt('entry_fill'), exit: indexAt(call.status) }, rowOf.get(call.id));
        }),
      );
      // What followers got is known of nearly every call that was entered.
      const entered = exported.filter(({ entry, exit }) => entry !== null && exit !== null);
      expect(entered.filter(({ follower_exit }) => follower_exit !== null).length).toBeGreaterThan(entered.length * 0.9);
      for (const period of periods) {
        pages.set(`${expert} ${period}`, (await stage.get('usr_pro', `/experts/v1/experts/${expert}?period=${period}`)).data);
        records.push({ today: istDay(stage.market.now()), period, calls: exported });
      }
    }
    const apart = computedApart(records);
    for (const [at, [name, page]] of [...pages].entries()) {
      const { differences, figures } = compared(page.metrics!, apart[at]!);
      expect(differences, name).toEqual([]);
      expect(figures).toBeGreaterThan(40);
    }
    // A number that is off by two hundredths would be found.
    const [page] = [...pages.values()];
    const { record, figures } = page!.metrics!;
    expect(compared({ record: { ...record, lapsed: record.lapsed + 0.02 }, figures }, apart[0]!).differences).toHaveLength(1);
  }, 120_000);

  test.runIf(database === PROGRAMS_ON)(
    'the program of the record fetches the stretches of the feed that filled and ended calls, hashes them and finds the bars in them',
    async () => {
      const own = Map.groupBy(await events(), ({ call_id }) => call_id);
      const closed = rows.filter((row) => !row.is_open);
      const some = closed.filter((_, at) => process.env.ALL_SEGMENTS || at % 40 === 0);
      const genuine = await exportOf(stage.ledger, some, (id) => own.get(id)!);
      const site = `http://127.0.0.1:${await stage.platform.listen(0)}`;
      const { public_key, roots: all } = genuine.ledger;
      expect(await verifiedWithPrices(genuine, public_key, site)).toEqual([
        `${some.length} calls hold, ${all.length} roots, one log, and the prices of the feed are those it shows`,
      ]);
      const other = { ...structuredClone(genuine), calls: [structuredClone(genuine.calls[0]!)] };
      for (const event of other.calls[0]!.proof.events)
        Object.assign(event, { canonical: event.canonical.replace(/"close":"(\d+)\./, (_, whole) => `"close":"${Number(whole) + 1}.`) });
      expect((await verifiedWithPrices(other, public_key, site)).join()).toContain('the stretch of prices has another bar there');
    },
    400_000,
  );

  test('pages of a list follow each other without gap or repetition, in every order', async () => {
    for (const query of ['sort=newest', 'sort=oldest', 'sort=potential', 'sort=result', 'sector=Banks', 'call_type=Sell&term=intraday']) {
      const seen: string[] = [];
      let cursor = '';
      for (let page = 0; page < 40; page++) {
        const { data } = await stage.get('usr_pro', `/reco/v1/calls?view=past&limit=50&${query}${cursor && `&cursor=${cursor}`}`);
        seen.push(...data.items.map((call: { id: string }) => call.id));
        cursor = data.next ?? '';
        if (!cursor) {
          expect(seen.length, query).toBe(data.total);
          break;
        }
      }
      expect(new Set(seen).size, query).toBe(seen.length);
      expect(cursor, query).toBe('');
    }
  });

  test('the engine goes on from the epoch by the same rules, whatever the steps', async () => {
    const head = await stage.db.selectFrom('ledger_head').selectAll().executeTakeFirstOrThrow();
    expect(head.judged_until!.toISOString()).toBe(DEMO_EPOCH);
    await stage.goTo('2026-11-20T13:30:00.000Z');
    const latest = await stage.db.selectFrom('ledger_roots').selectAll().orderBy('trading_date', 'desc').limit(2).execute();
    expect(latest.map((root) => root.trading_date)).toEqual(['2026-11-20', '2026-11-19']);
    for (const row of await stage.db.selectFrom('calls').selectAll().where('is_open', '=', true).execute()) {
      const { expires_at, entry_until, entry } = JSON.parse(row.state) as CallState;
      expect(entry ? expires_at : entry_until, row.id).toBeGreaterThan(istInstant('2026-11-20', '15:40').getTime());
    }
  });

  test('the same seed and key make the same roots on every machine', async () => {
    const seeded = await stage.db.selectFrom('ledger_roots').selectAll().where('trading_date', '<=', '2026-11-18').orderBy('trading_date').execute();
    const last = seeded.at(-1)!;
    expect(last.trading_date).toBe('2026-11-18');
    expect(await hashRoot(last)).toBe(PINNED_ROOT);
    roots.set(database, JSON.stringify(seeded.map(({ merkle_root, prev_root, count }) => [merkle_root, prev_root, count])));
    expect(new Set(roots.values()).size).toBe(1);
  });
});
