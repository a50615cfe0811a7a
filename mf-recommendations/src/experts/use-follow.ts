import type { JudgedExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useFollowChanges } from '../call/follow/use-follow-changes.ts';

/** Whether the caller follows an expert, and the change of it. Null for visitors and for oneself. `refetch` reads the experts again. */
export function useFollow(refetch: () => void) {
  const { signedIn, user } = useSession();
  const { wanted, waits, set } = useFollowChanges(refetch);
  const follows = ({ user_id, following }: JudgedExpert): boolean | null => (signedIn && user_id !== user?.id ? (wanted(user_id) ?? following) : null);
  return { follows, waits: ({ user_id }: JudgedExpert) => waits(user_id), toggle: (expert: JudgedExpert) => set(expert.user_id, !follows(expert)) };
}
