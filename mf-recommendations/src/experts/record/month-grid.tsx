import { css } from '@emotion/react';
import type { Split } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { MONTHS } from '@vimarsh/shared/domain/text/months.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';

/** A phone has room for four months beside each other, a tablet for six; a year is never cut off. */
const gridCss = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
  @media (min-width: 480px) {
    grid-template-columns: repeat(6, minmax(0, 1fr));
  }
  @media (min-width: 1280px) {
    grid-template-columns: repeat(12, minmax(0, 1fr));
  }
  & > li {
    min-height: 68px;
    padding: var(--s-4);
    border: 1px solid var(--line);
    margin: 0 -1px -1px 0;
  }
  & > li > * {
    display: block;
  }
  & small {
    color: var(--ink-3);
  }
`;
const yearCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-4);
  padding-right: 1px;
  & > h3 {
    font-size: var(--t-12);
    color: var(--ink-3);
    font-weight: 500;
  }
`;

/** Month by month: how many calls gained of how many that ended, and from five on their average after costs. */
export function MonthGrid({ months }: { months: readonly Split[] }) {
  const years = [...Map.groupBy(months, ({ of }) => of.slice(0, 4))].toSorted(([a], [b]) => (a < b ? 1 : -1));
  return years.map(([year, own]) => (
    <section key={year} css={yearCss} aria-label={`Month by month, ${year}`}>
      <h3>{year}</h3>
      <ol css={gridCss}>
        {MONTHS.map((month, at) => {
          const part = own.find(({ of }) => Number(of.slice(5)) === at + 1);
          return (
            <li key={month}>
              <small>{month}</small>
              {part && (
                <>
                  <b>
                    {formatNumber(part.hits)} of {formatNumber(part.n)}
                  </b>
                  {part.made !== null && <Change pct={part.made} />}
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  ));
}
