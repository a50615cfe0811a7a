import { css } from '@emotion/react';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { readSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import { MARKET_SENTIMENT, TERMS_AND_CONDITIONS } from '@vimarsh/shared/domain/routing/places.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { EverythingLink } from '@vimarsh/shared/ui/calls/everything-link.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { PortalWords } from '../insight/portal-words.tsx';
import { type SentimentState, SentimentView } from './sentiment.view.tsx';

const DEFAULT_STOCK = 'RELIANCE';
const SYMBOL = /^[A-Z0-9][A-Z0-9&-]{0,19}$/;
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
  const asked = (query.get('stock') ?? '').toUpperCase();
  const stock = SYMBOL.test(asked) ? asked : DEFAULT_STOCK;
  const { data, error, stale, refetch } = useQuery(readSentiment, { params: { stock_code: stock } }, { every: 15_000, told: ['UNKNOWN_SYMBOL'] });

  const unknown = error?.code === 'UNKNOWN_SYMBOL';
  const state: SentimentState =
    data && !unknown
      ? { kind: 'ready', data, stale }
      : error
        ? {
            kind: 'problem',
            text: unknown ? `We don’t know a stock with the symbol ${stock}.` : 'Could not load this stock’s sentiment.',
            ...(unknown ? {} : { retry: refetch }),
          }
        : { kind: 'loading' };

  const load = async (search: string): Promise<ComboboxOption[]> => {
    const found = await session.request(searchInstruments, { query: { search, limit: '8' } }, { quiet: true });
    return (found.data ?? []).map((item) => ({ value: item.symbol, label: item.symbol, hint: item.name }));
  };
  return (
    <div css={stack}>
      <Combobox
        label="Stock"
        value={{ value: stock, label: stock }}
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
