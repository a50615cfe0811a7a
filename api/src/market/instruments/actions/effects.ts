import { type AdjustingAction, type Adjustment, afterAdjustment, type RightsOffer, rightsRatio } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import type { DayBar } from '../../market.ts';
import { type CorporateAction, isShareChange } from './corporate-action.ts';

/**
 * From which share of the market value on the exchange adjusts its contracts for a dividend, by ex-date, newest first: SEBI’s circulars of 28 June
 * 2022 (2 %, for dividends announced from 29 June 2022 on), 5 July 2018 (CIR/MRD/DoP-1/P/00108/2018, 5 %) and 18 December 2002
 * (SMDRP/DC/CIR-15/02, 10 %). All dividends of a day count together, and the whole amount is taken off. The exchange looks at the close before
 * the announcement; a list does not say when that was, so here it is the last close with the dividend.
 */
const SPECIAL_SHARE = [
  { since: '2022-06-29', share: 0.02 },
  { since: '2018-07-05', share: 0.05 },
  { since: '', share: 0.1 },
] as const;

export const isSpecialDividend = (amount: number, close: number, day: string): boolean =>
  amount < close && amount >= SPECIAL_SHARE.find(({ since }) => since <= day)!.share * close;

/** One share at a price before actions, in ₹ after them. Actions of one day: what is paid is paid on the old shares. */
export function priceAfter(before: number, actions: readonly CorporateAction[]): number {
  return byDay(actions).reduce((price, [, own]) => {
    const { amount, ratio } = paidAndDivided(own, price);
    return (price - amount) / ratio;
  }, before);
}

function paidAndDivided(own: readonly CorporateAction[], price: number): { amount: number; ratio: number } {
  const amount = sumOf(own.flatMap((action) => ('amount' in action ? [action.amount] : [])));
  let ratio = 1;
  for (const action of own) {
    if (isShareChange(action)) ratio *= action.ratio;
    else if (action.type === 'rights') ratio *= action.ratio ?? rightsRatio({ ...action, close: price - amount });
    else if ('ratio' in action) ratio *= action.ratio;
  }
  return { amount, ratio };
}

/** Amounts, ₹, added as decimals of 8 digits: lists have some below a paisa, and a sum of doubles would be signed as 102.75999999999999. */
const sumOf = (amounts: readonly number[]): number => Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(8));

/** Actions by ex-date, oldest first. */
export const byDay = (actions: readonly CorporateAction[]): [string, CorporateAction[]][] =>
  [...Map.groupBy(actions, ({ day }) => day)].toSorted(([one], [other]) => (one < other ? -1 : 1));

/**
 * Actions of one share with what only prices tell: the price that a right is taken from, and whether a dividend is a special one. `bars` are its days
 * as traded, in order. What is still to come is measured by the last close there is: on the morning of its ex-date that is the one.
 */
export function measured(actions: readonly CorporateAction[], bars: readonly { readonly day: string; readonly c: number }[]): CorporateAction[] {
  let [at, close, closedOn] = [0, null as number | null, ''];
  return byDay(actions).flatMap(([day, lines]) => {
    const own = oneDividend(lines);
    while (at < bars.length && bars[at]!.day < day) at += 1;
    const last = bars[at - 1];
    // With no trade between two ex-dates, the second starts from the price that the first has left.
    if (last && (close === null || last.day >= closedOn)) close = last.c;
    if (close === null) return own;
    const cum = close;
    const known = own.map((action) => measuredBy(action, own, cum));
    close = priceAfter(cum, known);
    closedOn = day;
    return known;
  });
}

/** All dividends of a day are one: together they are a special one, or not. */
function oneDividend(own: readonly CorporateAction[]): readonly CorporateAction[] {
  const paid = own.filter((action) => action.type === 'dividend');
  const [first] = paid;
  if (!first || paid.length === 1) return own;
  const together = { ...first, amount: sumOf(paid.map(({ amount }) => amount)) };
  return [...own.filter((action) => action.type !== 'dividend'), together];
}

function measuredBy(action: CorporateAction, own: readonly CorporateAction[], close: number): CorporateAction {
  if (action.type === 'dividend') return isSpecialDividend(action.amount, close, action.day) ? { ...action, type: 'special_dividend', close } : action;
  if (action.type === 'rights') {
    const paid = sumOf(own.flatMap((each) => (each.type === 'dividend' ? [each.amount] : [])));
    const cum = Math.round(100 * (close - paid)) / 100;
    return { ...action, close: cum, ratio: rightsRatio({ ...action, close: cum }) };
  }
  return action.type === 'demerger' || action.type === 'scheme' || action.type === 'exchange_adjustment' ? { ...action, close } : action;
}

/** How many shares of an IST day are one of an earlier day: 5 after a split into five. `to` left out: of all that is known. */
export const sharesFor = (actions: readonly CorporateAction[], from: string, to?: string): number =>
  actions.reduce((shares, action) => (isShareChange(action) && isBetween(action, from, to) ? shares * action.ratio : shares), 1);

/** By what prices of an IST day are divided to stand beside those of a later one: shares, rights, special dividends, and the exchange’s adjustments. */
export const pricesFor = (actions: readonly CorporateAction[], from: string, to?: string): number =>
  actions.reduce((factor, action) => (isBetween(action, from, to) ? factor * factorOf(action) : factor), 1);

const isBetween = ({ day }: CorporateAction, from: string, to?: string): boolean => from < day && (to === undefined || day <= to);

function factorOf(action: CorporateAction): number {
  switch (action.type) {
    case 'special_dividend':
      return action.close / (action.close - action.amount);
    case 'rights':
      return action.ratio ?? 1;
    case 'demerger':
    case 'scheme':
    case 'exchange_adjustment':
      return action.ratio * (action.amount > 0 && action.close !== null && action.close > action.amount ? action.close / (action.close - action.amount) : 1);
    case 'dividend':
    case 'halt':
      return 1;
    default:
      return action.ratio;
  }
}

/** By what prices of one IST day are divided to stand beside those of another, earlier or later. */
export const factorBetween = (actions: readonly CorporateAction[], day: string, other: string): number =>
  day <= other ? pricesFor(actions, day, other) : 1 / pricesFor(actions, other, day);

/** The effect of one ex-date on levels: less `amount` ₹, then divided by `ratio`. Null where it has none. */
export interface LevelChange extends Adjustment {
  /** All kinds that take part, in the order of the list. */
  readonly actions: readonly AdjustingAction[];
  /** The terms from which the ratio of a rights issue follows. */
  readonly rights: RightsOffer | null;
}

export function levelChange(own: readonly CorporateAction[]): LevelChange | null {
  const adjusting = own.filter((action) => action.type !== 'dividend' && action.type !== 'halt');
  const rights = adjusting.find((action) => action.type === 'rights');
  const { amount, ratio } = paidAndDivided(adjusting, Number.NaN);
  if (!(ratio > 0) || (amount === 0 && ratio === 1)) return null;
  return {
    actions: adjusting.map(({ type }) => type),
    amount,
    ratio: Number(ratio.toFixed(8)),
    rights: rights && rights.close !== null ? { given: rights.given, held: rights.held, price: rights.price, close: rights.close } : null,
  };
}

/** A level that was set on one IST day as it stands on a later one, ₹, by the rule that moves the levels of calls; unrounded. */
export const levelOn = (actions: readonly CorporateAction[], level: number, from: string, to: string): number =>
  byDay(actions.filter((action) => isBetween(action, from, to))).reduce((price, [, own]) => {
    const change = levelChange(own);
    return change ? afterAdjustment(price, change) : price;
  }, level);

/** Ex-dates on which prices before them were divided, and by what. */
export const priceChanges = (actions: readonly CorporateAction[], to: string): { day: string; ratio: number }[] =>
  byDay(actions.filter(({ day }) => day <= to)).flatMap(([day, own]) => {
    const ratio = own.reduce((factor, action) => factor * factorOf(action), 1);
    return ratio === 1 ? [] : [{ day, ratio }];
  });

/**
 * Days as traded in prices of one IST day: the adjusted series. Prices are divided by the factor of every action between; volumes follow the count of
 * shares alone. A day's previous close is on that day's own basis already.
 */
export const adjustedBars = (bars: readonly DayBar[], actions: readonly CorporateAction[], on: string): DayBar[] =>
  bars.map((bar) => {
    const factor = factorBetween(actions, bar.day, on);
    const shares = bar.day <= on ? sharesFor(actions, bar.day, on) : 1 / sharesFor(actions, on, bar.day);
    if (factor === 1 && shares === 1) return bar;
    return { ...bar, o: bar.o / factor, h: bar.h / factor, l: bar.l / factor, c: bar.c / factor, prev_close: bar.prev_close / factor, v: bar.v * shares };
  });
