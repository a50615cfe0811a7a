import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { SampleRow } from './market/files/sample-files.testing.ts';

/*
 * Stories of single shares, told by the exchange's own files. Each share trades flat at ₹800 for a year, in which it was once at ₹600 and once at
 * ₹1,000. A call on it is published on the evening of 4 May 2026 and entered at the open of 5 May, with target 880 and stop-loss 770; somebody waits
 * for its price to reach 860 and has it in a list, somebody else for 700, to which it never falls on one and the same share. From 6 May on things happen to it. Expected results are worked out by hand.
 */
export const PUBLISHED = '2026-05-04';
/** The days after it of which there are files: Saturday 9 May is a special session, Tuesday 12 May is declared closed on the evening before. */
export const DAYS = ['2026-05-05', '2026-05-06', '2026-05-07', '2026-05-08', '2026-05-09', '2026-05-11', '2026-05-13', '2026-05-14', '2026-05-15'] as const;
type Day = 5 | 6 | 7 | 8 | 9 | 11 | 12 | 13 | 14 | 15;

export const dayOf = (date: number): string => `2026-05-${String(date).padStart(2, '0')}`;

/** Open, high, low, close. */
type Prices = readonly [number, number, number, number];
/** A row of a day's file: what differs from one under the share's own symbol and ISIN, in series EQ, flat at the last close. */
export interface Told extends Partial<Pick<SampleRow, 'symbol' | 'series' | 'isin' | 'volume'>> {
  readonly p?: Prices;
}
/** Null: the file has no row of it. Several: the file has all of them. */
type Row = Told | readonly Told[] | null;

interface Line {
  readonly purpose: string;
  readonly ex?: Day;
  /** The evening on which a list that has it is taken in, after the day's file. */
  readonly known?: Day;
  readonly symbol?: string;
  readonly face?: number;
}

export interface ShareStory {
  readonly title: string;
  readonly draft?: Partial<CallDraft>;
  readonly days: Partial<Record<Exclude<Day, 12>, Row>>;
  readonly actions?: readonly Line[];
  /** A line of the exchange's list of changed symbols; where it does not say when it is known, on the evening before. */
  readonly renamed?: { readonly to: string; readonly from: Day; readonly known?: Day };
  /** Row of the exchange's security file on an evening. */
  readonly security?: Partial<Record<Day, 'active' | 'suspended'>>;
  /** The day from which on the list of delisted companies has it. */
  readonly delisted?: Day;
  /** The exchange's adjustment of an ex-date, known on an evening: prices before it less so much. */
  readonly adjusted?: { readonly ex: Day; readonly known: Day; readonly subtract: number };
  /** Rows of a file that is taken in once more, with corrections. */
  readonly corrected?: { readonly day: Exclude<Day, 12>; readonly known: Day; readonly p: Prices };
  /** Each event after the publication: its kind, day, and price or reason. */
  readonly events: readonly string[];
  /** At the end: state of the call, and where it is still open its entry, target and stop-loss. */
  readonly status: string;
  readonly levels?: readonly [number | null, number, number];
  /** Why it waits, at the end; both prices. */
  readonly waits?: string;
  /** The state of the call on single evenings. */
  readonly seen?: Partial<Record<Day, string>>;
  /** State of the alert, the day since which nothing is traded, and why. */
  readonly alert?: readonly [state: string, since?: string, because?: string];
  /** The alert's level on the shares of the last day; null where it is still 860. */
  readonly levelNow?: number | null;
  /** By what prices of before are divided in all that is shown at the end. */
  readonly factor?: number;
  /** Last price and the close before it. */
  readonly quote?: readonly [number, number];
  /** 52 weeks, where they are not 600 and 1,000 by the factor; null where too few days stand behind a step that nobody explains. */
  readonly year?: readonly [number, number] | null;
  /** When it ended, UTC. */
  readonly endedAt?: string;
  /** The low of a day in the chart. */
  readonly low?: readonly [day: string, price: number];
  /** The chart and the figures answer that the share is not traded any more. */
  readonly gone?: true;
  /** Other names by which it is found at the end. */
  readonly names?: readonly string[];
}

const IN = 'entry_fill 05-05 800';
const at = (price: number): Prices => [price, price + 3, price - 3, price];
const flat = (price: number): Told => ({ p: at(price) });
const TARGET: Told = { p: [830, 885, 829, 875] };
const STOP: Told = { p: [790, 792, 750, 780] };
const LIMIT = { entry_mode: 'limit', entry_low: 785, entry_high: 785, target: 880, stop_loss: 765 } as const;

const KINDS = {
  RENAMED: {
    title: 'a share is renamed by a list, and followed to its target under its new name',
    renamed: { to: 'RENEWED', from: 6 },
    days: {
      6: { symbol: 'RENEWED' },
      7: { symbol: 'RENEWED', ...TARGET },
      8: { symbol: 'RENEWED' },
      9: { symbol: 'RENEWED' },
      11: { symbol: 'RENEWED' },
      13: { symbol: 'RENEWED' },
      14: { symbol: 'RENEWED' },
      15: { symbol: 'RENEWED' },
    },
    events: [IN, 'target_hit 05-07 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
    names: ['RENEWED'],
  },
  SERIES: {
    title: 'a share moves to trade-for-trade, where its stop-loss ends the call',
    days: {
      6: { series: 'BE', ...STOP },
      7: { series: 'BE' },
      8: { series: 'BE' },
      9: { series: 'BE' },
      11: { series: 'BE' },
      13: { series: 'BE' },
      14: { series: 'BZ' },
      15: { series: 'BZ' },
    },
    events: [IN, 'sl_hit 05-06 770'],
    status: 'sl_hit',
    quote: [780, 780],
  },
  MERGED: {
    title: 'a company goes into another: the call says so on that day, and ends without a result',
    draft: { valid_till: dayOf(13) },
    actions: [{ purpose: 'Amalgamation' }],
    days: { 6: null, 7: null, 8: null, 9: null, 11: null, 13: null, 14: null, 15: null },
    seen: { 5: 'active', 6: 'active merged 800 -', 11: 'active merged 800 -' },
    events: [IN, 'not_judgeable 05-06 merged', 'unjudged 05-13'],
    status: 'unjudged',
    alert: ['ended', dayOf(6), 'merged'],
    quote: [800, 800],
    gone: true,
  },
  DELISTED: {
    title: 'a share is delisted',
    draft: { valid_till: dayOf(13) },
    delisted: 6,
    days: { 6: null, 7: null, 8: null, 9: null, 11: null, 13: null, 14: null, 15: null },
    seen: { 6: 'active delisted 800 -' },
    events: [IN, 'not_judgeable 05-06 delisted', 'unjudged 05-13'],
    status: 'unjudged',
    alert: ['ended', dayOf(6), 'delisted'],
    quote: [800, 800],
    gone: true,
  },
  BONSHARES: {
    title: 'a bonus of shares',
    actions: [{ purpose: 'Bonus 1:1' }],
    days: { 6: flat(400) },
    events: [IN, 'corp_adjust 05-06 by 2'],
    status: 'active',
    levels: [400, 440, 385],
    levelNow: 430,
    factor: 2,
    quote: [400, 400],
  },
  BONDEB: {
    title: 'a bonus of debentures divides nothing, and the call goes on to its target',
    actions: [{ purpose: 'Bonus Debentures 1:1' }],
    days: { 6: flat(805), 7: TARGET },
    events: [IN, 'target_hit 05-07 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
  },
  BONNCD: {
    title: 'a bonus of NCDs',
    actions: [{ purpose: 'Bonus Ncd In The Ratio Of 1:1' }],
    days: { 6: flat(798) },
    events: [IN],
    status: 'active',
    levels: [800, 880, 770],
    quote: [798, 798],
  },
  BONNCRPS: {
    title: 'a bonus of NCRPS',
    actions: [{ purpose: 'Scheme Of Arrangement - Bonus NCRPS 4:1' }],
    days: { 6: flat(798) },
    events: [IN],
    status: 'active',
    levels: [800, 880, 770],
    quote: [798, 798],
  },
  BONPREF: {
    title: 'a bonus of preference shares',
    actions: [{ purpose: 'Bonus Preference Shares 4:1' }],
    days: { 6: flat(798) },
    events: [IN],
    status: 'active',
    levels: [800, 880, 770],
    quote: [798, 798],
  },
  BONFALSE: {
    title: 'a bonus of shares that the open contradicts: nothing is divided, the call waits with both prices, and nothing fires',
    actions: [{ purpose: 'Bonus 1:1' }],
    days: { 6: flat(801), 7: TARGET },
    seen: { 6: 'active price_step 800 801' },
    events: [IN, 'not_judgeable 05-06 price_step 800 801'],
    status: 'active',
    waits: 'price_step 05-06 800 801',
    levels: [800, 880, 770],
    year: null,
    quote: [875, 875],
  },
  RIGHTS: {
    title: 'a rights issue: the stop-loss lies between the price with and the price without the right',
    // 5 old at 800 and one new at 200 are 6 at 700; the factor is 8/7.
    actions: [{ purpose: 'Rights 1:5 @ Premium Rs 190/-', face: 10 }],
    days: { 6: { p: [700, 705, 690, 700] } },
    events: [IN, 'corp_adjust 05-06 by 1.14285714'],
    status: 'active',
    levels: [700, 770, 673.75],
    levelNow: 752.5,
    factor: 8 / 7,
    quote: [700, 700],
  },
  DEMERGED: {
    title: 'a demerger waits with both prices until the exchange’s adjustment is on file, and goes on from that day',
    actions: [{ purpose: 'Demerger' }],
    adjusted: { ex: 6, known: 8, subtract: 150 },
    days: { 6: flat(650), 7: { p: [648, 650, 610, 640] } },
    seen: { 6: 'active price_step 800 650', 7: 'active price_step 800 650', 8: 'sl_hit' },
    // 770 less 150.
    events: [IN, 'not_judgeable 05-06 price_step 800 650', 'corp_adjust 05-06 less 150, by 1', 'judgeable 05-06', 'sl_hit 05-07 620'],
    status: 'sl_hit',
    levelNow: 698.75,
    factor: 800 / 650,
    quote: [640, 640],
  },
  SPECIAL: {
    title: 'a special session on a Saturday, whose file comes on Monday: nothing is judged before, and Saturday decides',
    days: { 9: STOP, 11: { p: [840, 885, 835, 880] } },
    seen: { 9: 'active', 11: 'sl_hit' },
    endedAt: `${dayOf(9)}T10:00:00.000Z`,
    events: [IN, 'sl_hit 05-09 770'],
    status: 'sl_hit',
    alert: ['done'],
    quote: [880, 880],
  },
  CLOSURE: {
    title: 'a closure declared on the evening before the last day: the call ends with the first price after it',
    draft: { valid_till: dayOf(12) },
    days: { 13: { p: [805, 812, 800, 810] } },
    seen: { 11: 'active', 12: 'active' },
    events: [IN, 'expired 05-13 805'],
    status: 'expired',
    quote: [810, 810],
  },
} as const satisfies Record<string, ShareStory>;

const under = (symbol: string, series: string, days: readonly (6 | 7 | 8 | 9 | 11 | 13 | 14 | 15)[], more: Partial<Record<Exclude<Day, 12>, Told>> = {}) =>
  Object.fromEntries(days.map((day) => [day, { symbol, series, ...more[day] }]));
const FROM_6 = [6, 7, 8, 9, 11, 13, 14, 15] as const;

const TWISTS: Readonly<Record<string, ShareStory>> = {
  RENSER: {
    title: 'renamed and moved to trade-for-trade on the same day, told by its ISIN alone',
    days: under('RENSERN', 'BE', FROM_6, { 7: TARGET }),
    events: [IN, 'target_hit 05-07 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
    names: ['RENSERN'],
  },
  NOISIN: {
    title: 'renamed, told by its ISIN alone, and then a file that has no ISINs',
    days: under('NOISINN', 'EQ', FROM_6, { 8: TARGET }),
    seen: { 7: 'active', 8: 'target_hit' },
    events: [IN, 'target_hit 05-08 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
    names: ['NOISINN'],
  },
  EXCLOSED: {
    title: 'an ex-date on a day that is then declared closed: it takes effect with the next price',
    actions: [{ purpose: 'Bonus 1:1', ex: 12, known: 11 }],
    days: { 13: flat(400) },
    events: [IN, 'corp_adjust 05-13 by 2'],
    status: 'active',
    levels: [400, 440, 385],
    levelNow: 430,
    factor: 2,
    quote: [400, 400],
  },
  NCRPSDIV: {
    title: 'a bonus of NCRPS and a dividend in one line',
    actions: [{ purpose: 'Bonus NCRPS 4:1/Dividend - Rs 5 Per Share' }],
    days: { 6: flat(795) },
    events: [IN],
    status: 'active',
    levels: [800, 880, 770],
    quote: [795, 795],
  },
  SPLITBON: {
    title: 'a bonus of 4:1 and a split into two on one day, in one wording',
    actions: [{ purpose: 'Bonus 4:1 And Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share', face: 2 }],
    days: { 6: { p: [80, 81, 79.5, 80] } },
    events: [IN, 'corp_adjust 05-06 by 10'],
    status: 'active',
    levels: [80, 88, 77],
    levelNow: 86,
    factor: 10,
    quote: [80, 80],
  },
  TWOLINES: {
    title: 'a split into five and a bonus of 1:1 on one day, in two lines',
    actions: [{ purpose: 'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share' }, { purpose: 'Bonus 1:1' }],
    days: { 6: { p: [80, 81, 79.5, 80] } },
    events: [IN, 'corp_adjust 05-06 by 10'],
    status: 'active',
    levels: [80, 88, 77],
    levelNow: 86,
    factor: 10,
    quote: [80, 80],
  },
  RIGHTOFF: {
    title: 'rights that are withdrawn',
    actions: [{ purpose: 'Rights 1:5 @ Premium Rs 190/- (Withdrawn)', face: 10 }],
    days: { 6: flat(801) },
    events: [IN],
    status: 'active',
    levels: [800, 880, 770],
    quote: [801, 801],
  },
  LATEDEM: {
    title: 'a demerger that no list named before the open: the step alone keeps prices from judging, until list and adjustment are there',
    actions: [{ purpose: 'Demerger', known: 7 }],
    adjusted: { ex: 6, known: 9, subtract: 400 },
    days: { 6: flat(400), 8: { p: [405, 485, 400, 470] } },
    seen: { 6: 'active price_step 800 400', 8: 'active price_step 800 400' },
    // 880 − 400 = 480.
    events: [IN, 'not_judgeable 05-06 price_step 800 400', 'corp_adjust 05-06 less 400, by 1', 'judgeable 05-06', 'target_hit 05-08 480'],
    status: 'target_hit',
    levelNow: 430,
    alert: ['done'],
    factor: 800 / 400,
    quote: [470, 470],
  },
  INTO: {
    title: 'the company that another went into is renamed on that day, and its own call goes on',
    renamed: { to: 'INTONEW', from: 6 },
    days: under('INTONEW', 'EQ', FROM_6, { 11: STOP }),
    events: [IN, 'sl_hit 05-11 770'],
    status: 'sl_hit',
    quote: [780, 780],
    names: ['INTONEW'],
  },
  GONEINTO: {
    title: 'the company that goes into one that is renamed on that day',
    draft: { valid_till: dayOf(15) },
    actions: [{ purpose: 'Scheme Of Amalgamation', known: 6 }],
    days: { 6: null, 7: null, 8: null, 9: null, 11: null, 13: null, 14: null, 15: null },
    events: [IN, 'not_judgeable 05-06 merged', 'unjudged 05-15'],
    status: 'unjudged',
    alert: ['ended', dayOf(6), 'merged'],
    quote: [800, 800],
    gone: true,
  },
  NEWISIN: {
    title: 'a face-value split gives the share another ISIN, which no list has yet',
    actions: [{ purpose: 'Fv Splt Frm Rs 10 To Re 1' }],
    days: { 6: { isin: 'new', p: [80, 81, 79.5, 80] }, ...Object.fromEntries([7, 8, 9, 11, 13, 14, 15].map((day) => [day, { isin: 'new' }])) },
    events: [IN, 'corp_adjust 05-06 by 10'],
    status: 'active',
    levels: [80, 88, 77],
    levelNow: 86,
    factor: 10,
    quote: [80, 80],
  },
  DELWAIT: {
    title: 'delisted while a call waits for its entry: its window ends without a result',
    draft: { ...LIMIT },
    delisted: 6,
    days: { 6: null, 7: null, 8: null, 9: null, 11: null, 13: null, 14: null, 15: null },
    seen: { 6: 'awaiting_entry delisted 800 -' },
    events: ['not_judgeable 05-06 delisted', 'unjudged 05-07'],
    status: 'unjudged',
    alert: ['ended', dayOf(6), 'delisted'],
    quote: [800, 800],
    gone: true,
  },
  SUSPEND: {
    title: 'suspended for two days, and back: nothing was missed between, and it goes on from there',
    security: { 6: 'suspended', 8: 'active' },
    days: { 6: null, 7: null, 8: flat(790), 11: STOP },
    seen: { 6: 'active suspended 800 -', 7: 'active suspended 800 -', 8: 'active' },
    events: [IN, 'not_judgeable 05-06 suspended', 'judgeable 05-08', 'sl_hit 05-11 770'],
    status: 'sl_hit',
    quote: [780, 780],
  },
  BACKFORTH: {
    title: 'to trade-for-trade, back, and there again within a week',
    days: {
      6: { series: 'BE' },
      7: { series: 'EQ' },
      8: { series: 'BE' },
      9: { series: 'BE' },
      11: { series: 'EQ' },
      13: { series: 'BE', ...TARGET },
      14: { series: 'BE' },
      15: { series: 'EQ' },
    },
    events: [IN, 'target_hit 05-13 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
  },
  HALFDAY: {
    title: 'a session of half a day, in which the stop-loss is reached: it ends at that day’s own close',
    days: { 14: STOP },
    endedAt: `${dayOf(14)}T07:00:00.000Z`,
    events: [IN, 'sl_hit 05-14 770'],
    status: 'sl_hit',
    quote: [780, 780],
  },
  TWOISINS: {
    title: 'two rows under one symbol on one day, the second in another series with another company’s ISIN',
    days: { 6: [{}, { series: 'BE', isin: 'other', p: [300, 310, 290, 300] }], 7: TARGET },
    events: [IN, 'target_hit 05-07 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
  },
  CORRECTED: {
    title: 'a corrected file after the call ended by the first one: the record stays, what is shown follows the file',
    days: { 6: STOP },
    corrected: { day: 6, known: 8, p: [790, 798, 785, 790] },
    seen: { 6: 'sl_hit', 8: 'sl_hit' },
    low: [dayOf(6), 785],
    events: [IN, 'sl_hit 05-06 770'],
    status: 'sl_hit',
    quote: [780, 780],
  },
  ROWGONE: {
    title: 'a day’s file without its row: it waits that evening, and trades on',
    days: { 6: null, 8: STOP },
    seen: { 6: 'active no_trade 800 -', 7: 'active' },
    events: [IN, 'not_judgeable 05-06 no_trade', 'judgeable 05-07', 'sl_hit 05-08 770'],
    status: 'sl_hit',
    quote: [780, 780],
  },
  HALTED: {
    title: 'halted all day: a row with the close of before and no share traded is no trade',
    draft: { valid_till: dayOf(7) },
    days: { 6: { volume: 0, p: [800, 800, 800, 800] }, 7: { volume: 0, p: [0, 0, 0, 800] }, 8: flat(790) },
    seen: { 6: 'active no_trade 800 -' },
    events: [IN, 'not_judgeable 05-06 no_trade', 'unjudged 05-07'],
    status: 'unjudged',
    quote: [790, 790],
  },
  CONSOL: {
    title: 'a consolidation of ten shares into one',
    actions: [{ purpose: 'Consolidation Of Shares From Re 1/- To Rs 10/-' }],
    days: { 6: flat(8000), 7: { p: [8700, 8850, 8690, 8800] } },
    events: [IN, 'corp_adjust 05-06 by 0.1', 'target_hit 05-07 8800'],
    status: 'target_hit',
    alert: ['done'],
    levelNow: 8600,
    factor: 0.1,
    quote: [8800, 8800],
  },
  REDUCED: {
    title: 'a capital reduction that cancels 90 shares of 100',
    actions: [{ purpose: 'Capital Reduction - 90 Shares Cancelled For Every 100 Held' }],
    days: { 6: flat(8000) },
    events: [IN, 'corp_adjust 05-06 by 0.1'],
    status: 'active',
    levels: [8000, 8800, 7700],
    levelNow: 8600,
    factor: 0.1,
    quote: [8000, 8000],
  },
  SPECDIV: {
    title: 'a special dividend of a tenth of the price',
    actions: [{ purpose: 'Special Dividend - Rs 80 Per Share' }],
    days: { 6: { p: [720, 725, 715, 720] } },
    events: [IN, 'corp_adjust 05-06 less 80, by 1'],
    status: 'active',
    levels: [720, 800, 690],
    levelNow: 774,
    factor: 800 / 720,
    quote: [720, 720],
  },
  SELLDIV: {
    title: 'a Sell on a share with a special dividend: the fall is nobody’s gain',
    draft: { call_type: 'Sell', target: 720, stop_loss: 830 },
    actions: [{ purpose: 'Special Dividend - Rs 80 Per Share' }],
    days: { 6: { p: [720, 725, 700, 720] } },
    events: [IN, 'corp_adjust 05-06 less 80, by 1'],
    status: 'active',
    levels: [720, 640, 750],
    levelNow: 774,
    factor: 800 / 720,
    quote: [720, 720],
  },
  MESSY: {
    title: 'a file with a byte-order mark, CRLF and blanks behind its cells has the same prices',
    days: { 7: TARGET },
    events: [IN, 'target_hit 05-07 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
  },
  SPLITWAIT: {
    title: 'a split while a call waits for its entry',
    draft: { ...LIMIT },
    actions: [{ purpose: 'Face Value Split From Rs 10/- To Rs 5/-' }],
    days: { 6: flat(400) },
    events: ['cancelled 05-06 Corporate action: split'],
    status: 'cancelled',
    levelNow: 430,
    factor: 2,
    quote: [400, 400],
  },
  HANDED: {
    title: 'its old symbol is given to another company, whose prices are none of its',
    renamed: { to: 'HANDEDN', from: 6 },
    days: Object.fromEntries(
      FROM_6.map((day) => [
        day,
        day < 8
          ? { symbol: 'HANDEDN' }
          : [
              { symbol: 'HANDEDN', ...(day === 13 && TARGET) },
              { symbol: 'HANDED', isin: 'other', p: at(50) },
            ],
      ]),
    ),
    events: [IN, 'target_hit 05-13 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
    names: ['HANDEDN'],
  },
  RENBON: {
    title: 'renamed and a bonus on the same day, listed under the old symbol',
    renamed: { to: 'RENBONN', from: 6 },
    actions: [{ purpose: 'Bonus 1:1' }],
    days: under('RENBONN', 'EQ', FROM_6, { 6: flat(400), 13: { p: [420, 445, 418, 442] } }),
    events: [IN, 'corp_adjust 05-06 by 2', 'target_hit 05-13 440'],
    status: 'target_hit',
    levelNow: 430,
    alert: ['done'],
    factor: 2,
    quote: [442, 442],
    names: ['RENBONN'],
  },
  LATEREN: {
    title: 'renamed in a file without ISINs, and the list of changed symbols comes a day later: it is judged again from that file on',
    renamed: { to: 'LATERENN', from: 8, known: 9 },
    days: { 8: { symbol: 'LATERENN', ...STOP }, ...under('LATERENN', 'EQ', [9, 11, 13, 14, 15]) },
    seen: { 8: 'active no_trade 800 -', 9: 'active no_trade 800 -', 11: 'sl_hit' },
    events: [IN, 'not_judgeable 05-08 no_trade', 'judgeable 05-08', 'sl_hit 05-08 770'],
    status: 'sl_hit',
    quote: [780, 780],
    names: ['LATERENN'],
  },
  THEREBACK: {
    title: 'renamed for three days, and back',
    days: { ...under('THEREBACN', 'EQ', [6, 7, 8]), 11: TARGET },
    events: [IN, 'target_hit 05-11 880'],
    status: 'target_hit',
    alert: ['done'],
    quote: [875, 875],
  },
  EXSATURDAY: {
    title: 'an ex-date on the special Saturday',
    actions: [{ purpose: 'Bonus 1:1', ex: 9 }],
    days: { 9: flat(400) },
    events: [IN, 'corp_adjust 05-09 by 2'],
    status: 'active',
    levels: [400, 440, 385],
    levelNow: 430,
    factor: 2,
    quote: [400, 400],
  },
  TWOACTS: {
    title: 'a bonus, and within the week a special dividend',
    actions: [{ purpose: 'Bonus 1:1' }, { purpose: 'Special Dividend - Rs 40 Per Share', ex: 11 }],
    days: { 6: flat(400), 11: { p: [360, 363, 358, 360] } },
    // 880 / 2 − 40, 770 / 2 − 40.
    events: [IN, 'corp_adjust 05-06 by 2', 'corp_adjust 05-11 less 40, by 1'],
    status: 'active',
    levels: [360, 400, 345],
    levelNow: 387,
    factor: (2 * 400) / 360,
    quote: [360, 360],
  },
  LISTLATE: {
    title: 'a bonus whose list comes two days late: it waits with both prices, and is judged again from the ex-date on',
    actions: [{ purpose: 'Bonus 1:1', known: 8 }],
    days: { 6: flat(400), 7: { p: [420, 445, 418, 442] } },
    seen: { 6: 'active price_step 800 400', 7: 'active price_step 800 400' },
    events: [IN, 'not_judgeable 05-06 price_step 800 400', 'corp_adjust 05-06 by 2', 'judgeable 05-06', 'target_hit 05-07 440'],
    status: 'target_hit',
    alert: ['done'],
    levelNow: 430,
    factor: 2,
    quote: [442, 442],
  },
  CALLEDOFF: {
    title: 'a bonus that a list of the ex-date itself calls off',
    actions: [{ purpose: 'Bonus 1:1' }, { purpose: 'Bonus 1:1 (Cancelled)', known: 6 }],
    days: { 6: flat(801) },
    events: [IN],
    status: 'active',
    levels: [800, 880, 770],
    quote: [801, 801],
  },
  SUSPDEL: {
    title: 'suspended, and then delisted',
    draft: { valid_till: dayOf(13) },
    security: { 6: 'suspended' },
    delisted: 11,
    days: { 6: null, 7: null, 8: null, 9: null, 11: null, 13: null, 14: null, 15: null },
    seen: { 6: 'active suspended 800 -' },
    events: [IN, 'not_judgeable 05-06 suspended', 'not_judgeable 05-11 delisted', 'unjudged 05-13'],
    status: 'unjudged',
    alert: ['ended', dayOf(6), 'delisted'],
    quote: [800, 800],
    gone: true,
  },
  HALFLAST: {
    title: 'a last day that is shortened after the publication: the call ends with the first price after the end that was signed',
    draft: { valid_till: dayOf(14) },
    days: { 14: { p: [805, 812, 800, 810] }, 15: { p: [815, 820, 811, 818] } },
    endedAt: `${dayOf(15)}T03:45:00.000Z`,
    events: [IN, 'expired 05-15 815'],
    status: 'expired',
    quote: [818, 810],
  },
  RECDATE: {
    title: 'the record date where the ex-date should stand: neither day is believed',
    actions: [{ purpose: 'Bonus 1:1', ex: 7 }],
    days: { 6: flat(400) },
    events: [IN, 'not_judgeable 05-06 price_step 800 400'],
    status: 'active',
    waits: 'price_step 05-06 800 400',
    levels: [800, 880, 770],
    year: null,
    quote: [400, 400],
  },
};

export const STORIES: Readonly<Record<string, ShareStory>> = { ...KINDS, ...TWISTS };
