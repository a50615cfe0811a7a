import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { CallRow } from '../call/call-row.tsx';
import { CallRows } from '../call/call-rows.tsx';
import { HEADING, ILLUSTRATION, LAST } from './closed-words.ts';

/** Outside the demo the law asks for a lag of its own, which the next trading day would not name. */
const leadOf = (now: string, mode: PublicView['perf_mode']): string =>
  mode === 'demo'
    ? `${LAST} A call appears on the trading day after it ends, so calls that ended on ${formatDay(now)} are not here yet. ${ILLUSTRATION} The market, the experts and the results here are simulated.`
    : `${LAST} A call appears some time after it ends. ${ILLUSTRATION}`;

const NoClosedCalls = part<object>({ what: 'The note', load: () => import('./not-yet.tsx').then((file) => file.NoClosedCalls) });

/** Six closed calls as illustrations. Gains and losses get the same space. */
export function ClosedCalls({ calls, now, mode }: { calls: readonly Call[]; now: string; mode: PublicView['perf_mode'] }) {
  return (
    <section>
      <h2>{HEADING}</h2>
      <p data-lead="">{leadOf(now, mode)}</p>
      {calls.length === 0 ? (
        <NoClosedCalls />
      ) : (
        <CallRows label="Closed calls" settled>
          {calls.slice(0, 6).map((call) => (
            <CallRow key={call.id} call={call} to={`/?reco=${call.id}`} now={now} />
          ))}
        </CallRows>
      )}
    </section>
  );
}
