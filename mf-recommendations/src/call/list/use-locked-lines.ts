import type { CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { type LockedLine, lockedLines } from './locked.view.ts';

/** The locked lines of a page as its reader is told them; none before it has come. */
export function useLockedLines(page: Pick<CallPage, 'locked' | 'locked_count'> | null | undefined): LockedLine[] {
  const { plan } = useSession();
  return page ? lockedLines(page, plan?.kyc_gate ? plan.plan_name : null) : [];
}
