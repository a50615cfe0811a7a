import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { Following } from './follow.ts';
import { FollowButton } from './follow-button.tsx';

export interface FollowExpertProps {
  expert: Call['expert'];
  following: Following;
  /** Icon only, for rows. */
  compact?: boolean;
}

/** Follows the expert of a call; nothing on the user's own. */
export function FollowExpert({ expert: { user_id, full_name }, following, compact = false }: FollowExpertProps) {
  const { user } = useSession();
  if (user_id === user?.id) return null;
  return (
    <FollowButton
      compact={compact}
      name={full_name}
      following={following.follows(user_id)}
      waits={following.waits(user_id)}
      onToggle={() => following.toggle(user_id)}
    />
  );
}
