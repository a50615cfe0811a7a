import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { applyEvent, type CallState, levelsIn, type StateEvent } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { expect, test } from 'vitest';
import { type LineOfList, marketOfRows, type RowOfDay, type RowsOnFile } from '../../market/files/rows-market.testing.ts';
import { python } from '../../platform/testing/python.testing.ts';
import { judge } from './judge.ts';

/** 4 May 2026, 16:00 IST: the session is over. */
const PUBLISHED = '2026-05-04T10:30:00.000Z';
const NOW = new Date('2026-05-13T12:00:00.000Z');

type Terms = Partial<{ call_type: string; entry_mode: string; entry_low: number; entry_high: number; target: number; stop_loss: number }>;
const publish = (terms: Terms): StateEvent => ({
  call_id: 'call',
  type: 'publish',
  ts: PUBLISHED,
  payload: {
    stock: 'ITC',
    call_type: 'Buy',
    term: 'shortTerm',
    entry_mode: 'market',
    entry_low: 800,
    entry_high: 800,
    target: 880,
    stop_loss: 770,
    entry_until: '2026-05-07T10:00:00.000Z',
    expires_at: '2026-05-20T10:00:00.000Z',
    ...terms,
  },
});

const day = (date: number, o: number, h = o + 3, l = o - 3, c = o, name?: string): RowOfDay => ({
  day: `2026-05-${String(date).padStart(2, '0')}`,
  o,
  h,
  l,
  c,
  ...(name && { name }),
});
/** Entered at the open of 5 May, 800, and closed there. */
const BEFORE = [day(4, 800), day(5, 800, 805, 795)];
const line = (purpose: string, more: Partial<LineOfList> = {}): LineOfList => ({ symbol: 'ITC', day: '2026-05-06', purpose, ...more });
/** The exchange is open on every day, whatever the share does. */
const OPEN = [4, 5, 6, 7, 8, 11, 12, 13].map((date) => day(date, 1300));

interface Story {
  readonly rows: readonly RowOfDay[];
  readonly lines?: readonly LineOfList[];
  readonly adjustments?: RowsOnFile['adjustments'];
  readonly terms?: Terms;
  /** Judged by other files before, whose events stand. */
  readonly first?: Pick<Story, 'rows' | 'lines'>;
  /** Computed by hand: each event after the publication with its day and price, or what it says. */
  readonly events: readonly string[];
  /** Entry, target, stop-loss at the end. */
  readonly levels?: readonly [number | null, number, number];
  /** By what a close of 5 May is divided on 13 May. */
  readonly factor?: number;
}

const IN = 'entry_fill 2026-05-05 800';

/** Each with what a follower would work out on paper. */
const STORIES: Readonly<Record<string, Story>> = {
  // (800 − 80) / 5 = 144, (880 − 80) / 5 = 160, (770 − 80) / 5 = 138: what is paid is paid on the old share.
  'two actions on one day, in two lines: a split into five and a special dividend of ₹80': {
    rows: [...BEFORE, day(6, 144)],
    lines: [line('Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share'), line('Special Dividend - Rs 80 Per Share')],
    events: [IN, 'corp_adjust 2026-05-06 less 80, by 5'],
    levels: [144, 160, 138],
    factor: (5 * 800) / 720,
  },
  'an action on a day without a trade takes effect with the next trade': {
    rows: [...BEFORE, day(7, 400)],
    lines: [line('Bonus 1:1')],
    events: [IN, 'not_judgeable 2026-05-06 no_trade', 'corp_adjust 2026-05-07 by 2', 'judgeable 2026-05-07'],
    levels: [400, 440, 385],
    factor: 2,
  },
  'an action withdrawn after its ex-date: what is on record stays, the series forgets it, and two people may correct': {
    first: { rows: [...BEFORE, day(6, 790)], lines: [line('Bonus 1:10')] },
    rows: [...BEFORE, day(6, 790), day(7, 790)],
    lines: [line('Bonus 1:10 (Cancelled)')],
    // 800 / 1.1 = 727.27; 770 / 1.1 = 700; 880 / 1.1 = 800. The open of 6 May, 790, lies within what trading does.
    events: [IN, 'corp_adjust 2026-05-06 by 1.1'],
    levels: [727.27, 800, 700],
    factor: 1,
  },
  'a late list: the call waits with both numbers, and goes on from that day once the list is there': {
    first: { rows: [...BEFORE, day(6, 400)], lines: [] },
    rows: [...BEFORE, day(6, 400), day(7, 430, 445, 428)],
    lines: [line('Bonus 1:1')],
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 400', 'corp_adjust 2026-05-06 by 2', 'judgeable 2026-05-06', 'target_hit 2026-05-07 440'],
    factor: 2,
  },
  'the record date where the ex-date should stand: neither day is believed, and the call waits on the first': {
    rows: [...BEFORE, day(6, 400), day(7, 402)],
    lines: [line('Bonus 1:1', { day: '2026-05-07' })],
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 400'],
    levels: [800, 880, 770],
    factor: 1,
  },
  'an action listed under the old symbol after a rename': {
    rows: [...BEFORE, day(6, 801, 804, 798, 801, 'ITCNEW'), day(7, 401, 404, 398, 401, 'ITCNEW')],
    lines: [line('Bonus 1:1', { day: '2026-05-07' })],
    events: [IN, 'corp_adjust 2026-05-07 by 2'],
    levels: [400, 440, 385],
    factor: 2,
  },
  'an action listed under the new symbol': {
    rows: [...BEFORE, day(6, 801, 804, 798, 801, 'ITCNEW'), day(7, 401, 404, 398, 401, 'ITCNEW')],
    lines: [line('Bonus 1:1', { symbol: 'ITCNEW', day: '2026-05-07' })],
    events: [IN, 'corp_adjust 2026-05-07 by 2'],
    levels: [400, 440, 385],
  },
  'a bonus and an ordinary dividend in one wording: only the count moves levels': {
    rows: [...BEFORE, day(6, 396)],
    lines: [line('Bonus 1:1/Dividend - Rs 8 Per Share')],
    events: [IN, 'corp_adjust 2026-05-06 by 2'],
    levels: [400, 440, 385],
    factor: 2,
  },
  'a bonus and a dividend in one wording that together is a special one': {
    rows: [...BEFORE, day(6, 380)],
    lines: [line('Bonus 1:1/Interim Dividend - Rs 30 Per Share/Special Dividend - Rs 10 Per Share')],
    // (880 − 40) / 2 = 420, (770 − 40) / 2 = 365.
    events: [IN, 'corp_adjust 2026-05-06 less 40, by 2'],
    levels: [380, 420, 365],
  },
  'a consolidation while a call waits for its entry': {
    terms: { entry_mode: 'limit', entry_low: 780, entry_high: 780, stop_loss: 760 },
    rows: [...BEFORE, day(6, 8000, 8030, 7970)],
    lines: [line('Consolidation Of Shares From Re 1/- Per Share To Rs 10/- Per Share')],
    events: ['cancelled 2026-05-06 Corporate action: consolidation'],
  },
  'a consolidation while a call is active': {
    rows: [...BEFORE, day(6, 8000, 8030, 7970), day(7, 8700, 8850, 8690)],
    lines: [line('Consolidation Of Shares From Re 1/- Per Share To Rs 10/- Per Share')],
    events: [IN, 'corp_adjust 2026-05-06 by 0.1', 'target_hit 2026-05-07 8800'],
    factor: 0.1,
  },
  // 5 old at 800 and one new at 200 are 6 at 700. The stop of 770 lies between: as it stood it would be "hit" by the open of 700.
  'rights with the stop-loss between the old price and the new': {
    rows: [...BEFORE, day(6, 700, 705, 690)],
    lines: [line('Rights 1:5 @ Premium Rs 190/-', { face: 10 })],
    events: [IN, 'corp_adjust 2026-05-06 by 1.14285714'],
    levels: [700, 770, 673.75],
    factor: 1.14285714,
  },
  'rights whose price is missing keep prices from judging': {
    rows: [...BEFORE, day(6, 700, 705, 690)],
    lines: [line('Rights 1:5')],
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 700'],
    levels: [800, 880, 770],
  },
  'rights above the market move nothing': {
    rows: [...BEFORE, day(6, 798)],
    lines: [line('Rights 1:5 @ Rs 900/-')],
    events: [IN],
    levels: [800, 880, 770],
    factor: 1,
  },
  'a demerger: the special session found 640, and nobody knows what the other part is worth': {
    rows: [...BEFORE, day(6, 640)],
    lines: [line('Demerger')],
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 640'],
    levels: [800, 880, 770],
  },
  'a demerger with the exchange’s adjustment': {
    first: { rows: [...BEFORE, day(6, 640)], lines: [line('Demerger')] },
    rows: [...BEFORE, day(6, 640), day(7, 638, 640, 610)],
    lines: [line('Demerger')],
    adjustments: [{ symbol: 'ITC', day: '2026-05-06', subtract: 150, multiply: 1, source: 'NSE/FAOP/71284' }],
    // 880 − 150, 770 − 150: the low of 7 May, 610, is beyond 620.
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 640', 'corp_adjust 2026-05-06 less 150, by 1', 'judgeable 2026-05-06', 'sl_hit 2026-05-07 620'],
  },
  // 16 is 2 % of 800. The stop becomes 754, and the low of 760 is no loss of a holder who has 16 in the bank.
  'a dividend of 2 % of the price is a special one': {
    rows: [...BEFORE, day(6, 784, 788, 760)],
    lines: [line('Dividend - Rs 16 Per Share')],
    events: [IN, 'corp_adjust 2026-05-06 less 16, by 1'],
    levels: [784, 864, 754],
    factor: 800 / 784,
  },
  'a dividend of a paisa less is none: prices count as traded': {
    rows: [...BEFORE, day(6, 784, 788, 760)],
    lines: [line('Dividend - Rs 15.99 Per Share')],
    events: [IN, 'sl_hit 2026-05-06 770'],
    factor: 1,
  },
  'a special dividend that the open contradicts takes nothing off, and the call waits': {
    rows: [...BEFORE, day(6, 801)],
    lines: [line('Special Dividend - Rs 240 Per Share')],
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 801'],
    levels: [800, 880, 770],
    factor: 1,
  },
  'a Sell keeps its distance to a special dividend: the fall is nobody’s gain': {
    terms: { call_type: 'Sell', target: 720, stop_loss: 830 },
    rows: [...BEFORE, day(6, 720, 725, 700)],
    lines: [line('Special Dividend - Rs 80 Per Share')],
    events: [IN, 'corp_adjust 2026-05-06 less 80, by 1'],
    levels: [720, 640, 750],
  },
  'a capital reduction that cancels 90 of 100 shares': {
    rows: [...BEFORE, day(6, 8000, 8030, 7970)],
    lines: [line('Capital Reduction - 90 Shares Cancelled For Every 100 Held')],
    events: [IN, 'corp_adjust 2026-05-06 by 0.1'],
    levels: [8000, 8800, 7700],
    factor: 0.1,
  },
  'words that nobody taught are no nothing': {
    rows: [...BEFORE, day(6, 799)],
    lines: [line('Issue Of Gold Coins')],
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 799'],
  },
  'a buyback, debentures and a meeting move nothing': {
    rows: [...BEFORE, day(6, 797)],
    lines: [line('Buy Back Of Shares'), line('Bonus Debentures 1:1'), line('Bonus NCRPS 4:1')],
    events: [IN],
    levels: [800, 880, 770],
    factor: 1,
  },
  // 800 / 2 = 400; 40 of that is 10 %: 360. 880 / 2 − 40 = 400, 770 / 2 − 40 = 345.
  'two ex-dates without a trade between them are two events, each on what the other left': {
    rows: [...BEFORE, day(8, 361)],
    lines: [line('Bonus 1:1'), line('Special Dividend - Rs 40 Per Share', { day: '2026-05-07' })],
    events: [IN, 'not_judgeable 2026-05-06 no_trade', 'corp_adjust 2026-05-08 by 2', 'corp_adjust 2026-05-08 less 40, by 1', 'judgeable 2026-05-08'],
    levels: [360, 400, 345],
    factor: (2 * 400) / 360,
  },
  'two lines that differ about one day are not added up': {
    rows: [...BEFORE, day(6, 790)],
    lines: [line('Bonus 1:10'), line('Bonus 1:20 (Revised)')],
    events: [IN, 'not_judgeable 2026-05-06 price_step 800 790'],
  },
};

const told = ({ type, ts, payload }: StateEvent): string => {
  const what =
    type === 'corp_adjust'
      ? `${payload.amount === undefined ? '' : `less ${payload.amount}, `}by ${payload.ratio}`
      : type === 'not_judgeable'
        ? [payload.cause, ...(payload.cause === 'price_step' ? [payload.before, payload.opened] : [])].join(' ')
        : (payload.price ?? payload.reason);
  return [type, String(payload.at ?? ts).slice(0, 10), what].filter((part) => part !== undefined).join(' ');
};

async function judged(files: Pick<Story, 'rows' | 'lines' | 'adjustments'>, state: CallState): Promise<{ events: StateEvent[]; state: CallState }> {
  const until = files.rows.at(-1)!.day;
  const { market } = await marketOfRows(
    { rows: { ITC: files.rows, RELIANCE: OPEN.filter((row) => row.day <= until) }, lines: files.lines ?? [], adjustments: files.adjustments ?? [] },
    NOW,
  );
  const made = await judge([{ stock: 'ITC', expert_id: 'exp', state }], market, new Date(PUBLISHED), NOW);
  return { events: made.events.map(({ event }) => event as StateEvent), state: made.states.get('call')! };
}

test('at least twenty stories', () => expect(Object.keys(STORIES).length).toBeGreaterThanOrEqual(20));

async function tellStory(story: Story): Promise<{ events: StateEvent[]; state: CallState }> {
  let state = applyEvent(null, publish(story.terms ?? {}));
  const events: StateEvent[] = [];
  for (const files of [...(story.first ? [story.first] : []), story]) {
    const made = await judged(files, state);
    events.push(...made.events);
    state = made.state;
  }
  return { events, state };
}

test.each(Object.entries(STORIES))('%s', async (_, story) => {
  const { events, state } = await tellStory(story);
  expect(events.map(told)).toEqual(story.events);
  if (story.levels) {
    const { entry = null, target, stop_loss } = levelsIn(state);
    expect([entry, target, stop_loss]).toEqual(story.levels);
  }
  if (story.factor !== undefined) {
    const { market } = await marketOfRows({ rows: { ITC: story.rows }, lines: story.lines ?? [], adjustments: story.adjustments ?? [] }, NOW);
    expect(market.factor('ITC', '2026-05-05', '2026-05-13')).toBeCloseTo(story.factor, 6);
  }
});

const VERIFIER = fileURLToPath(new URL('../../../../e2e/record', import.meta.url));
/** Reads events as an export has them, and says what does not hold and where the levels stand. */
const CHECK = `
import json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import verify
for events in json.load(sys.stdin):
    call = verify.derive(events)
    print(json.dumps([list(verify.prices_wrong(events)), call['status'], call['entry_fill'] and call['entry_fill']['price'], call['target_price'], call['stop_loss']]))
`;

/** Fields of a publication besides its levels. */
const SAID = {
  ...{ stock: 'TCS', stock_name: 'Tata Consultancy Services', sector: 'IT', cap: 'large', exchange: 'NSE', term: 'shortTerm' },
  ...{ target2: null, target3: null, valid_till: '2026-05-20' },
};

test('a verifier in another language, written from the format’s text, gets the same levels and finds nothing wrong', async () => {
  const all = await Promise.all(Object.values(STORIES).map(async (story) => ({ first: publish(story.terms ?? {}), ...(await tellStory(story)) })));
  const records = all.map(({ first, events }) =>
    [{ ...first, payload: { ...SAID, ...first.payload } }, ...events].map((event) => ({ actor: 'engine', hash: '', ...event })),
  );
  const answer = spawnSync(python(), ['-c', CHECK, VERIFIER], { input: JSON.stringify(records), encoding: 'utf8' });
  expect(answer.stderr).toBe('');
  const checked = answer.stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  expect(checked).toEqual(
    all.map(({ state }) => {
      const { entry = null, target, stop_loss } = levelsIn(state);
      return [[], state.status, entry, target, stop_loss];
    }),
  );
});

test('another ratio than the terms of a right give is found by both verifiers', async () => {
  const { events } = await tellStory(STORIES['rights with the stop-loss between the old price and the new']!);
  const record = [publish({}), ...events].map((event) => ({ actor: 'engine', hash: '', ...event }));
  expect(record.find(({ type }) => type === 'corp_adjust')!.payload).toMatchObject({ rights: { given: 1, held: 5, price: 200, close: 800 } });
  const forged = record.map((event) =>
    event.type === 'corp_adjust' ? { ...event, payload: { ...event.payload, rights: { given: 1, held: 4, price: 200, close: 800 } } } : event,
  );
  const steps = [record, forged].map((one) => pricesStep(one as unknown as Parameters<typeof pricesStep>[0]).ok);
  expect(steps).toEqual([true, false]);
  const answer = spawnSync(python(), ['-c', CHECK, VERIFIER], {
    input: JSON.stringify([forged.map((event, at) => (at === 0 ? { ...event, payload: { ...SAID, ...event.payload } } : event))]),
    encoding: 'utf8',
  });
  expect(JSON.parse(answer.stdout)[0]).toEqual(['event 3: its ratio does not follow from the terms of the right']);
});

test('a consolidation between a close and the next open, with an alert on 900: it waits for 9,000', async () => {
  const { market } = await marketOfRows(
    { rows: { ITC: [...BEFORE, day(6, 8000)] }, lines: [line('Consolidation Of Shares From Re 1/- Per Share To Rs 10/- Per Share')] },
    NOW,
  );
  expect(900 / market.factor('ITC', '2026-05-05', '2026-05-06')).toBe(9000);
});

test.each([
  ['a bonus', 'Bonus 1:1', 400, 400],
  ['rights', 'Rights 1:5 @ Rs 200/-', 700, 700],
  ['a special dividend', 'Special Dividend - Rs 80 Per Share', 720, 720],
  ['an ordinary dividend, which takes nothing from it', 'Dividend - Rs 8 Per Share', 792, 800],
])('the close before stands beside the open on the same share: %s', async (_, purpose, open, before) => {
  const { market } = await marketOfRows({ rows: { ITC: [...BEFORE, day(6, open)] }, lines: [line(purpose)] }, NOW);
  const quote = market.quote('ITC')!;
  expect([quote.prev_close, quote.change]).toEqual([before, open - before]);
  const [adjusted] = (await market.adjusted('ITC', '2026-05-05', '2026-05-05', '2026-05-06')).slice(-1);
  expect(adjusted!.c).toBeCloseTo(before, 2);
  expect((await market.dayBars('ITC', '2026-05-05', '2026-05-05'))[0]!.c).toBe(800);
});
