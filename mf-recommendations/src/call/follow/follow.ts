import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useExperts } from './experts.ts';
import { useFollowChanges } from './use-follow-changes.ts';

export interface Following {
  experts: readonly ExpertCard[];
  /** Whether the caller follows an expert; null while unknown or when nobody is signed in. */
  follows: (userId: string) => boolean | null;
  /** The last change waits for the server. */
  waits: (userId: string) => boolean;
  toggle: (userId: string) => void;
}

/** The experts of this site and which of them the caller follows. */
export function useFollowing(): Following {
  const { signedIn } = useSession();
  const { experts, refetch } = useExperts();
  const { wanted, waits, set } = useFollowChanges(refetch);
  const follows = (userId: string): boolean | null =>
    signedIn ? (wanted(userId) ?? experts.find((expert) => expert.user_id === userId)?.following ?? null) : null;
  return { experts, follows, waits, toggle: (userId) => set(userId, !follows(userId)) };
}
