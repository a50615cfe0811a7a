import { css } from '@emotion/react';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { readSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import { readSymbol, unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { MARKET_SENTIMENT, TERMS_AND_CONDITIONS } from '@vimarsh/shared/domain/routing/places.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { EverythingLink } from '@vimarsh/shared/ui/calls/everything-link.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { PortalWords } from '../insight/portal-words.tsx';
import { type SentimentState, SentimentView } from './sentiment.view.tsx';

const DEFAULT_STOCK = 'RELIANCE';
const stack = css`
  display: grid;
  gap: var(--s-12);
  /* From the width at which the drivers stand below the dial (sentiment.view.tsx). */
  @media (max-width: 353px) {
    --short-box: 296px;
  }
`;

/** One stock's sentiment beside a stock search; the stock stands in the address as `?stock=`. */
export function StockSentiment() {
  const session = useSessionApi();
  const { query } = usePath();
  const written = (query.get('stock') ?? '').trim() || DEFAULT_STOCK;
  const stock = readSymbol(written);
  const { data, error, stale, refetch } = useQuery(
    readSentiment,
    { params: { stock_code: stock } },
    { every: 15_000, told: ['UNKNOWN_SYMBOL'], enabled: stock !== '' },
  );

  let state: SentimentState = { kind: 'loading' };
  if (!stock || error?.code === 'UNKNOWN_SYMBOL') state = { kind: 'problem', text: unknownSymbol(written) };
  else if (data) state = { kind: 'ready', data, stale };
  else if (error) state = { kind: 'problem', text: 'Could not load this stock’s sentiment.', retry: refetch };

  const load = async (search: string): Promise<ComboboxOption[]> => {
    const found = await session.request(searchInstruments, { query: { search, limit: '8' } }, { quiet: true });
    return (found.data ?? []).map((item) => ({ value: item.symbol, label: item.symbol, hint: item.name }));
  };
  return (
    <div css={stack}>
      <Combobox
        label="Stock"
        value={stock ? { value: stock, label: stock } : null}
        load={load}
        onChange={(option) => option && navigate(`${MARKET_SENTIMENT}?stock=${encodeURIComponent(option.value)}`, { replace: true })}
      />
      <PortalWords of="sentiment">
        <SentimentView state={state} disclaimerUrl={TERMS_AND_CONDITIONS} />
      </PortalWords>
      {state.kind === 'ready' ? <EverythingLink symbol={stock} /> : null}
    </div>
  );
}
