import { type Scope, scopeOf } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';

/** What the reader's plan opens of calls; the server decides by the same rule. */
export function useScope(): Scope & { readonly signedIn: boolean } {
  const session = useSession();
  return { ...scopeOf(callerOf(session)), signedIn: session.signedIn };
}
