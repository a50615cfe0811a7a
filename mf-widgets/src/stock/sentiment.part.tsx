import { css } from '@emotion/react';
import { readSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import type { Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import { formatClose } from '@vimarsh/shared/domain/market/close-words.ts';
import { MARKET_SENTIMENT } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Opens, quietPartCss } from '../insight/parts.view.tsx';
import { PortalWords } from '../insight/portal-words.tsx';
import { allSections } from '../insight/sections.ts';
import { useWords } from '../insight/words.tsx';
import { Dial, Reasons } from '../sentiment/sentiment.view.tsx';
import { INSIGHT_REFRESH_MS, TOLD } from './read-insight.ts';
import { PartState } from './stock-part.tsx';

const boxCss = css`
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  font-size: var(--t-13);
`;
const moreCss = css`
  & > summary {
    padding: var(--s-12) 0;
    color: var(--ink-2);
    cursor: pointer;
  }
`;

/** Why drivers have no value: beside "2 Buy" of the consensus a bare dash would contradict it. */
function Uncounted({ drivers }: Pick<Sentiment, 'drivers'>) {
  const { told } = useWords();
  return drivers
    .filter(({ value, detail }) => value === null && detail !== '')
    .map(({ key, label, detail }) => (
      <p key={key} css={quietPartCss}>
        {told(label)}: {told(detail)}
      </p>
    ));
}

/** The score with its drivers; how it is computed opens below. */
export function SentimentPart({ symbol }: { symbol: string }) {
  const { data, error, refetch } = useQuery(readSentiment, { params: { stock_code: symbol } }, { every: INSIGHT_REFRESH_MS, told: TOLD });
  if (data?.symbol !== symbol) return <PartState what="the sentiment" error={error} onRetry={refetch} />;
  return (
    <div css={boxCss}>
      <PortalWords of="sentiment">
        <Dial data={data} sections={allSections} />
        <Uncounted drivers={data.drivers} />
      </PortalWords>
      {data.score === null && data.note ? <p>{data.note}</p> : null}
      <p css={quietPartCss}>{data.phase === 'continuous' ? formatIst(data.as_of) : formatClose(data.as_of)} · a description of the present, not a forecast</p>
      <Opens look={moreCss} summary="How it is computed">
        {() => (
          <PortalWords of="sentiment">
            <Reasons data={data} />
          </PortalWords>
        )}
      </Opens>
      <Link to={`${MARKET_SENTIMENT}?stock=${encodeURIComponent(symbol)}`}>Sentiment of the market and its sectors</Link>
    </div>
  );
}
