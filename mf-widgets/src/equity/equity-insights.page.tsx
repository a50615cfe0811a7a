import { css } from '@emotion/react';
import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { addressOf, insightAddress } from '@vimarsh/shared/domain/insights/insight-address.ts';
import { unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { titleOf } from '@vimarsh/shared/domain/routing/match.ts';
import { EQUITY_INSIGHTS } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { Link, navigate, useParams } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { EverythingLink } from '@vimarsh/shared/ui/calls/everything-link.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page } from '@vimarsh/shared/ui/page/page.tsx';
import { waits } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { useMemo } from 'react';
import { FINAL, insightState } from '../insight/insight-state.ts';
import { Card, linkRow } from '../insight/parts.view.tsx';
import { PortalWords } from '../insight/portal-words.tsx';
import { CandlesCard } from './candles.card.view.tsx';
import { EquityView } from './equity.view.tsx';

const BASE = EQUITY_INSIGHTS;
const POPULAR = ['RELIANCE', 'HDFCBANK', 'TCS', 'INFY', 'M&M', 'ITC', 'LT', 'SUNPHARMA'];
const REFRESH_MS = 15_000;

/** The figures come first; chart code only follows them. */
const Candles = part({ what: 'The candles', load: () => import('./candles.panel.tsx').then((panel) => panel.Candles) });

/** Below the figures, so its code comes after them. */
const NoCalls = part<{ symbol: string }>({
  what: 'What is open',
  load: () => import('./no-calls.panel.tsx').then((panel) => panel.NoCalls),
  placeholder: <div style={{ minHeight: 64 }} />,
});

const row = css`
  flex-wrap: wrap;
  gap: 4px 8px;
`;

/** `/equity-insights/:stock?/:broker_access_key?`: a stock's insight, or a search and popular stocks without one. */
export function EquityInsightsPage() {
  const params = useParams();
  const { written, symbol, broker_access_key } = insightAddress(params.stock, params.broker_access_key);
  const session = useSessionApi();
  const to = (stock: string): string => addressOf(BASE, stock, broker_access_key);
  const load = async (search: string): Promise<ComboboxOption[]> => {
    const found = await session.request(searchInstruments, { query: { search, limit: '8' } }, { quiet: true });
    return (found.data ?? []).map((item) => ({ value: item.symbol, label: item.symbol, hint: item.name }));
  };
  return (
    <Page title={titleOf({ route: { title: 'Equity insights', subject: 'stock' }, params: { stock: symbol } })}>
      <Combobox
        label="Stock or index"
        value={symbol ? { value: symbol, label: symbol } : null}
        load={load}
        onChange={(option) => option && navigate(to(option.value))}
      />
      {symbol ? (
        <>
          {broker_access_key ? null : <EverythingLink symbol={symbol} />}
          <PortalWords of="equity">
            <Stock symbol={symbol} written={written} accessKey={broker_access_key} to={to} />
          </PortalWords>
        </>
      ) : (
        <>
          {written ? <p role="status">{unknownSymbol(written)}</p> : null}
          <Popular to={to} />
        </>
      )}
      <DisclosureStrip illustration />
    </Page>
  );
}
export { EquityInsightsPage as Page };

function Stock({ symbol, written, accessKey, to }: { symbol: string; written: string; accessKey: string; to: (stock: string) => string }) {
  const noCalls = useMemo(() => (accessKey ? undefined : <NoCalls symbol={symbol} />), [accessKey, symbol]);
  const query = useSeenQuery(
    readEquityInsight,
    { params: { stock: symbol }, query: accessKey ? { broker_access_key: accessKey } : {} },
    { every: REFRESH_MS, told: FINAL },
  );
  const state = insightState(query, (data) => data.symbol === symbol, written);
  return (
    <div {...(state.kind === 'loading' && waits)}>
      <EquityView
        state={state}
        chart={
          state.kind === 'ready' ? (
            <CandlesCard>
              <Candles symbol={symbol} />
            </CandlesCard>
          ) : null
        }
        noCalls={noCalls}
        // Under a partner's key one stays with that partner's insights.
        link={(peer) => (accessKey ? <Link to={to(peer)}>{peer}</Link> : <SymbolLink symbol={peer} />)}
      />
    </div>
  );
}

function Popular({ to }: { to: (stock: string) => string }) {
  return (
    <Card title="Often looked at">
      <div css={[linkRow, row]}>
        {POPULAR.map((stock) => (
          <Link key={stock} to={to(stock)}>
            {stock}
          </Link>
        ))}
      </div>
    </Card>
  );
}
