import { css } from '@emotion/react';
import { listOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { optionCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useEffect, useMemo } from 'react';
import { Card, quietPartCss } from '../insight/parts.view.tsx';

/** As many as a page of the server holds; on one underlying there are hardly more. */
const MOST = '50';
const TYPES = { CE: 'call', PE: 'put', FUT: 'future' } as const;

const listCss = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & a {
    font-weight: 600;
  }
`;

/** How many calls have a leg at each strike of an expiry. */
export type MarkedStrikes = ReadonlyMap<number, number>;

export const strikesOf = (calls: readonly OptionCall[], expiry: string): MarkedStrikes => {
  const marked = new Map<number, number>();
  for (const { legs } of calls)
    for (const strike of new Set(legs.flatMap((leg) => (leg.expiry === expiry && leg.type !== 'FUT' ? [leg.strike] : []))))
      marked.set(strike, (marked.get(strike) ?? 0) + 1);
  return marked;
};

const legText = ({ side, type, strike }: OptionCall['legs'][number]): string =>
  `${side === 'buy' ? 'Buy' : 'Sell'} ${type === 'FUT' ? TYPES.FUT : `${formatNumber(strike, strike % 1 === 0 ? 0 : 2)} ${TYPES[type]}`}`;

interface Props {
  readonly symbol: string;
  readonly expiry: string;
  /** Hears which strikes to mark. */
  readonly onStrikes: (marked: MarkedStrikes) => void;
}

/** Live option calls with a leg in the chain that is shown, of those the reader may read: the server decides which. Nothing stands here without any. */
export function CallsHere({ symbol, expiry, onStrikes }: Props) {
  const { data, refetch } = useQuery(listOptionCalls, { query: { view: 'live', stock: symbol, limit: MOST } }, { shown: true });
  useCallChanges(refetch);
  const here = useMemo(
    () => data?.items.filter((call) => call.underlying === symbol && call.legs.some((leg) => leg.expiry === expiry)) ?? [],
    [data, symbol, expiry],
  );
  useEffect(() => {
    onStrikes(strikesOf(here, expiry));
    return () => onStrikes(new Map());
  }, [here, expiry, onStrikes]);
  if (here.length === 0) return null;
  return (
    <Card title="Experts’ option calls in this chain">
      <ul css={listCss}>
        {here.map(({ id, strategy, expert, legs }) => (
          <li key={id}>
            <Link to={optionCallAddress(id)}>{STRATEGY_LABEL[strategy]}</Link> <span translate="no">{expert.full_name}</span>
            <p css={quietPartCss}>{legs.map(legText).join(' · ')}</p>
          </li>
        ))}
      </ul>
      <p css={quietPartCss}>Their strikes are marked ◆ in the chain.</p>
    </Card>
  );
}
