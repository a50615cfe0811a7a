import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import type { RiskCategory } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';

/** It only warns, so nothing waits for it, and where it can't come nothing stands in its place. */
const Line = part<{ band: RiskCategory }>({
  what: 'Your risk profile',
  load: () => import('./risk-line.tsx').then((line) => line.RiskLine),
  failure: () => null,
});

/** For investors, beside a call that can still be followed, once the call itself is on screen. */
export function RiskLine({ status, band }: { status: CallStatus; band: RiskCategory }) {
  const caller = callerOf(useSession());
  return belongsTo(caller, 'investors') && isOpenCall(status) ? <Line band={band} /> : null;
}
