import { CALL_TYPES, type Call } from '@vimarsh/shared/contract/calls/types.ts';
import type { ChartLevel } from '@vimarsh/shared/ui/charts/chart.types.ts';

export interface StockGroup {
  readonly stock: string;
  readonly stock_name: string;
  readonly calls: readonly Call[];
  /** "2 Buy · 1 Sell": how many of the calls in this list are of each type. */
  readonly sides: string;
}

/** Calls under their stocks; stocks in the order in which their first call stands in the list, calls in theirs. */
export function byStock(calls: readonly Call[]): StockGroup[] {
  return [...Map.groupBy(calls, ({ stock }) => stock)].map(([stock, own]) => ({
    stock,
    stock_name: own[0]!.stock_name,
    calls: own,
    sides: CALL_TYPES.flatMap((type) => {
      const count = own.filter(({ call_type }) => call_type === type).length;
      return count > 0 ? [`${count} ${type}`] : [];
    }).join(' · '),
  }));
}

/** More lines than this can't be told apart in one chart. */
export const MOST_OVERLAID = 4;

/** The calls whose levels one chart shows: the chosen one and the compared one first, then the others as they are listed. */
export function overlaid(group: readonly Call[], first: readonly string[]): Call[] {
  const rank = ({ id }: Call): number => (first.includes(id) ? first.indexOf(id) : first.length);
  return group.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_OVERLAID);
}

const letter = (at: number): string => String.fromCharCode(65 + at);

/** One short name for each overlaid call: "A", "B", …; the table under the chart says whose. */
export const lettersOf = (calls: readonly Call[]): ReadonlyMap<string, string> => new Map(calls.map(({ id }, at) => [id, letter(at)]));

/** Entry, target and stop-loss of several calls as lines of one chart, each with the letter of its call. */
export const stockLevels = (calls: readonly Call[]): ChartLevel[] =>
  calls.flatMap((call, at) => {
    const line = (key: string, label: string, value: number, tone: ChartLevel['tone']): ChartLevel => ({
      key: `${call.id} ${key}`,
      label: `${letter(at)} ${label}`,
      value,
      tone: tone!,
    });
    return [
      line('target', 'Target', call.target_price, 'gain'),
      line('entry', call.entry_fill ? 'Entered' : 'Entry', call.entry_fill?.price ?? call.price, 'neutral'),
      line('stop', 'Stop', call.stop_loss, 'loss'),
    ];
  });
