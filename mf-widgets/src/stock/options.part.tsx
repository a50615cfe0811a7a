import { css } from '@emotion/react';
import { readOptionsInsight } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { closeWords } from '@vimarsh/shared/domain/market/close-words.ts';
import { daysTo } from '@vimarsh/shared/domain/market/days-to.ts';
import { OPTIONS_INSIGHTS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { AsOf, Figures } from '../insight/parts.view.tsx';
import { PortalWords } from '../insight/portal-words.tsx';
import { TOLD } from './read-insight.ts';
import { PartState } from './stock-part.tsx';

const REFRESH_MS = 30_000;
const CHOSEN = ['atm_iv', 'expected_move', 'pcr', 'max_pain'];

const boxCss = css`
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-8);
`;

/** The nearest expiry in four figures; chain, open interest and strategies are a press away. */
export function OptionsPart({ symbol }: { symbol: string }) {
  const { data, error, refetch, stale } = useQuery(readOptionsInsight, { params: { indice: symbol }, query: {} }, { every: REFRESH_MS, told: TOLD });
  if (data?.symbol !== symbol) return <PartState what="the options" error={error} onRetry={refetch} />;
  const days = daysTo(data.expiry, new Date(data.as_of));
  const left = days === 0 ? 'last day' : days === 1 ? '1 calendar day left' : `${days} calendar days left`;
  const when = data.state === 'expired' ? 'expired' : left;
  return (
    <div css={boxCss}>
      <p>
        Expiry {formatDay(data.expiry)}, {when}
        {data.lot ? ` · lot ${formatNumber(data.lot)}` : ''}
      </p>
      <PortalWords of="options">
        <Figures figures={CHOSEN.flatMap((key) => data.figures.find((figure) => figure.key === key) ?? [])} asOf={data.as_of} />
        <AsOf asOf={data.as_of} from={data.prices_from} badge={data.stale || stale ? 'Not up to date' : ''} end={closeWords(data.as_of)} />
      </PortalWords>
      <Link to={`${OPTIONS_INSIGHTS}/${encodeURIComponent(symbol)}`}>Option chain, open interest and strategies</Link>
    </div>
  );
}
