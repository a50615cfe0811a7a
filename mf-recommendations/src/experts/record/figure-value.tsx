import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';

/** Shares of calls are neither gained nor lost. */
const PLAIN = new Set(['hit_rate', 'driftless', 'early', 'lapsed']);

/** A figure of a record, which explains itself; why there is none where there is none. */
export function FigureValue({ figure, asOf }: { figure: Figure; asOf: string }) {
  const { key, label, value, unit, note, how, inputs } = figure;
  if (value === null) return <span>{note}</span>;
  return (
    <Computed label={label} how={how} inputs={inputs} asOf={asOf}>
      {unit === 'inr' ? (
        `₹${formatNumber(value)}`
      ) : unit !== 'pct' ? (
        formatNumber(value, unit === 'count' ? 0 : 2)
      ) : PLAIN.has(key) ? (
        `${formatNumber(value, 2)}%`
      ) : (
        <Change pct={value} />
      )}
    </Computed>
  );
}
