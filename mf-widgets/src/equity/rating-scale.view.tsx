import { css } from '@emotion/react';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { quietPartCss } from '../insight/parts.view.tsx';
import { useWords } from '../insight/words.tsx';

/** Where one rating ends and the next begins, from −1 to +1. */
const EDGES = [-1, -0.5, -0.1, 0.1, 0.5, 1] as const;

const box = css`
  min-width: 0;
  & h3 {
    margin: 0;
    font: 500 0.75rem / 1.3 var(--font);
    color: var(--ink-2);
  }
  & strong {
    font-weight: 600;
    font-size: 1rem;
  }
`;
const rail = css`
  display: block;
  width: 100%;
  height: 22px;
  margin: 4px 0;
`;

/** Mean of a group's votes on a rail from strong sell (left) to strong buy (right). Too few votes, no marker. */
export function RatingScale({ title, group }: { title: string; group: EquityInsight['rating']['summary'] }) {
  const { score } = group;
  const { say, told, toldPlain } = useWords();
  const x = (value: number): number => (value + 1) * 100;
  return (
    <div css={box}>
      <h3>{title}</h3>
      <strong>{group.rating ? told(group.rating) : say('No rating')}</strong>
      <svg
        css={rail}
        viewBox="0 0 200 22"
        preserveAspectRatio="none"
        role="img"
        aria-label={
          score === null ? say('{0}: no rating', title) : say('{0}: {1}, {2} between −1 and 1', title, toldPlain(group.rating ?? ''), formatNumber(score, 2))
        }
      >
        {EDGES.slice(0, -1).map((from, at) => {
          const to = EDGES[at + 1]!;
          const here = score !== null && (score > from || at === 0) && (score <= to || at === 4);
          const colour = !here ? 'var(--line-strong)' : at < 2 ? 'var(--loss)' : at === 2 ? 'var(--ink-3)' : 'var(--gain)';
          return <rect key={from} x={x(from) + 0.8} width={x(to) - x(from) - 1.6} y="8" height="6" style={{ fill: colour }} />;
        })}
        {score === null ? null : <rect x={Math.min(197, Math.max(0, x(score) - 1.5))} width="3" y="1" height="20" style={{ fill: 'var(--ink)' }} />}
      </svg>
      <p css={quietPartCss}>{score === null ? told(group.note) : say('{0} buy · {1} neutral · {2} sell', group.buy, group.neutral, group.sell)}</p>
    </div>
  );
}
