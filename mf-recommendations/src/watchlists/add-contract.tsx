import { css } from '@emotion/react';
import { readOptionsInsight } from '@vimarsh/shared/contract/options-insight/routes.ts';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import type { WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { daysTo } from '@vimarsh/shared/domain/market/days-to.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { writeContract } from '@vimarsh/shared/domain/watchlists/codes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Segmented, SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { useUnderlyingSearch } from '../options/underlying-search.ts';
import { strikeText } from './contract-words.ts';

const formCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: end;
  gap: var(--s-12);
  @media (min-width: 880px) {
    grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) auto minmax(0, 1.2fr) auto;
    &:not([data-chain]) {
      grid-template-columns: minmax(0, 360px);
    }
  }
`;
const TYPES = [
  { value: 'CE', label: 'Call' },
  { value: 'PE', label: 'Put' },
] as const;
type Type = (typeof TYPES)[number]['value'];

/** Adds a contract from the chain as it is now: underlying, expiry, call or put, strike with its premium. */
export function AddContract({ onAdd }: { onAdd: (item: WatchItem) => void }) {
  const search = useUnderlyingSearch();
  const [indice, setIndice] = useState('');
  const [expiry, setExpiry] = useState('');
  const [type, setType] = useState<Type>('CE');
  const [strike, setStrike] = useState<number | null>(null);
  const { data, error, refetch } = useQuery(
    readOptionsInsight,
    { params: { indice }, query: expiry ? { expiry } : {} },
    { enabled: indice !== '', every: 10_000, shown: true },
  );
  const chain = data?.symbol === indice ? data : undefined;
  const rows = chain?.rows.filter((row) => row[type === 'CE' ? 'ce' : 'pe'] !== null) ?? [];
  const chosen = rows.find((row) => row.strike === strike) ?? rows.find((row) => row.strike === chain?.atm) ?? rows[0];
  const add = ({ symbol, name, expiry: day }: OptionsInsight, at: number) => {
    const contract = { underlying: symbol, expiry: day, strike: at, type };
    const days_left = Math.max(0, daysTo(day, new Date(chain!.as_of)));
    onAdd({ code: writeContract(contract), symbol, name, state: 'active', contract: { expiry: day, strike: at, type, days_left } });
  };
  return (
    <>
      <div css={formCss} data-chain={chain ? '' : undefined}>
        <Combobox
          label="Add a contract on"
          placeholder="Index or stock"
          value={indice ? { value: indice, label: indice } : null}
          load={search}
          onChange={(option) => {
            setIndice(option?.value ?? '');
            setExpiry('');
            setStrike(null);
          }}
        />
        {chain ? (
          <>
            <SelectField
              label="Expiry"
              options={chain.expiries.map(({ day }) => ({ value: day, label: formatDay(day) }))}
              value={chain.expiry}
              onChange={(day) => {
                setExpiry(day);
                setStrike(null);
              }}
            />
            <Segmented label="Type" showLabel options={TYPES} value={type} onChange={setType} />
            <SelectField
              label="Strike and premium"
              options={rows.map((row) => ({
                value: String(row.strike),
                label: `${strikeText({ strike: row.strike, type })} · ${formatInr(row[type === 'CE' ? 'ce' : 'pe']?.last)}`,
              }))}
              value={String(chosen?.strike ?? '')}
              onChange={(at) => setStrike(Number(at))}
            />
            <Button kind="primary" disabled={!chosen} onClick={() => chosen && add(chain, chosen.strike)}>
              Add
            </Button>
          </>
        ) : null}
      </div>
      {indice && error && !chain ? <ErrorState what="the option chain" onRetry={refetch} error={error} /> : null}
    </>
  );
}
