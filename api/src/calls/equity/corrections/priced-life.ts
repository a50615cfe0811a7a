import { CORRECTABLE_ENDS, type End } from '@vimarsh/shared/domain/calls/correction.ts';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { CORRECTED } from '@vimarsh/shared/domain/calls/equity/correction.ts';
import type { PricedLife } from '../../corrections/late-actions.ts';

/** The life of a call on a share that prices ended; null of any other, and where two people have corrected its end. */
export function pricedLife({
  status,
  published_at,
  adjusted_on,
  exit,
}: Pick<CallState, 'status' | 'published_at' | 'adjusted_on' | 'exit'>): PricedLife | null {
  if (!exit || !CORRECTABLE_ENDS.includes(status as End) || exit.reason === CORRECTED) return null;
  return { published_at, adjusted_on, ended_at: exit.ts };
}
