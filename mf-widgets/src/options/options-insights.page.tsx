import { css } from '@emotion/react';
import { readOptionsInsight, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { addressOf, insightAddress } from '@vimarsh/shared/domain/insights/insight-address.ts';
import { readExpiry, unreadExpiry } from '@vimarsh/shared/domain/insights/read-expiry.ts';
import { unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { titleOf } from '@vimarsh/shared/domain/routing/match.ts';
import { OPTIONS_INSIGHTS } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate, useParams, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { EverythingLink } from '@vimarsh/shared/ui/calls/everything-link.tsx';
import { CsvDownload } from '@vimarsh/shared/ui/fields/csv-download.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { fadingRowCss, useFadingRow } from '@vimarsh/shared/ui/page/fading-row.ts';
import { Page } from '@vimarsh/shared/ui/page/page.tsx';
import { waits } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { useCallback, useState } from 'react';
import { FINAL, insightState } from '../insight/insight-state.ts';
import { type InsightState, linkRow } from '../insight/parts.view.tsx';
import { PortalWords } from '../insight/portal-words.tsx';
import type { CallsHere as CallsHerePart, MarkedStrikes } from './calls-here.part.tsx';
import { chainCsv } from './chain-csv.ts';
import { OptionsView } from './options.view.tsx';
import { StrategyBuilder } from './strategy.view.tsx';

const BASE = OPTIONS_INSIGHTS;
const DEFAULT = 'NIFTY';
const REFRESH_MS = 15_000;

/** Its code comes after the chain; where it can't be had, the chain stands without marks. */
const CallsHere = part<Parameters<typeof CallsHerePart>[0]>({
  what: 'The option calls',
  load: () => import('./calls-here.part.tsx').then((here) => here.CallsHere),
  failure: () => null,
});

const row = css`
  gap: 8px;
  padding-bottom: 4px;
  & a {
    flex: none;
  }
  & a[aria-current] {
    border-color: var(--accent);
    font-weight: 600;
  }
`;

/** `/options-insights/:indice?/:broker_access_key?`; the expiry stands in the address as `?expiry=`. NIFTY when none is named. */
export function OptionsInsightsPage() {
  const params = useParams();
  const address = insightAddress(params.indice, params.broker_access_key);
  const { broker_access_key } = address;
  const written = address.written || DEFAULT;
  const symbol = address.written ? address.symbol : DEFAULT;
  const { path, query } = usePath();
  const writtenExpiry = query.get('expiry') ?? '';
  const expiry = readExpiry(writtenExpiry);
  const problem = (!symbol && unknownSymbol(written)) || (!expiry && writtenExpiry.trim() && unreadExpiry(writtenExpiry));
  const { data: underlyings } = useQuery(readOptionUnderlyings, {});
  const { props: fading } = useFadingRow<HTMLElement>(underlyings?.length);
  const input = { params: { indice: symbol }, query: { ...(expiry && { expiry }), ...(broker_access_key && { broker_access_key }) } };
  const insight = useQuery(readOptionsInsight, input, { every: REFRESH_MS, told: FINAL, enabled: !problem });
  const { signedIn } = useSession();
  const [marked, setMarked] = useState<MarkedStrikes>(new Map());
  const mark = useCallback((strike: number) => <Mark calls={marked.get(strike) ?? 0} />, [marked]);
  const isThis = (data: OptionsInsight): boolean => data.symbol === symbol && (expiry === '' || data.expiry === expiry);
  const state: InsightState<OptionsInsight> = problem ? { kind: 'problem', text: problem } : insightState(insight, isThis, written);
  return (
    <Page title={titleOf({ route: { title: 'Options insights', subject: 'indice' }, params: address.written ? { indice: symbol } : {} })}>
      <nav {...fading} css={[linkRow, fadingRowCss, row]} aria-label="Underlyings" style={{ minHeight: 52 }}>
        {underlyings?.map((underlying) => (
          <Link
            key={underlying.symbol}
            to={addressOf(BASE, underlying.symbol, broker_access_key)}
            title={underlying.name}
            aria-current={underlying.symbol === symbol ? 'page' : undefined}
          >
            {underlying.symbol}
          </Link>
        ))}
      </nav>
      {broker_access_key || !symbol ? null : <EverythingLink symbol={symbol} />}
      <div {...(state.kind === 'loading' && waits)}>
        <PortalWords of="options">
          <OptionsView
            state={state}
            onExpiry={(day) => navigate(`${path}?expiry=${day}`, { replace: true })}
            file={(data) => (
              <div css={{ marginTop: 12 }}>
                <CsvDownload name={`${data.symbol}-${data.expiry}-options.csv`} text={() => chainCsv(data)} />
              </div>
            )}
            mark={mark}
            builder={(data) => <StrategyBuilder key={`${data.symbol} ${data.expiry}`} data={data} />}
          />
        </PortalWords>
      </div>
      {signedIn && !broker_access_key && state.kind === 'ready' && <CallsHere symbol={symbol} expiry={state.data.expiry} onStrikes={setMarked} />}
      <DisclosureStrip illustration />
    </Page>
  );
}
/** A strike that stands in option calls the reader may read. */
function Mark({ calls }: { calls: number }) {
  if (calls === 0) return null;
  return (
    <>
      <span aria-hidden="true" css={{ color: 'var(--accent)' }}>
        {' '}
        ◆
      </span>
      <Hidden>{calls === 1 ? 'in 1 option call' : `in ${calls} option calls`}</Hidden>
    </>
  );
}

export { OptionsInsightsPage as Page };
