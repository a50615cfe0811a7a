import { css } from '@emotion/react';
import { readExpertHours } from '@vimarsh/shared/contract/chat/hours.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { HoursNote } from '../desk/hours-note.tsx';

/** Hours begin and end on minutes, and nobody counts on the first one, ms. */
const EVERY_MS = 5 * 60_000;

const boxCss = css`
  max-height: 40vh;
  overflow-y: auto;
  border-top: 1px solid var(--line);
  background: var(--canvas);
  font-size: var(--t-13);
  & summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 var(--s-12);
    min-height: 44px;
    padding: 0 var(--s-12);
    cursor: pointer;
    list-style: none;
  }
  & summary::-webkit-details-marker {
    display: none;
  }
  & summary > strong {
    font-weight: 600;
  }
  & summary > span {
    color: var(--ink-2);
    text-decoration: underline;
  }
  & > p {
    padding: var(--s-12);
  }
  & details > div {
    padding: 0 var(--s-12) var(--s-12);
  }
`;

/** One line for the investor beside the field while the expert does not answer, with hours and note behind it. Read again as hours end and begin. */
export function AwayLine({ expert }: { expert: string }) {
  const { data } = useQuery(readExpertHours, { params: { expert } }, { every: EVERY_MS, shown: true });
  if (!data || data.state === 'open') return null;
  const isMore = data.hours !== null || data.note !== '';
  const says = <strong>{data.state === 'closed' && data.opens_at ? `Answers again from ${formatIst(data.opens_at)}` : 'Away now'}</strong>;
  return (
    <aside css={boxCss} aria-label="When the expert answers">
      {isMore ? (
        <details>
          <summary>
            {says}
            <span>{data.note ? 'Their note' : 'Their hours'}</span>
          </summary>
          <div>
            {/* The line above says it. */}
            <HoursNote desk={{ ...data, state: 'closed', opens_at: null }} />
          </div>
        </details>
      ) : (
        <p>{says}</p>
      )}
    </aside>
  );
}
