import type { LastResults } from '../../../contract/calls/public-view.ts';
import { istDay } from '../../market/calendar.ts';
import { roundTo } from '../../text/formats.ts';
import { MIN_SAMPLE } from '../record-rules.ts';
import { LuckSum } from './chance.ts';
import { isCounted } from './counted.ts';
import type { ClosedRecord } from './performance.ts';

/** As many calls as one can still see one by one. */
export const MOST_RESULTS = 100;
/** Columns of dots that fit beside each other. */
const MOST_COLUMNS = 32;
/** Widths of a column, % of return. */
const STEPS = [0.5, 1, 2, 5, 10, 25, 50, 100, 1000];

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : roundTo(values.reduce((total, value) => total + value, 0) / values.length, 2);

/** A call that ended, and what lists show of it, % after costs; null where it has no result. */
export interface ShownRecord {
  readonly record: ClosedRecord;
  readonly made: number | null;
}

/**
 * The results of the calls that ended last, with what chance alone would have made of the same stops and targets. `shown` stand by
 * their end, the latest first. A call gained when a follower earned more than its costs, so that the sign of its row in a list, the colour
 * of its dot and the count say the same. Null below ten calls.
 */
export function lastResultsOf(shown: readonly ShownRecord[]): LastResults | null {
  const counted = shown
    .flatMap(({ record, made }) => (isCounted(record) && made !== null ? [{ record, gained: made > 0, change: made, at: record.exit.ts }] : []))
    .slice(0, MOST_RESULTS);
  if (counted.length < MIN_SAMPLE) return null;
  const [gained, lost] = [true, false].map((way) => counted.filter((one) => one.gained === way).map(({ change }) => change)) as [number[], number[]];
  const ends = counted.map(({ at }) => at);
  const luck = new LuckSum();
  for (const { record, gained: hasGained } of counted) luck.add(record, hasGained);
  const { expected, verdict } = luck.result();
  const { step, columns } = columnsOf(counted);
  return {
    from: istDay(new Date(Math.min(...ends))),
    to: istDay(new Date(Math.max(...ends))),
    gained: gained.length,
    avg_gain: mean(gained),
    lost: lost.length,
    avg_loss: mean(lost),
    average: mean(counted.map(({ change }) => change))!,
    by_chance: Math.round(expected),
    apart: verdict !== 'luck',
    lowest: roundTo(Math.min(...counted.map(({ change }) => change)), 2),
    highest: roundTo(Math.max(...counted.map(({ change }) => change)), 2),
    step,
    columns,
  };
}

/** Share of the calls on a side that may be drawn in the outermost column, so that a few do not press all others together. */
const FURTHER_OUT = 0.03;

/** The finest columns that fit, empty ones left out. */
function columnsOf(counted: readonly { readonly change: number; readonly gained: boolean }[]): Pick<LastResults, 'step' | 'columns'> {
  const changes = counted.map(({ change }) => change).toSorted((a, b) => a - b);
  const out = Math.floor(FURTHER_OUT * changes.length);
  const [low, high] = [changes[out]!, changes.at(-1 - out)!];
  const step = STEPS.find((width) => Math.floor(high / width) - Math.floor(low / width) < MOST_COLUMNS) ?? STEPS.at(-1)!;
  const by = Map.groupBy(counted, ({ change }) => Math.floor(Math.min(high, Math.max(low, change)) / step));
  const columns = [...by]
    .toSorted(([a], [b]) => a - b)
    .map(([place, calls]) => {
      const gains = calls.filter(({ gained }) => gained).length;
      return { from: roundTo(place * step, 1), gained: gains, lost: calls.length - gains };
    });
  return { step, columns };
}
