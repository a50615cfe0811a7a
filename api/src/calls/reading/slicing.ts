import { type Bucket, bucketOf } from '@vimarsh/shared/domain/calls/buckets.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { monthName } from '@vimarsh/shared/domain/text/months.ts';
import { Fail } from '../../platform/platform.ts';

/** Calls closed within a year are counted, up to this many. */
export const YEAR_MS = 365 * 86_400_000;
export const MOST = 20_000;
/** How many calls of a slice are listed below its counts. */
export const LISTED = 20;
/** The minimum sample of a rate over several experts' calls. A rate over one expert's calls needs the sample of that expert's figures. */
export const LEAST = 5;

interface Category {
  readonly key: string;
  readonly label: string;
}

/** A value of a dimension and its rank. Values of equal rank are sorted by number of calls. */
export interface Placed extends Category {
  readonly place: number;
}

/** What a call is, by the dimensions of its kind. */
export interface Sliced<D extends string> {
  readonly categories: Readonly<Partial<Record<D, Placed>>>;
}

const LAST = 99;

export const placed = (key: string, label: string, place = 0): Placed => ({ key, label, place });

/** What could not be told, after everything that could. */
export const unknown = (label: string): Placed => placed('unknown', label, LAST);

export function inBucket(buckets: readonly Bucket[], value: number | null, missing: string): Placed {
  const found = bucketOf(buckets, value);
  return found ? placed(found.key, found.label, buckets.indexOf(found)) : unknown(missing);
}

const STATUS_NAMES: Readonly<Record<string, string>> = {
  target_hit: 'Target hit',
  sl_hit: 'Stop-loss hit',
  exited: 'Exited early',
  expired: 'Expired',
  lapsed: 'Never entered',
  cancelled: 'Cancelled',
  unjudged: 'Not judgeable',
};

/** How a call ended, and in which month, the newest first. */
export function ending(status: string, ended_at: Date): { status: Placed; month: Placed } {
  const ended = istDay(ended_at);
  const [year, month] = ended.split('-').map(Number) as [number, number];
  return {
    status: placed(status, STATUS_NAMES[status] ?? status, Object.keys(STATUS_NAMES).indexOf(status)),
    month: placed(ended.slice(0, 7), monthName(ended), -(year * 12 + month)),
  };
}

export const roundToTwo = (value: number): number => Math.round(value * 100) / 100 + 0;

export interface SliceRule {
  /** The minimum number of results for a rate. */
  readonly need: number;
  /** Whether results may be shown at all. */
  readonly figures: boolean;
}

/** The values of a dimension that occur, in order. */
function valuesOf<D extends string>(facts: readonly Sliced<D>[], dimension: D): Category[] {
  return [...Map.groupBy(facts, ({ categories }) => categories[dimension]!.key).values()]
    .map((group) => ({ ...group[0]!.categories[dimension]!, n: group.length }))
    .toSorted((a, b) => a.place - b.place || b.n - a.n || a.label.localeCompare(b.label))
    .map(({ key, label }) => ({ key, label }));
}

/** Calls counted by one or two dimensions, each group by what is measured of its kind. Every fact must have a category of each. */
export function sliceFacts<D extends string, Fact extends Sliced<D>, Measures>(
  facts: readonly Fact[],
  { rows, columns }: { rows: D; columns: D | null },
  measure: (facts: readonly Fact[]) => Measures,
): { rows: Category[]; columns: Category[]; cells: ({ row: string; column: string } & Measures)[]; total: Measures } {
  const keyOf = (fact: Fact, dimension: D): string => fact.categories[dimension]!.key;
  const cells: ({ row: string; column: string } & Measures)[] = [];
  for (const [row, group] of Map.groupBy(facts, (fact) => keyOf(fact, rows))) {
    cells.push({ row, column: '', ...measure(group) });
    if (columns === null) continue;
    for (const [column, part] of Map.groupBy(group, (fact) => keyOf(fact, columns))) cells.push({ row, column, ...measure(part) });
  }
  return { rows: valuesOf(facts, rows), columns: columns === null ? [] : valuesOf(facts, columns), cells, total: measure(facts) };
}

interface Filter<D> {
  readonly dimension: D;
  readonly key: string;
}

/** The dimensions that a question keeps to one value. */
export const filtersOf = <D extends string>(dimensions: readonly D[], query: Readonly<Partial<Record<D, string>>>): Filter<D>[] =>
  dimensions.flatMap((dimension) => {
    const key = query[dimension];
    return key === undefined ? [] : [{ dimension, key }];
  });

export const fits = <D extends string>(filters: readonly Filter<D>[], { categories }: Sliced<D>): boolean =>
  filters.every(({ dimension, key }) => categories[dimension]!.key === key);

/** Filters with the label of their value, or its key if no call has it. */
export const labelled = <D extends string>(filters: readonly Filter<D>[], facts: readonly Sliced<D>[]): { dimension: D; key: string; label: string }[] =>
  filters.map(({ dimension, key }) => {
    const value = facts.map(({ categories }) => categories[dimension]!).find((category) => category.key === key);
    return { dimension, key, label: value?.label ?? key };
  });

/** Counts by status would be a hit rate where figures are not allowed, so closed calls lack it there. */
export const countable = <D extends string>(closed: readonly D[], figures: boolean): D[] => closed.filter((dimension) => figures || dimension !== 'status');

/** Throws BAD_REQUEST for a dimension the view lacks, and for columns that are the rows. */
export function requireDimensions<D extends string>(
  view: 'live' | 'closed',
  available: readonly D[],
  { rows, columns, filters }: { rows: D; columns: D | null; filters: readonly Filter<D>[] },
): void {
  const asked = [rows, ...(columns === null ? [] : [columns]), ...filters.map(({ dimension }) => dimension)];
  const foreign = asked.find((dimension) => !available.includes(dimension));
  if (foreign)
    throw new Fail('BAD_REQUEST', { problems: [{ path: foreign, message: `${view === 'live' ? 'Live' : 'Closed'} calls are not counted by this` }] });
  if (rows === columns) throw new Fail('BAD_REQUEST', { problems: [{ path: 'columns', message: 'The same as the rows' }] });
}
