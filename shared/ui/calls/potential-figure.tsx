import type { Call } from '../../contract/calls/types.ts';
import { formatFloat, formatInr, formatPercent } from '../../domain/text/formats.ts';
import { Computed } from '../floats/computed.tsx';
import { entryText } from './call.view.ts';
import { FORMULA, POTENTIAL_RETURN_HOW } from './call-formulas.ts';
import { figureCss } from './result-figure.tsx';

/** The potential return of an open call as published. It explains itself. */
export function PotentialFigure({ call }: { call: Call }) {
  return (
    <span css={figureCss}>
      <Computed
        label="the potential as published"
        how={`${POTENTIAL_RETURN_HOW} ${FORMULA[call.call_type]}`}
        inputs={[
          ['Entry', entryText(call)],
          ['Published price', formatInr(call.price)],
          ['Target', formatInr(call.target_price)],
          ['Risk-reward', formatFloat(call.risk_reward)],
        ]}
        asOf={call.published_at}
      >
        {formatPercent(call.potential_return)}
      </Computed>
    </span>
  );
}
