import { css } from '@emotion/react';
import type { AlertContract } from '@vimarsh/shared/contract/alerts/types.ts';
import { readOptionsInsight } from '@vimarsh/shared/contract/options-insight/routes.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { useEffect, useState } from 'react';

const pairCss = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-12);
`;
const quietCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

type Chain = Data<typeof readOptionsInsight>;

/** Whose open interest is meant: all options of the nearest expiry (null), or one contract of the chain; undefined until it is there to be chosen. */
export function ContractFields({ symbol, onChange }: { symbol: string; onChange: (contract: AlertContract | null | undefined) => void }) {
  const session = useSessionApi();
  const [one, setOne] = useState(false);
  const [type, setType] = useState<'CE' | 'PE'>('CE');
  const [expiry, setExpiry] = useState('');
  const [strike, setStrike] = useState(0);
  const [chain, setChain] = useState<Chain | 'failed' | null>(null);
  // What was chosen for another symbol, or before another kind of alert, is nobody's any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => onChange(null), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another expiry alone.
  useEffect(() => {
    if (!one) return;
    const stop = new AbortController();
    const query = expiry ? { expiry } : {};
    void session.request(readOptionsInsight, { params: { indice: symbol }, query }, { quiet: true, signal: stop.signal }).then(({ data }) => {
      if (stop.signal.aborted) return;
      setChain(data ?? 'failed');
      if (data) choose({ type, expiry: data.expiry, strike: data.rows.some((row) => row.strike === strike) ? strike : data.atm });
    });
    return () => stop.abort();
  }, [session, symbol, one, expiry]);

  function choose(contract: AlertContract) {
    setType(contract.type);
    setStrike(contract.strike);
    onChange(contract);
  }

  const known = chain && chain !== 'failed' ? chain : null;
  return (
    <>
      <SelectField
        label="Of"
        value={one ? 'one' : 'all'}
        options={[
          { value: 'all', label: 'All options of the nearest expiry' },
          { value: 'one', label: 'One contract' },
        ]}
        onChange={(to) => {
          setOne(to === 'one');
          onChange(to === 'all' ? null : undefined);
        }}
      />
      {one && chain === 'failed' && <p css={quietCss}>The contracts of {symbol} could not be loaded. It may have no options.</p>}
      {one && chain === null && <p css={quietCss}>Loading the contracts…</p>}
      {one && known && (
        <>
          <div css={pairCss}>
            <SelectField
              label="Expiry"
              value={known.expiry}
              options={known.expiries.map(({ day }) => ({ value: day, label: formatDay(day) }))}
              onChange={(to) => {
                setExpiry(to);
                onChange(undefined);
              }}
            />
            <SelectField
              label="Call or put"
              value={type}
              options={[
                { value: 'CE', label: 'Call (CE)' },
                { value: 'PE', label: 'Put (PE)' },
              ]}
              onChange={(to) => choose({ type: to as 'CE' | 'PE', expiry: known.expiry, strike })}
            />
          </div>
          <SelectField
            label="Strike"
            value={String(strike)}
            options={known.rows.map((row) => ({ value: String(row.strike), label: formatNumber(row.strike, Number.isInteger(row.strike) ? 0 : 2) }))}
            onChange={(to) => choose({ type, expiry: known.expiry, strike: Number(to) })}
          />
        </>
      )}
    </>
  );
}
