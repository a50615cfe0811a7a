import { css } from '@emotion/react';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { EQUITY_INSIGHTS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatInr, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { RatingScale } from '../equity/rating-scale.view.tsx';
import { Figures } from '../insight/parts.view.tsx';
import { PortalWords } from '../insight/portal-words.tsx';
import { useWords } from '../insight/words.tsx';
import { useInsight } from './read-insight.ts';
import { PartState } from './stock-part.tsx';

/** The four that say most of where a price stands and how it moves; the others are on their own page. */
const CHOSEN = ['rsi', 'adx', 'volatility', 'beta'];

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & > p {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
const pairCss = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--s-16);
`;

/** How the technical votes stand, four figures, and the year's range; the rest is a press away. */
export function TechnicalsPart({ symbol }: { symbol: string }) {
  const { data, error, refetch } = useInsight(symbol);
  if (!data) return <PartState what="the technicals" error={error} onRetry={refetch} />;
  const { rating, as_of, kind } = data;
  // An index stands in points.
  const level = kind === 'index' ? (value: number): string => formatNumber(value, 2) : formatInr;
  return (
    <div css={boxCss}>
      <p>
        Computed from past prices. Sentiment counts what traders do now, and experts’ calls look ahead over their term: the three measure different things and
        may differ.
      </p>
      <PortalWords of="equity">
        <Rating rating={rating} />
        <Figures figures={chosen(data)} asOf={as_of} />
      </PortalWords>
      <p>
        {data.range52 ? `52 weeks: ${level(data.range52.low)} to ${level(data.range52.high)}.` : `52 weeks: not enough data, ${data.sessions} sessions.`} As of{' '}
        {formatIst(as_of)}.
      </p>
      {data.series_from ? <p>Figures begin with {formatDay(data.series_from)}: nobody knows why the price stepped that day.</p> : null}
      <Link to={`${EQUITY_INSIGHTS}/${encodeURIComponent(symbol)}`}>All votes, indicators, levels and risk</Link>
    </div>
  );
}

function Rating({ rating }: Pick<EquityInsight, 'rating'>) {
  const { say } = useWords();
  return (
    <>
      <RatingScale title={say('Summary')} group={rating.summary} />
      <div css={pairCss}>
        <RatingScale title={say('Moving averages')} group={rating.averages} />
        <RatingScale title={say('Oscillators')} group={rating.oscillators} />
      </div>
    </>
  );
}

function chosen({ readings, risk }: EquityInsight): Figure[] {
  const all = [...readings, ...risk];
  return CHOSEN.flatMap((key) => all.find((figure) => figure.key === key) ?? []);
}
