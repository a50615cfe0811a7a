import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import type { Dictionary } from '../src/hindi/hindi-texts.ts';
import { Spoken } from '../src/insight/words.tsx';
import { StrategyBuilder } from '../src/options/strategy.view.tsx';

export interface StrategyProps {
  readonly data: OptionsInsight;
  /** Of the insight around; this chunk has a context of its own. */
  readonly dictionary: Dictionary | null;
}

/** The strategy chunk: a builder of its own for each symbol and expiry. */
export const part = ({ data, dictionary }: StrategyProps) => (
  <Spoken dictionary={dictionary}>
    <StrategyBuilder key={`${data.symbol} ${data.expiry}`} data={data} />
  </Spoken>
);
