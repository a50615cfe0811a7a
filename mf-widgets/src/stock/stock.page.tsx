import { css } from '@emotion/react';
import { readInstrument } from '@vimarsh/shared/contract/market/routes.ts';
import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { readSymbol, unknownSymbol } from '@vimarsh/shared/domain/insights/read-symbol.ts';
import { titleOf } from '@vimarsh/shared/domain/routing/match.ts';
import { stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { navigate, useParams } from '@vimarsh/shared/kit/router.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { useEffect } from 'react';
import { useScope } from './scope.ts';
import { StockHead } from './stock-head.tsx';
import { Bones, StockPart } from './stock-part.tsx';
import { Summary } from './summary.tsx';

/** px each part takes on a phone, on a tablet and on the desk, so that nothing below it moves when it comes. */
const ROOM = {
  chart: [612, 500, 500],
  calls: [760, 760, 560],
  options: [315, 240, 240],
  technicals: [490, 400, 490],
  sentiment: [300, 270, 300],
  actions: [84, 84, 84],
  peers: [240, 216, 216],
} as const;

/** As high as the search with the stocks below it. */
const chooseRoomCss = css`
  min-height: 740px;
`;
/** As high as one call. */
const openRoomCss = css`
  min-height: 64px;
`;
const loadFigures = () => import('./figure-parts.ts');
const Chart = part({
  what: 'The chart',
  load: () => import('./chart.part.tsx').then(({ ChartPart }) => ChartPart),
  placeholder: <Bones />,
});
const OpenNow = part({
  what: 'The calls',
  load: () => import('./open-now.part.tsx').then((file) => file.OpenNow),
  placeholder: <div css={openRoomCss} />,
});
const Calls = part({ what: 'The calls', load: () => import('./calls.part.tsx').then(({ CallsPart }) => CallsPart), placeholder: <Bones /> });
const Options = part({
  what: 'The options',
  load: () => loadFigures().then(({ OptionsPart }) => OptionsPart),
  placeholder: <Bones />,
});
const Technicals = part({
  what: 'The technicals',
  load: () => loadFigures().then(({ TechnicalsPart }) => TechnicalsPart),
  placeholder: <Bones />,
});
const Sentiment = part({
  what: 'The sentiment',
  load: () => loadFigures().then(({ SentimentPart }) => SentimentPart),
  placeholder: <Bones />,
});
const Choose = part({ what: 'The search', load: () => import('./choose.tsx').then((choose) => choose.Choose), placeholder: <div css={chooseRoomCss} /> });
const Actions = part({ what: 'The corporate actions', load: () => loadFigures().then(({ ActionsPart }) => ActionsPart) });
const Peers = part({ what: 'The other stocks', load: () => loadFigures().then(({ PeersPart }) => PeersPart) });

/** `--stock-head`: px of the bar that stays in sight, the price's line and the links to the parts. What has the focus lies clear of it. */
const sheetCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  html:has(&) {
    --stock-head: 80px;
    scroll-padding-top: calc(var(--head) + var(--ribbon) + var(--stock-head));
    @media (min-width: 880px) {
      --stock-head: 88px;
    }
  }
`;
/** The picture and what experts make of it left, what it means right; on a phone one after the other. */
const columnsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  align-items: start;
  & > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s-16);
  }
  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  }
`;

/** `/stocks/:symbol?`: everything about one stock or index; a search, stocks with open calls and often looked at ones without one. */
export function StockPage() {
  const params = useParams();
  const written = params.symbol ?? '';
  const symbol = readSymbol(written);
  // Others' names for it lead to its one address.
  useEffect(() => {
    if (symbol && symbol !== written) navigate(stockPage(symbol) + location.hash, { replace: true });
  }, [symbol, written]);
  return (
    <Frame title={titleOf({ route: { title: 'Stocks', subject: 'symbol' }, params: symbol ? { symbol } : {} })}>
      {symbol ? <Stock key={symbol} symbol={symbol} /> : <Choose text={written ? unknownSymbol(written) : ''} />}
      <DisclosureStrip illustration />
    </Frame>
  );
}
export { StockPage as Page };

function Stock({ symbol }: { symbol: string }) {
  const { liveTerms, signedIn } = useScope();
  const { data, error } = useQuery(readInstrument, { params: { symbol } }, { told: ['UNKNOWN_SYMBOL'] });
  const about = data?.symbol === symbol ? data : null;
  const { data: underlyings } = useQuery(readOptionUnderlyings, {}, { enabled: about?.fno === true });
  const hasOptions = about?.fno === true && underlyings?.some((one) => one.symbol === symbol) === true;
  const known = about !== null;
  // An address may name a part; its room is there before what fills it. The options come last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the named part may have come.
  useEffect(() => {
    if (known && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [known, hasOptions]);
  if (error?.code === 'UNKNOWN_SYMBOL') return <Choose text={`We don’t know a stock or index with the symbol ${symbol}.`} />;
  // Until it is known, a part is expected: most symbols are stocks, and few have options.
  const isStock = about?.kind !== 'index';
  const parts = [
    { id: 'chart', label: 'Chart' },
    ...(isStock ? [{ id: 'calls', label: 'Calls' }] : []),
    ...(hasOptions ? [{ id: 'options', label: 'Options' }] : []),
    { id: 'technicals', label: 'Technicals' },
    { id: 'sentiment', label: 'Sentiment' },
    ...(isStock ? [{ id: 'actions', label: 'Corporate actions' }] : []),
  ];
  return (
    <div css={sheetCss}>
      <StockHead symbol={symbol} about={about} parts={parts} />
      <Summary symbol={symbol} />
      {isStock && signedIn && liveTerms.length > 0 && <OpenNow symbol={symbol} />}
      <div css={columnsCss}>
        <div>
          <StockPart id="chart" title="Chart" room={ROOM.chart}>
            <Chart symbol={symbol} isStock={isStock} />
          </StockPart>
          {isStock ? (
            <StockPart id="calls" title="Experts’ calls" room={ROOM.calls}>
              <Calls symbol={symbol} />
            </StockPart>
          ) : null}
          {hasOptions ? (
            <StockPart id="options" title="Options" room={ROOM.options}>
              <Options symbol={symbol} />
            </StockPart>
          ) : null}
        </div>
        <div>
          <StockPart id="technicals" title="Technicals" room={ROOM.technicals}>
            <Technicals symbol={symbol} />
          </StockPart>
          <StockPart id="sentiment" title="Sentiment" room={ROOM.sentiment}>
            <Sentiment symbol={symbol} />
          </StockPart>
          {isStock ? (
            <>
              <StockPart id="actions" title="Corporate actions" room={ROOM.actions}>
                <Actions symbol={symbol} />
              </StockPart>
              <StockPart id="peers" title="Other large stocks in its sector" room={ROOM.peers}>
                <Peers symbol={symbol} />
              </StockPart>
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}
