import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Alert } from '@vimarsh/shared/contract/alerts/types.ts';
import type { CallDetail, CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import type { Instrument, Quote } from '@vimarsh/shared/contract/market/types.ts';
import type { StockFigures } from '@vimarsh/shared/contract/watchlists/types.ts';
import { shownStep } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import { declareCalendar, NOTHING_DECLARED, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { MONTHS } from '@vimarsh/shared/domain/text/months.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Alerts, createAlerts } from './alerts/index.ts';
import { draftOf, openStage, type Stage } from './calls/testing.ts';
import { checkWhole } from './commands/check-whole.ts';
import { openServerDatabase } from './commands/server-database.ts';
import { createInsights } from './insights/index.ts';
import { fullFile, legacyFile, type SampleRow, udiffFile } from './market/files/sample-files.testing.ts';
import { CalendarStore, type Declaration, isRefused } from './market/index.ts';
import { sampleIsin, securitiesList, securityFile } from './market/instruments/sample-lists.testing.ts';
import { serveMarket } from './market/routes.ts';
import { createPartners } from './partners/index.ts';
import { createLogger } from './platform/log/logging.ts';
import { python } from './platform/testing/python.testing.ts';
import { featureDatabase, freshPlace } from './platform/testing.ts';
import { DAYS, dayOf, PUBLISHED, type ShareStory, STORIES, type Told } from './share-stories.testing.ts';
import { createWatchlists } from './watchlists/index.ts';

const CASES = '../shared/cases/corporate-actions/CF-CA-equities-a.csv';
const SYMBOLS = Object.keys(STORIES);
const storyOf = (symbol: string): ShareStory => STORIES[symbol]!;
/** Shares to which nothing happens: a file has to look like a whole day. */
const OTHERS = Array.from({ length: 40 }, (_, at) => `OTHER${at}`);
const isinOf = (symbol: string, security = 1): string => sampleIsin(100 + [...SYMBOLS, ...OTHERS].indexOf(symbol), security);
/** The ISIN of a company that no list has. */
const OTHER_ISIN = sampleIsin(900);

/** The first sessions of a year, and as many before the publication as a range of 52 weeks needs. */
const PAST = [...tradingDays('2025-05-02', '2025-05-06'), ...tradingDays('2025-10-27', PUBLISHED)];
const LOW = PAST[10]!;
const HIGH = PAST[20]!;

const pastRows = (day: string): SampleRow[] =>
  [...SYMBOLS, ...OTHERS].map((symbol) => {
    const prices = { o: 800, h: day === HIGH ? 1000 : 804, l: day === LOW ? 600 : 796, c: 800, prev: 800 };
    return { symbol, ...prices, volume: 1_000_000, isin: isinOf(symbol) };
  });

/** The rows of all days after the publication: each goes on from the last close. */
function rowsByDay(): ReadonlyMap<string, readonly SampleRow[]> {
  const closes = new Map<string, number>();
  const rowOf = (symbol: string, { p, symbol: name = symbol, series = 'EQ', isin, volume = 1_000_000 }: Told): SampleRow => {
    const prev = closes.get(symbol) ?? 800;
    const [o, h, l, c] = p ?? [prev, prev + 1, prev - 1, prev];
    const own = isin === 'new' ? isinOf(symbol, 2) : isinOf(symbol);
    return { symbol: name, series, o, h, l, c, prev: isin === 'other' ? c : prev, volume, isin: isin === 'other' ? OTHER_ISIN : own };
  };
  return new Map(
    DAYS.map((day) => {
      const told = SYMBOLS.flatMap((symbol) => {
        const story = storyOf(symbol).days[Number(day.slice(8)) as 5];
        if (story === null) return [];
        const rows = [story ?? {}].flat().map((row) => rowOf(symbol, row));
        closes.set(symbol, rows[0]!.c);
        return rows;
      });
      return [day, [...told, ...OTHERS.map((symbol) => rowOf(symbol, {}))]];
    }),
  );
}

/** `04-May-2026` */
const written = (day: string): string => `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`;
/** `04052026` */
const compact = (day: string): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`;

interface ExchangeFile {
  readonly name: string;
  readonly text: string;
}

/** A day's file in one of the exchange's layouts, under the name that it has there. */
function fileOf(day: string, rows: readonly SampleRow[]): ExchangeFile {
  const legacy = `cm${written(day).replaceAll('-', '').toUpperCase()}bhav.csv`;
  if (day <= PUBLISHED) return { name: legacy, text: legacyFile(day, rows) };
  if (day === dayOf(7)) return { name: legacy, text: `\uFEFF${legacyFile(day, rows).replaceAll(',', ' ,').replaceAll('\n', '\r\n')}` };
  if (day === dayOf(8)) return { name: `sec_bhavdata_full_${compact(day)}.csv`, text: fullFile(day, rows) };
  return { name: `BhavCopy_NSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.csv`, text: udiffFile(day, rows) };
}

/** The index rises by a hundred points a day. */
const INDEX_AT = new Map(DAYS.map((day, at) => [day as string, 24_100 + 100 * at]));

/** The day's index closes; of 8 May they never come. */
function indexFile(day: string): ExchangeFile[] {
  const close = INDEX_AT.get(day)!;
  const head =
    'Index Name,Index Date,Open Index Value,High Index Value,Low Index Value,Closing Index Value,Points Change,Change(%),Volume,Turnover (Rs. Cr.),P/E,P/B,Div Yield';
  const rows = [`Nifty 50,${day.split('-').reverse().join('-')},${close - 90},${close + 20},${close - 110},${close},100,.41,250000000,21000.5,22.1,3.4,1.2`];
  return day === dayOf(8) ? [] : [{ name: `ind_close_all_${compact(day)}.csv`, text: `${head}\n${rows.join('\n')}\n` }];
}

/** Lists of the exchange that come on the evening of a day of May. */
function listsOn(date: number): ExchangeFile[] {
  const files: ExchangeFile[] = [];
  const add = (name: string, head: string, lineOf: (story: ShareStory, symbol: string) => readonly string[]): void => {
    const lines = SYMBOLS.flatMap((symbol) => lineOf(storyOf(symbol), symbol));
    if (lines.length > 0) files.push({ name, text: `${[...(head ? [head] : []), ...lines].join('\n')}\n` });
  };
  add(`CF-CA-equities-${dayOf(date)}.csv`, '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE"', ({ actions = [] }, symbol) =>
    actions
      .filter(({ known = 5 }) => known === date)
      .map(({ purpose, face = 10, ex = 6 }) => `"${symbol}","${symbol} Limited","EQ","${purpose}","${face}","${written(dayOf(ex))}"`),
  );
  add('symbolchange.csv', '', ({ renamed }, symbol) =>
    renamed && (renamed.known ?? renamed.from - 1) === date ? [`${symbol} Limited,${symbol},${renamed.to},${written(dayOf(renamed.from)).toUpperCase()}`] : [],
  );
  add('delisted.csv', 'Symbol,Company,Delisted Date,Type', ({ delisted }, symbol) =>
    delisted === date ? [`${symbol},${symbol} Limited,${written(dayOf(delisted))},Voluntary`] : [],
  );
  add('adjustments.csv', 'SYMBOL,EX-DATE,SUBTRACT,MULTIPLY,SOURCE', ({ adjusted }, symbol) =>
    adjusted?.known === date ? [`${symbol},${written(dayOf(adjusted.ex))},${adjusted.subtract},1,NSE/FAOP/71284`] : [],
  );
  const standing = (symbol: string) => STORIES[symbol]?.security?.[date as 6];
  if (SYMBOLS.some(standing)) {
    const shares = [...SYMBOLS.filter(standing), ...OTHERS].map((symbol) => ({ symbol, isin: isinOf(symbol), suspended: standing(symbol) === 'suspended' }));
    files.push({ name: `NSE_CM_security_${compact(dayOf(date))}.csv`, text: securityFile(shares) });
  }
  return files;
}

describe.each(await featureDatabase())('what happens to a share, from the exchange’s files to what is shown (%s)', (database) => {
  let stage: Stage;
  let alerts: Alerts;
  let folder: string;
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let shownAlerts: ReadonlyMap<string, Alert>;
  let shownBelow: ReadonlyMap<string, Alert>;
  let shownRows: ReadonlyMap<string, StockFigures>;
  const ids = new Map<string, string>();
  /** State of a call on an evening, by `SYMBOL date`. */
  const seen = new Map<string, string>();
  /** By the same: the step for which its call waits, and those for which its alerts do. */
  const steps = new Map<string, readonly (string | null)[]>();

  /** Corrects as `--correct` does: a later list calls an action off, a later file has other prices. */
  const take = async (files: readonly ExchangeFile[]): Promise<void> => {
    const into = await mkdtemp(join(folder, 'evening-'));
    for (const { name, text } of files) await writeFile(join(into, name), text);
    const report = await stage.take([into], { mayCorrect: true });
    expect(report.files.filter(isRefused)).toEqual([]);
    expect(report.files).toHaveLength(files.length);
  };
  const declare = async (says: Declaration): Promise<void> => {
    const store = new CalendarStore(stage.platform);
    await store.add([says], { reason: 'NSE/CMTR/1', file: null, entered_by: 'ops' }, null);
    await store.use();
    (stage.market as unknown as { calendarChanged(from: string): void }).calendarChanged(says.day);
  };
  const goTo = async (instant: string): Promise<void> => {
    await stage.goTo(instant);
    await alerts.judgeUntil(stage.market.now());
  };
  const call = async (symbol: string): Promise<CallDetail> => (await stage.get('usr_pro', `/reco/v1/calls/${ids.get(symbol)}`)).data;
  const look = async (date: number): Promise<void> => {
    const telling = SYMBOLS.filter((one) => storyOf(one).seen?.[date as 6]);
    const set = telling.length > 0 ? [await alertsOf('usr_pro'), await alertsOf('usr_lite')] : [];
    for (const symbol of telling) {
      const shown = await call(symbol);
      const { status, not_judgeable: why } = shown;
      const step = why?.cause === 'price_step' ? waitText(shown) : null;
      steps.set(`${symbol} ${date}`, [step, ...set.map((alerts) => waitText(alerts.get(symbol)!))]);
      seen.set(`${symbol} ${date}`, [status, ...(why ? [why.cause, why.before ?? '-', why.opened ?? '-'] : [])].join(' '));
    }
  };
  const alertsOf = async (user: string): Promise<ReadonlyMap<string, Alert>> => {
    const { alerts } = (await stage.get(user, '/base/v1/alerts')).data as { alerts: Alert[] };
    return new Map(alerts.map((alert) => [(alert.condition as { symbol: string }).symbol, alert]));
  };
  const sent = async (user: string, url: string, body: object) => {
    const answer = await stage.post(user, url, body);
    expect({ body, http: answer.http, problems: answer.problems, validation: answer.validation }).toMatchObject({ http: 200 });
    return answer.data;
  };

  async function publish(symbol: string): Promise<void> {
    // One author publishes thirty calls an hour at most.
    const author = ids.size < 20 ? 'exp_01' : 'exp_02';
    const draft = draftOf({ stock: symbol, entry_low: 800, entry_high: 800, target: 880, stop_loss: 770, valid_till: dayOf(29), ...storyOf(symbol).draft });
    ids.set(symbol, (await sent(author, '/reco/v1/calls', { cid: `call-${symbol}`, draft })).id);
    await sent('usr_pro', '/base/v1/alerts', { condition: { kind: 'price', symbol, side: 'above', value: 860 }, repeats: false });
    await sent('usr_lite', '/base/v1/alerts', { condition: { kind: 'price', symbol, side: 'below', value: 700 }, repeats: false });
  }

  /** The evening of a day: its files come, and what they say is seen. */
  async function evening(date: number, rows: ReadonlyMap<string, readonly SampleRow[]>): Promise<void> {
    const files = [fileOf(dayOf(date), rows.get(dayOf(date))!), ...indexFile(dayOf(date)), ...listsOn(date)];
    if (date === 9) {
      await goTo(`${dayOf(9)}T13:00:00.000Z`);
      await look(9);
      await goTo(`${dayOf(11)}T12:00:00.000Z`);
      await take(files);
      return goTo(`${dayOf(11)}T12:20:00.000Z`);
    }
    await goTo(`${dayOf(date)}T12:30:00.000Z`);
    await take(files);
    for (const symbol of SYMBOLS) {
      const { corrected } = storyOf(symbol);
      if (corrected?.known !== date) continue;
      const [o, h, l, c] = corrected.p;
      const again = rows.get(dayOf(corrected.day))!.map((row) => (row.symbol === symbol ? { ...row, o, h, l, c } : row));
      await take([fileOf(dayOf(corrected.day), again)]);
    }
    await goTo(`${dayOf(date)}T13:00:00.000Z`);
    await look(date);
  }

  beforeAll(async () => {
    declareCalendar(NOTHING_DECLARED);
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-stories-'));
    const past = await mkdtemp(join(folder, 'past-'));
    const listed = securitiesList([...SYMBOLS, ...OTHERS].map((symbol) => ({ symbol, isin: isinOf(symbol) })));
    const files = [...PAST.map((day) => fileOf(day, pastRows(day))), { name: `EQUITY_L_${compact(PAST[0]!)}.csv`, text: listed }];
    for (const { name, text } of files) await writeFile(join(past, name), text);
    place = await freshPlace(database);
    stage = await openStage({
      database,
      place: place.place,
      start: `${PUBLISHED}T12:00:00.000Z`,
      settings: { MARKET_FEED: 'files' },
      files: [past],
      limits: { perSector: 100, perDay: 100, open: 100 },
      clock: () => stage.market.now(),
      compose: async (platform, { market, identity, notices, calls, performance }) => {
        alerts = createAlerts(platform, { market, identity, notices, calls, clock: () => market.now() });
        serveMarket(platform, market as unknown as Parameters<typeof serveMarket>[1]);
        const insights = await createInsights(platform, { market, calls, performance, partners: await createPartners(platform) });
        createWatchlists(platform, { market, identity, insights, alerts, seed: false });
      },
    });
    for (const symbol of SYMBOLS) await publish(symbol);
    const { id: list } = await sent('usr_pro', '/watchlist/v1/lists', { segment: 'equity', name: 'Stories', items: SYMBOLS });

    const rows = rowsByDay();
    await evening(5, rows);
    // One person keeps fifty alerts at most.
    await sent('usr_premium', '/base/v1/alerts', { condition: { kind: 'price', symbol: 'NIFTY', side: 'above', value: 24_515 }, repeats: false });
    for (const date of [6, 7, 8]) await evening(date, rows);
    await declare({ kind: 'open', day: dayOf(9) });
    for (const date of [9, 11]) await evening(date, rows);
    await declare({ kind: 'close', day: dayOf(12) });
    await goTo(`${dayOf(12)}T13:00:00.000Z`);
    await look(12);
    await evening(13, rows);
    await declare({ kind: 'session', day: dayOf(14), hours: { preopen: '09:00', open: '09:15', close: '12:30' } });
    for (const date of [14, 15]) await evening(date, rows);

    shownAlerts = await alertsOf('usr_pro');
    shownBelow = await alertsOf('usr_lite');
    const list_of_rows = (await stage.get('usr_pro', `/watchlist/v1/lists/${list}/stocks`)).data as StockFigures[];
    shownRows = new Map(list_of_rows.map((row) => [row.code, row]));
  });
  afterAll(async () => {
    await stage?.end();
    await place?.remove();
    await rm(folder, { recursive: true, force: true });
    declareCalendar(NOTHING_DECLARED);
  });

  test.skipIf(!existsSync(CASES))('each wording of the cases from outside is told', { meta: { needs: CASES } }, () => {
    const told = new Set(SYMBOLS.flatMap((symbol) => (storyOf(symbol).actions ?? []).map(({ purpose }) => purpose.toLowerCase())));
    const wordings = readFileSync(CASES, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('","')[3]!);
    expect(wordings.filter((words) => !told.has(words.toLowerCase()))).toEqual([]);
  });

  test('fourteen kinds, and more than twenty other stories', () => expect(SYMBOLS.length).toBeGreaterThanOrEqual(34));

  describe.each(SYMBOLS.map((symbol) => ({ symbol, story: storyOf(symbol), title: storyOf(symbol).title })))('$title ($symbol)', ({ symbol, story }) => {
    const { factor = 1 } = story;

    test('card and record', async () => {
      const card = await call(symbol);
      expect(card.events.slice(1).map(eventText)).toEqual(story.events);
      expect(card.status).toBe(story.status);
      if (story.status !== 'unjudged') expect(waitText(card)).toBe(story.waits ?? null);
      if (story.levels) expect([card.entry_fill?.price ?? null, card.target_price, card.stop_loss]).toEqual(story.levels);
      if (story.endedAt) expect(card.exit?.ts).toBe(story.endedAt);
      for (const [date, state] of Object.entries(story.seen ?? {})) expect(seen.get(`${symbol} ${date}`), `on ${date} May`).toBe(state);
      const proof = (await stage.get('usr_pro', `/reco/v1/calls/${ids.get(symbol)}/proof`)).data as CallProof;
      const events = proof.events.map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
      expect(shownStep(card, events)).toMatchObject({ ok: true });
    });

    test('alert', () => {
      const alert = shownAlerts.get(symbol)!;
      const [state, since = null, because = null] = story.alert ?? ['on'];
      expect([alert.state, alert.no_trade_since ?? null, alert.untraded_because ?? null]).toEqual([state, since, because]);
      expect(alert.level_now).toBe(story.levelNow ?? null);
      const below = shownBelow.get(symbol)!;
      expect([below.state, below.fires]).toEqual([alert.state === 'ended' ? 'ended' : 'on', 0]);
      // On no evening does one wait and the other not.
      for (const [evening, [step, ...waiting]] of steps) if (evening.startsWith(`${symbol} `)) expect(waiting, evening).toEqual([step, step]);
    });

    test('price, chart, 52 weeks and names', async () => {
      const [quote] = (await stage.get('usr_pro', `/market/v1/quotes?symbols=${symbol}`)).data as Quote[];
      expect([quote!.ltp, quote!.prev_close]).toEqual(story.quote);
      const chart = await stage.get('usr_pro', `/insights/v1/equity/${symbol}/candles?interval=1d`);
      if (story.gone) expect(chart.code).toBe('SYMBOL_DELISTED');
      else checkChart(chart.data, story);
      const { year } = shownRows.get(symbol)!;
      const [low, high] = story.year ?? [600 / factor, 1000 / factor];
      if (story.year === null) expect(year).toBeNull();
      else expect(year).toEqual({ low: expect.closeTo(low, 2), high: expect.closeTo(high, 2) });
      for (const name of [symbol, ...(story.names ?? [])]) {
        const found = (await stage.get('usr_pro', `/market/v1/instruments?search=${name}`)).data as Instrument[];
        expect(found[0]?.symbol, name).toBe(symbol);
      }
    });
  });

  test('indices have prices, charts and alerts by their own files, and wait for none that does not come', async () => {
    const [quote] = (await stage.get('usr_pro', '/market/v1/quotes?symbols=NIFTY')).data as Quote[];
    expect([quote!.ltp, quote!.prev_close, quote!.ts]).toEqual([24_900, 24_800, `${dayOf(15)}T10:00:00.000Z`]);
    const { candles } = (await stage.get('usr_pro', '/insights/v1/equity/NIFTY/candles?interval=1d')).data as CandlesInsight;
    expect(candles.map(({ t, c }) => [t.slice(0, 10), c])).toEqual([...INDEX_AT].filter(([day]) => day !== dayOf(8)));
    // Contracts that end on a day are settled by its close.
    const [settled] = await stage.market.dayBars('NIFTY', dayOf(15), dayOf(15), sessionOf(dayOf(15), true)!.optionsClose);
    expect(settled).toMatchObject({ c: 24_900, prev_close: 24_800 });
    // The high of Saturday is 24,520.
    expect((await alertsOf('usr_premium')).get('NIFTY')).toMatchObject({ state: 'done', points: true, level_now: null });
  });

  test('a program in another language finds the same in the record', async () => {
    const { ledger } = stage;
    const checkpoint = (await ledger.signedHead())!.note;
    const leaves = (await ledger.tile(0, 0, Number(checkpoint.split('\n')[1])))!.toString('base64');
    const calls = await Promise.all(
      SYMBOLS.map(async (symbol) => ({ shown: await call(symbol), proof: (await stage.get('usr_pro', `/reco/v1/calls/${ids.get(symbol)}/proof`)).data })),
    );
    const file = join(folder, 'export.json');
    await writeFile(file, JSON.stringify({ ledger: await ledger.file(), checkpoint, leaves, calls }));
    const verifier = fileURLToPath(new URL('../../e2e/record/verify.py', import.meta.url));
    const { stdout, stderr } = spawnSync(python(), [verifier, file, '--key', (await ledger.file()).public_key], { encoding: 'utf8' });
    // Authors of this stage have no accounts, so no records of their own.
    const wrong = (stdout + stderr).split('\n').filter((line) => line !== '' && !line.endsWith(': the record of its author is missing'));
    expect(wrong.filter((line) => !line.startsWith(`${SYMBOLS.length} calls hold`))).toEqual([]);
  });

  test('npm run check-record finds that the record holds', async () => {
    const database = await openServerDatabase(place.place, { work: 'command' });
    expect((await checkWhole(stage.platform.config, createLogger('silent'), database)).words).toMatch(/^The record is as it was signed/);
  });
});

/** One series: no step where an action is on file, and each price of before divided by its factor. */
function checkChart({ candles }: CandlesInsight, { factor = 1, waits, low }: ShareStory): void {
  expect(candles.find(({ t }) => t.startsWith(PUBLISHED))!.c).toBeCloseTo(800 / factor, 1);
  if (low) expect(candles.find(({ t }) => t.startsWith(low[0]))!.l).toBe(low[1]);
  if (waits) return;
  const steps = candles.slice(1).map(({ t, o }, at) => ({ t, step: Math.abs(o / candles[at]!.c - 1) }));
  expect(steps.filter(({ step }) => step > 0.1)).toEqual([]);
}

/** `corp_adjust 05-06 less 80, by 1`: kind, day, and price or reason. */
function eventText({ type, ts, payload }: CallDetail['events'][number]): string {
  const both = payload.cause === 'price_step' ? [payload.before, payload.opened] : [];
  const paid = payload.amount === undefined ? '' : `less ${payload.amount}, `;
  const words: Record<string, unknown> = {
    corp_adjust: `${paid}by ${payload.ratio}`,
    not_judgeable: [payload.cause, ...both].join(' '),
    cancelled: payload.reason,
  };
  const what = words[type] ?? payload.price;
  return [type, String(payload.at ?? ts).slice(5, 10), ...(what === undefined ? [] : [what])].join(' ');
}

const waitText = ({ not_judgeable: why = null }: Pick<CallDetail | Alert, 'not_judgeable'>): string | null =>
  why && [why.cause, why.day.slice(5), why.before ?? '-', why.opened ?? '-'].join(' ');
