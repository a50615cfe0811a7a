import type { SymbolChange } from './instrument-lists.ts';

/** A stretch of days in which a share carried a symbol: from a day on, up to the next stretch. */
export interface CarriedSymbol {
  readonly symbol: string;
  /** IST day; '' for the first one. */
  readonly from: string;
}

/** Changes by the symbol they begin and end with, each list in the order of days. */
export interface ChangeIndex {
  readonly byOld: ReadonlyMap<string, readonly SymbolChange[]>;
  readonly byNew: ReadonlyMap<string, readonly SymbolChange[]>;
}

export function indexChanges(changes: readonly SymbolChange[]): ChangeIndex {
  const inOrder = changes.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  return { byOld: Map.groupBy(inOrder, ({ old_symbol }) => old_symbol), byNew: Map.groupBy(inOrder, ({ new_symbol }) => new_symbol) };
}

/** No share is renamed more often. */
const MOST_CHANGES = 50;

/**
 * The symbols of a share over time, from one that it is known to have carried on a day. A symbol may be given to another company years later: so
 * each step goes to the nearest change in time, and none goes back behind the listing. `on` null: the day is not known; then it is that of the last
 * change to the symbol, or a day before all.
 */
export function symbolHistory(symbol: string, on: string | null, changes: ChangeIndex, listed = ''): CarriedSymbol[] {
  const start = on ?? changes.byNew.get(symbol)?.at(-1)?.day ?? '';
  const before: CarriedSymbol[] = [];
  let [name, day] = [symbol, start];
  // A change on the start day itself has led to the symbol.
  let inclusive = true;
  for (let steps = 0; steps < MOST_CHANGES; steps++) {
    const change = changes.byNew.get(name)?.findLast((one) => (inclusive ? one.day <= day : one.day < day) && one.day >= listed);
    inclusive = false;
    before.unshift({ symbol: name, from: change?.day ?? '' });
    if (!change) break;
    [name, day] = [change.old_symbol, change.day];
  }
  const after: CarriedSymbol[] = [];
  [name, day] = [symbol, start];
  for (let steps = 0; steps < MOST_CHANGES; steps++) {
    const change = changes.byOld.get(name)?.find((one) => one.day > day);
    if (!change) break;
    after.push({ symbol: change.new_symbol, from: change.day });
    [name, day] = [change.new_symbol, change.day];
  }
  return [...before, ...after];
}

/** The symbol carried on an IST day. */
export const symbolOn = (history: readonly CarriedSymbol[], day: string): string => (history.findLast(({ from }) => from <= day) ?? history[0]!).symbol;
