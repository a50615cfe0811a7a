import type { Categorised, Dimension } from '@vimarsh/shared/contract/categorisation/types.ts';
import { median } from '@vimarsh/shared/domain/calls/order-statistics.ts';
import { roundToTwo, type Sliced, type SliceRule, sliceFacts } from '../../reading/slicing.ts';

/** A call as slices count it. */
export interface SliceFact extends Sliced<Dimension> {
  /** %. */
  readonly potential: number;
  readonly progress: number | null;
  /** Result so far of a live call, % after costs. */
  readonly made: number | null;
  /** Present for a closed call with a result. */
  readonly result: { readonly hit: boolean; readonly r: number } | null;
}

type Measures = Categorised['total'];

function measuresOf(facts: readonly SliceFact[], { need, figures }: SliceRule): Measures {
  const moves = facts.flatMap(({ progress }) => (progress === null ? [] : [progress]));
  const made = facts.flatMap((fact) => (fact.made === null ? [] : [fact.made]));
  const results = facts.flatMap(({ result }) => (result === null ? [] : [result]));
  const rated = figures && results.length >= need;
  return {
    n: facts.length,
    potential: facts.length ? roundToTwo(median(facts.map(({ potential }) => potential))) : null,
    progress: moves.length ? roundToTwo(median(moves)) : null,
    moving: moves.length,
    made: made.length ? roundToTwo(median(made)) : null,
    made_by: made.length,
    hit_rate: rated ? roundToTwo((100 * results.filter(({ hit }) => hit).length) / results.length) : null,
    avg_r: rated ? roundToTwo(results.reduce((sum, { r }) => sum + r, 0) / results.length) : null,
    sample: results.length,
    need,
  };
}

/** Calls counted by one or two dimensions. */
export const sliceBy = (
  facts: readonly SliceFact[],
  rows: Dimension,
  columns: Dimension | null,
  rule: SliceRule,
): Pick<Categorised, 'rows' | 'columns' | 'cells' | 'total'> => sliceFacts(facts, { rows, columns }, (group) => measuresOf(group, rule));
