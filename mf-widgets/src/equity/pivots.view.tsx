import { css } from '@emotion/react';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { quietPartCss, Scroll, table } from '../insight/parts.view.tsx';
import { useWords } from '../insight/words.tsx';

const NAMES = { classic: 'Classic', fibonacci: 'Fibonacci', camarilla: 'Camarilla', woodie: 'Woodie' } as const;
const nearest = css`
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 3px;
`;

type Pivots = NonNullable<EquityInsight['pivots']>;
const levelsOf = ({ r, p, s }: Pivots['sets'][number]): number[] => [...r.toReversed(), p, ...s];

/** By convention, the level nearest to a price. */
export const nearestLevels = ({ sets }: Pivots, price: number): number[] =>
  sets.map((set) => levelsOf(set).reduce((best, level) => (Math.abs(level - price) < Math.abs(best - price) ? level : best)));

/** Support and resistance by four conventions; the level nearest to the price is underlined in each. */
export function PivotTable({ pivots, nearest: close }: { pivots: Pivots; nearest: readonly number[] }) {
  const { say, day } = useWords();
  const levels = pivots.sets.map((set) => ({ kind: set.kind, values: levelsOf(set) }));
  return (
    <>
      <Scroll label={say('Pivot levels')}>
        <table css={table}>
          <thead>
            <tr>
              <th scope="col">{say('Level')}</th>
              {levels.map(({ kind }) => (
                <th key={kind} scope="col">
                  {say(NAMES[kind])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {['R3', 'R2', 'R1', 'P', 'S1', 'S2', 'S3'].map((name, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {levels.map(({ kind, values }, at) => (
                  <td key={kind}>{values[row] === close[at] ? <span css={nearest}>{formatNumber(values[row], 2)}</span> : formatNumber(values[row], 2)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p css={quietPartCss}>
        {say(
          'From {0}: high {1}, low {2}, close {3}. P = (H + L + C) ÷ 3, Woodie (H + L + 2C) ÷ 4; Camarilla stands around the close. Underlined: nearest to the price.',
          day(pivots.day),
          formatNumber(pivots.high, 2),
          formatNumber(pivots.low, 2),
          formatNumber(pivots.close, 2),
        )}
      </p>
    </>
  );
}
