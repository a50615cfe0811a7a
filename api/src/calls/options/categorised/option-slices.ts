import type { CategorisedOptions, OptionDimension } from '@vimarsh/shared/contract/categorisation/options.ts';
import { median } from '@vimarsh/shared/domain/calls/order-statistics.ts';
import { roundToTwo, type Sliced, type SliceRule, sliceFacts } from '../../reading/slicing.ts';

/** An option call as slices count it. */
export interface OptionFact extends Sliced<OptionDimension> {
  /** %. */
  readonly chance: number | null;
  /** Present for a closed call with a result; `return`: % of what was at risk. */
  readonly result: { readonly hit: boolean; readonly return: number } | null;
}

function measuresOf(facts: readonly OptionFact[], { need, figures }: SliceRule): CategorisedOptions['total'] {
  const chances = facts.flatMap(({ chance }) => (chance === null ? [] : [chance]));
  const results = facts.flatMap(({ result }) => (result === null ? [] : [result]));
  const rated = figures && results.length >= need;
  return {
    n: facts.length,
    chance: chances.length > 0 ? roundToTwo(median(chances)) : null,
    hit_rate: rated ? roundToTwo((100 * results.filter(({ hit }) => hit).length) / results.length) : null,
    avg_return: rated ? roundToTwo(results.reduce((sum, result) => sum + result.return, 0) / results.length) : null,
    sample: results.length,
    need,
  };
}

/** Option calls of one pool counted by one or two dimensions. */
export const sliceOptions = (
  facts: readonly OptionFact[],
  rows: OptionDimension,
  columns: OptionDimension | null,
  rule: SliceRule,
): Pick<CategorisedOptions, 'rows' | 'columns' | 'cells' | 'total'> => sliceFacts(facts, { rows, columns }, (group) => measuresOf(group, rule));
