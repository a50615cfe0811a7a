import { css } from '@emotion/react';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import type { ComponentType, CSSProperties } from 'react';
import type { ClosedRowsProps } from './closed-rows.tsx';
import { HEADING, ILLUSTRATION, LAST } from './closed-words.ts';

type LeadFacts = Pick<PublicView, 'comes_next' | 'as_of' | 'perf_mode'>;

/** The day whose calls come next, by the exchange's calendar. It may be today, before its calls have ended. */
function leadOf({ comes_next, as_of, perf_mode }: LeadFacts): string {
  if (!comes_next) return `${LAST} A call appears some time after it ends. ${ILLUSTRATION}`;
  const [ended, appear] = [formatDay(comes_next.ended_on), formatDay(comes_next.appears_on)];
  const when = `Calls that ${ended === formatDay(as_of) ? 'end' : 'ended'} on ${ended} appear on ${appear}, the next trading day.`;
  return `${LAST} ${when} ${ILLUSTRATION}${perf_mode === 'demo' ? ' The market, the experts and the results here are simulated.' : ''}`;
}

/** Calls shown as illustrations. */
const ROWS = 6;
/** Room for the rows, whose code comes after the first screen: what stands below them stays where it is. */
const roomCss = css`
  min-height: calc(var(--rows) * 132px);
  ${media.chat} {
    min-height: calc(var(--rows) * 64px);
  }
`;
/** The rows once their code has come. Words that the server writes into the page hold them from the start. */
export const RowsLater = part<ClosedRowsProps>({
  what: 'The closed calls',
  load: () => import('./closed-rows.tsx').then((file) => file.ClosedRows),
});
const NoClosedCalls = part<object>({ what: 'The note', load: () => import('./not-yet.tsx').then((file) => file.NoClosedCalls) });

/** Six closed calls as illustrations. Gains and losses get the same space. */
export function ClosedCalls({ view, Rows }: { view: Pick<PublicView, 'closed'> & LeadFacts; Rows: ComponentType<ClosedRowsProps> }) {
  const { closed: calls, as_of: now } = view;
  return (
    <section>
      <h2>{HEADING}</h2>
      <p data-lead="">{leadOf(view)}</p>
      {calls.length === 0 ? (
        <NoClosedCalls />
      ) : (
        <div css={roomCss} style={{ '--rows': Math.min(calls.length, ROWS) } as CSSProperties}>
          <Rows calls={calls.slice(0, ROWS)} now={now} />
        </div>
      )}
    </section>
  );
}
