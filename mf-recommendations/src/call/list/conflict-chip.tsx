import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';

/** Beside the author's name: how many conflicts of interest were declared with the call. The drawer has their sentences. */
export function ConflictChip({ call: { conflicts } }: { call: Pick<Call, 'conflicts'> }) {
  if (!conflicts) return null;
  return <Badge tone="warn">{conflicts === 1 ? '1 conflict declared' : `${conflicts} conflicts declared`}</Badge>;
}
