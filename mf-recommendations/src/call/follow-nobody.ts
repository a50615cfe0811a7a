import { useFollowing } from './follow.ts';

/** Of the experts a person follows, for an empty list. */
export const NONE_FROM_FOLLOWED = {
  open: 'No open calls from the experts you follow',
  closed: 'No closed calls from the experts you follow',
  cancelled: 'No cancelled calls from the experts you follow',
} as const;

/** Whether the caller is known to follow nobody: while the experts are not known it is not. */
export function useFollowsNobody(): boolean {
  const { experts, follows } = useFollowing();
  return experts.length > 0 && !experts.some(({ user_id }) => follows(user_id));
}
