import type { CorporateAction, ExchangeAdjustment, ShareChange } from '../../instruments/actions/corporate-action.ts';
import { type Purpose, readPurpose } from '../../instruments/actions/purpose.ts';
import { type ActionRow, LONGEST_PURPOSE } from './actions-layout.ts';
import type { AdjustmentRow } from './adjustment-layout.ts';

/** Contents of the imported lists of corporate actions. */
export interface KnownActions {
  /** Actions that change prices, by symbol, oldest first. Several of one kind on a day are one. */
  readonly bySymbol: ReadonlyMap<string, readonly CorporateAction[]>;
  /** Words of lines that tell no figure and may move prices all the same, by `SYMBOL day`: debentures given out, a merger. */
  readonly unmeasured: ReadonlyMap<string, string>;
  /** By symbol, the ex-dates on which its price may have changed by more than trading, and no line says surely by how much or whether. */
  readonly unclear: ReadonlyMap<string, readonly string[]>;
  /** By symbol, the ex-dates on which the company goes into another: its holders get shares of that. */
  readonly merged: ReadonlyMap<string, readonly string[]>;
  /** Whether a complete list covers an IST day. */
  readonly covers: (day: string) => boolean;
}

/** A line on file, with what its words do to a price as they are read now. */
export type ActionLine = ActionRow & { readonly effect: Purpose };

/** The part that was cut off long words may call the action off, so the reading of the whole words counts. */
export function effectOf({ purpose, face_value, ratio, dividend }: ActionRow): Purpose {
  const read = readPurpose(purpose, face_value);
  return purpose.length < LONGEST_PURPOSE ? read : { ...read, ratio, dividend, rights: null };
}

export const actionKey = ({ symbol, day }: Pick<ActionRow, 'symbol' | 'day'>): string => `${symbol} ${day}`;

/** Actions by lists and by the exchange's own adjustments together. `complete`: first and last days of lists that name every action between. */
export function knownActions(
  lines: readonly ActionLine[],
  adjustments: readonly AdjustmentRow[],
  complete: readonly { readonly first: string; readonly last: string }[],
): KnownActions {
  const bySymbol = new Map<string, CorporateAction[]>();
  const unmeasured = new Map<string, string>();
  const unclear = new Map<string, readonly string[]>();
  const merged = new Map<string, readonly string[]>();
  const ofDay = Map.groupBy(lines, actionKey);
  const published = new Map(adjustments.map((row) => [actionKey(row), row]));
  for (const key of [...new Set([...ofDay.keys(), ...published.keys()])].toSorted()) {
    const [symbol = '', day = ''] = key.split(' ');
    const own = ofDay.get(key) ?? [];
    const all = bySymbol.get(symbol) ?? [];
    bySymbol.set(symbol, all);
    if (own.some(({ purpose }) => MERGER.test(purpose))) merged.set(symbol, [...(merged.get(symbol) ?? []), day]);
    const adjustment = published.get(key);
    if (adjustment) {
      all.push(adjustmentOf(adjustment, own));
      continue;
    }
    if (own.some(({ effect }) => effect.isUnclear)) unclear.set(symbol, [...(unclear.get(symbol) ?? []), day]);
    all.push(...actionsOf(symbol, day, own));
    const other = own.find(({ effect: { ratio, dividend, rights } }) => ratio === null && dividend === null && rights === null);
    if (other) unmeasured.set(key, other.purpose);
  }
  return { bySymbol, unmeasured, unclear, merged, covers: (day) => complete.some(({ first, last }) => first <= day && day <= last) };
}

/** `Amalgamation`, `Scheme Of Amalgamation/Merger`; a demerger leaves the company as it is. */
const MERGER = /\bamalgamation\b|\bmerger\b/i;

/** Lines of one share on one day as actions: what changes its count is one change, whatever the number of lines, and so is what is paid. */
function actionsOf(symbol: string, day: string, lines: readonly ActionLine[]): CorporateAction[] {
  // Where a line of the day is in doubt, so is what all of them add up to.
  const isSure = lines.every(({ effect }) => !effect.isUnclear);
  const changing = lines.filter(({ effect }) => effect.ratio !== null);
  const ratio = changing.reduce((product, { effect }) => product * effect.ratio!, 1);
  const dividend = lines.reduce((sum, { effect }) => sum + (effect.dividend ?? 0), 0);
  const offers = lines.flatMap(({ effect }) => (effect.rights ? [effect.rights] : []));
  return [
    ...(isSure && changing.length > 0 && ratio !== 1 ? [{ symbol, day, type: changeType(changing, ratio), ratio }] : []),
    ...(isSure ? offers.map((terms) => ({ symbol, day, type: 'rights' as const, ...terms, ratio: null, close: null })) : []),
    ...(dividend > 0 ? [{ symbol, day, type: 'dividend' as const, amount: dividend }] : []),
  ];
}

function changeType(changing: readonly ActionLine[], ratio: number): ShareChange['type'] {
  const kinds = new Set(changing.flatMap(({ effect }) => effect.kinds).filter((kind) => kind === 'bonus' || kind === 'reduction' || kind === 'consolidation'));
  const splits = changing.some(({ effect }) => effect.kinds.includes('split'));
  const [only] = kinds;
  if (only !== undefined && kinds.size === 1 && !splits) return only;
  return ratio < 1 ? 'consolidation' : 'split';
}

/** The exchange's own word, named after what the list calls the day. */
function adjustmentOf({ symbol, day, subtract, multiply }: AdjustmentRow, lines: readonly ActionLine[]): ExchangeAdjustment {
  const kinds = lines.flatMap(({ effect }) => effect.kinds);
  const type = kinds.includes('demerger') ? 'demerger' : kinds.includes('scheme') ? 'scheme' : 'exchange_adjustment';
  return { symbol, day, type, ratio: Number((1 / multiply).toFixed(8)), amount: subtract, close: null };
}
