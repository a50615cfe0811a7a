import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { CallRow } from '../equity/list/call-row.tsx';
import { CallRows } from '../equity/list/call-rows.tsx';

export interface ClosedRowsProps {
  calls: readonly Call[];
  /** The time of the answer, ISO 8601. */
  now: string;
}

/** Rows of closed calls as a list shows them. They stand below the first screen, so their code comes after it. */
export const ClosedRows = ({ calls, now }: ClosedRowsProps) => (
  <CallRows label="Closed calls" settled>
    {calls.map((call) => (
      <CallRow key={call.id} call={call} to={`/?reco=${call.id}`} now={now} />
    ))}
  </CallRows>
);
