import type { Categorised, Category, Cell, Dimension } from '@vimarsh/shared/contract/categorisation/types.ts';
import { median } from '@vimarsh/shared/domain/calls/equity/performance.ts';

/** A value of a dimension and its rank. Values of equal rank are sorted by number of calls. */
export interface Placed extends Category {
  readonly place: number;
}

/** A call as slices count it. */
export interface SliceFact {
  readonly categories: Readonly<Partial<Record<Dimension, Placed>>>;
  /** %. */
  readonly potential: number;
  readonly progress: number | null;
  /** Present for a closed call with a result. */
  readonly result: { readonly hit: boolean; readonly r: number } | null;
}

export interface SliceRule {
  /** The minimum number of results for a rate. */
  readonly need: number;
  /** Whether results may be shown at all. */
  readonly figures: boolean;
}

type Measures = Categorised['total'];
const two = (value: number): number => Math.round(value * 100) / 100 + 0;

function measuresOf(facts: readonly SliceFact[], { need, figures }: SliceRule): Measures {
  const moves = facts.flatMap(({ progress }) => (progress === null ? [] : [progress]));
  const results = facts.flatMap(({ result }) => (result === null ? [] : [result]));
  const rated = figures && results.length >= need;
  return {
    n: facts.length,
    potential: facts.length ? two(median(facts.map(({ potential }) => potential))) : null,
    progress: moves.length ? two(median(moves)) : null,
    hit_rate: rated ? two((100 * results.filter(({ hit }) => hit).length) / results.length) : null,
    avg_r: rated ? two(results.reduce((sum, { r }) => sum + r, 0) / results.length) : null,
    sample: results.length,
    need,
  };
}

/** The values of a dimension that occur, in order. */
function valuesOf(facts: readonly SliceFact[], dimension: Dimension): Category[] {
  const groups = [...Map.groupBy(facts, ({ categories }) => categories[dimension]!.key).values()];
  return groups
    .map((group) => ({ ...group[0]!.categories[dimension]!, n: group.length }))
    .toSorted((a, b) => a.place - b.place || b.n - a.n || a.label.localeCompare(b.label))
    .map(({ key, label }) => ({ key, label }));
}

/** Calls counted by one or two dimensions. Every fact must have a category of each. */
export function sliceBy(
  facts: readonly SliceFact[],
  rows: Dimension,
  columns: Dimension | null,
  rule: SliceRule,
): Pick<Categorised, 'rows' | 'columns' | 'cells' | 'total'> {
  const keyOf = (fact: SliceFact, dimension: Dimension): string => fact.categories[dimension]!.key;
  const cells: Cell[] = [];
  for (const [row, group] of Map.groupBy(facts, (fact) => keyOf(fact, rows))) {
    cells.push({ row, column: '', ...measuresOf(group, rule) });
    if (columns === null) continue;
    for (const [column, part] of Map.groupBy(group, (fact) => keyOf(fact, columns))) cells.push({ row, column, ...measuresOf(part, rule) });
  }
  return { rows: valuesOf(facts, rows), columns: columns === null ? [] : valuesOf(facts, columns), cells, total: measuresOf(facts, rule) };
}
