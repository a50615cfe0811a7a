import type { SessionUser } from '@vimarsh/shared/session';
import { useExperts } from '../call/follow/experts.ts';

/** The author of a preview; until the list of experts arrives, as the session knows them. */
export function useAuthor(user: SessionUser) {
  const { experts } = useExperts();
  return experts.find((expert) => expert.user_id === user.id) ?? authorOf(user);
}

const authorOf = (user: SessionUser) => ({
  user_id: user.id,
  full_name: user.full_name,
  profession: user.profession === '' ? ('Market Expert' as const) : user.profession,
  picture: user.picture,
  verified: user.verified,
  reg_no: '',
});
