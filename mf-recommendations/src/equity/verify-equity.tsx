import type { Call, CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { equitySteps } from '@vimarsh/shared/domain/calls/equity/equity-steps.ts';
import { useCallback } from 'react';
import type { Evidence } from '../call/proof/check-record.ts';
import { VerifyBox } from '../call/proof/verify-record.tsx';

/** Levels and result are derived again from the events, and entry and end judged again by the prices in them. */
export function VerifyEquity({ call, demo = false }: { call: Call | CallDetail; demo?: boolean }) {
  const shown = useCallback<Evidence['shown']>((events, author) => equitySteps(call, events, author), [call]);
  return <VerifyBox id={call.id} shown={shown} demo={demo} />;
}
