import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import type { ExpertCard } from '@vimarsh/shared/contract/calls/types.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useFollowChanges } from './use-follow-changes.ts';

export interface Following {
  experts: readonly ExpertCard[];
  /** Whether the caller follows an expert; null while unknown or when nobody is signed in. */
  follows: (userId: string) => boolean | null;
  toggle: (userId: string) => void;
}

/** The experts of this site and which of them the caller follows. */
export function useFollowing(): Following {
  const { signedIn } = useSession();
  const { data, refetch } = useQuery(listExperts, { query: { limit: '50' } });
  const { wanted, set } = useFollowChanges(refetch);
  const experts = data ?? [];
  const follows = (userId: string): boolean | null =>
    signedIn ? (wanted(userId) ?? experts.find((expert) => expert.user_id === userId)?.following ?? null) : null;
  return { experts, follows, toggle: (userId) => set(userId, !follows(userId)) };
}
