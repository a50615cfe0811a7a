import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { Spoken, type Words } from '../src/insight/words.tsx';
import { StrategyBuilder } from '../src/options/strategy.view.tsx';

export interface StrategyProps {
  readonly data: OptionsInsight;
  /** Of the insight around; this chunk has a context of its own. */
  readonly words: Words | null;
}

/** The strategy chunk: a builder of its own for each symbol and expiry. */
export const part = ({ data, words }: StrategyProps) => (
  <Spoken words={words}>
    <StrategyBuilder key={`${data.symbol} ${data.expiry}`} data={data} />
  </Spoken>
);
