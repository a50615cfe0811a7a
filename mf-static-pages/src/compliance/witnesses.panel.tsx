import { css } from '@emotion/react';
import { readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Witnessed, WitnessReport } from '@vimarsh/shared/contract/calls/witnesses.ts';
import { formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & ul,
  & li {
    display: grid;
    gap: var(--s-4);
  }
  & ul {
    gap: var(--s-12);
  }
  & [data-state='refuses'] > span:first-of-type {
    color: var(--loss);
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
    overflow-wrap: anywhere;
  }
`;
const alarmCss = css`
  padding: var(--s-12);
  border: 1px solid var(--loss);
  border-radius: var(--r-6);
  background: var(--loss-soft);
  color: var(--loss);
`;

/** What a witness says of the latest head, in one sentence. */
export function witnessText({ state, last, refusal }: WitnessReport): string {
  if (state === 'refuses') return `Refused on ${formatIst(refusal!.at)}: ${refusal!.why}`;
  if (state === 'cosigned') return `Co-signed on ${formatIst(last!.at)}`;
  return last ? `Has not answered yet. Its last co-signature covers ${formatNumber(last.size)} events` : 'Has not answered yet';
}

/** A refusal that is past, and what settled it. */
function pastText({ at, size, why, settled }: NonNullable<WitnessReport['refusal']>): string {
  const refused = `On ${formatIst(at)} it refused a head of ${formatNumber(size)} events: ${why}.`;
  if (!settled) return refused;
  return `${refused} On ${formatIst(settled.at)} it co-signed ${formatNumber(settled.size)} events, which hold all it had seen before.`;
}

/** What everybody should read before anything else; null: no witness refuses anything. */
export function alarmText({ head, witnesses }: Witnessed): string | null {
  const refusing = witnesses.filter(({ state }) => state === 'refuses').map(({ name }) => name);
  if (refusing.length === 0 || !head) return null;
  const who = new Intl.ListFormat('en-IN').format(refusing);
  return `${who} ${refusing.length === 1 ? 'refuses' : 'refuse'} the latest head of this record, of ${formatNumber(head.size)} events. Do not rely on the record until this is cleared up.`;
}

/** Who outside co-signs the heads of the record, and since when. */
export function WitnessTable() {
  const { data, error, refetch } = useQuery(readWitnesses, undefined, { shown: true });
  if (!data && error) return <ErrorState what="the witnesses" onRetry={refetch} error={error} />;
  if (!data) return <SkeletonRows rows={3} />;
  const alarm = alarmText(data);
  return (
    <div css={boxCss}>
      {alarm && (
        <p css={alarmCss} role="alert">
          {alarm}
        </p>
      )}
      <p>
        A witness is a small program on somebody else’s server. It keeps the last head of this record that it saw, and co-signs a newer one only when everything
        that stood before still stands there. {data.witnesses.length === 0 && 'None is set up here yet.'}
      </p>
      {data.witnesses.length > 0 && (
        <>
          <p>
            {data.head
              ? `The latest head covers ${formatNumber(data.head.size)} events and was signed on ${formatIst(data.head.signed_at)}.`
              : 'No head is signed yet.'}
          </p>
          <ul aria-label="Witnesses of the record">
            {data.witnesses.map((report) => (
              <Line key={report.key} report={report} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Line({ report }: { report: WitnessReport }) {
  const { name, key, since, refusal, state } = report;
  return (
    <li data-state={state}>
      <strong>{name}</strong>
      <span>{witnessText(report)}</span>
      {since && <span>Has co-signed since {formatIst(since)}</span>}
      {state !== 'refuses' && refusal && <span>{pastText(refusal)}</span>}
      <small>Its key: {key}</small>
    </li>
  );
}
