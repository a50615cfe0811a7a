import { TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { type Scope, scopeOf } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { waitsForPan } from '@vimarsh/shared/domain/access/waits-for-pan.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';

/** What the reader's plan opens of calls, and whether they paid for more that waits for their PAN; the server decides by the same rule. */
export function useScope(): Scope & { readonly signedIn: boolean; readonly waits: boolean } {
  const session = useSession();
  const caller = callerOf(session);
  return { ...scopeOf(caller), signedIn: session.signedIn, waits: TERMS.some((term) => waitsForPan(caller, 'equity.live', { term })) };
}
