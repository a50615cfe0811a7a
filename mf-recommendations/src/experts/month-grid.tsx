import { css } from '@emotion/react';
import type { Split } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { MONTHS } from '@vimarsh/shared/domain/text/months.ts';
import { Change } from '@vimarsh/shared/ui/price.tsx';

const scrollCss = css`
  position: relative;
  overflow-x: auto;
  max-width: 100%;
  & table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--t-12);
    font-variant-numeric: tabular-nums;
  }
  & th {
    padding: var(--s-4);
    color: var(--ink-3);
    font-weight: 500;
    text-align: left;
  }
  & td {
    min-width: 64px;
    height: 52px;
    padding: var(--s-4);
    border: 1px solid var(--line);
    vertical-align: top;
    white-space: nowrap;
  }
  & td > * {
    display: block;
  }
`;

/** Month by month: how many calls gained of how many that ended, and from five on their average. */
export function MonthGrid({ months }: { months: readonly Split[] }) {
  const years = [...Map.groupBy(months, ({ of }) => of.slice(0, 4))].toSorted(([a], [b]) => (a < b ? 1 : -1));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard (axe: scrollable-region-focusable).
    <section css={scrollCss} aria-label="Month by month" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map(([year, own]) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {MONTHS.map((month, at) => {
                const part = own.find(({ of }) => Number(of.slice(5)) === at + 1);
                return (
                  <td key={month}>
                    {part && (
                      <>
                        <b>
                          {formatNumber(part.hits)} of {formatNumber(part.n)}
                        </b>
                        {part.average !== null && <Change pct={part.average} />}
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
