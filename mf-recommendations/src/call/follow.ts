import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import type { ExpertCard } from '@vimarsh/shared/contract/calls/types.ts';
import { follow as followRoute } from '@vimarsh/shared/contract/identity/routes.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useCallback, useState } from 'react';

export interface Following {
  experts: readonly ExpertCard[];
  /** Whether the caller follows an expert; null while unknown or when nobody is signed in. */
  follows: (userId: string) => boolean | null;
  /** Shows the change at once and reverts it when the server refuses. */
  toggle: (userId: string) => void;
}

/** The experts of this site and which of them the caller follows. */
export function useFollowing(): Following {
  const { request, signedIn } = useSession();
  const { data } = useQuery(listExperts, { query: { limit: '50' } });
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const experts = data ?? [];
  const follows = (userId: string): boolean | null =>
    signedIn ? (changed[userId] ?? experts.find((expert) => expert.user_id === userId)?.following ?? null) : null;
  const now = follows;
  const toggle = useCallback(
    async (userId: string, on: boolean) => {
      setChanged((previous) => ({ ...previous, [userId]: on }));
      const answer = await request(followRoute, { body: { user_id: userId, on } });
      if (!answer.data) setChanged((previous) => ({ ...previous, [userId]: !on }));
    },
    [request],
  );
  return { experts, follows, toggle: (userId) => void toggle(userId, !now(userId)) };
}
