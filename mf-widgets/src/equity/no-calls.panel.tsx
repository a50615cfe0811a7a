import { callsOn } from '@vimarsh/shared/domain/routing/member-places.ts';
import { LockedCalls } from '../stock/locked-calls.tsx';
import { planCalls } from '../stock/plan-calls.ts';
import { useScope } from '../stock/scope.ts';

/** In the place of open calls: nothing open is one thing, nothing open to the reader another. */
export function NoCalls({ symbol }: { symbol: string }) {
  const { liveTerms, namesPlans, signedIn, waits } = useScope();
  const calls = planCalls(liveTerms);
  if (calls) return <p>{`No expert has ${calls.one} on ${symbol} now.`}</p>;
  return <LockedCalls signedIn={signedIn} waits={waits} word={namesPlans ? 'plan' : 'access'} ended={callsOn(symbol, 'past')} />;
}
