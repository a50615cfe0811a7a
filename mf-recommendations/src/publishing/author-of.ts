import type { SessionUser } from '@vimarsh/shared/session';

/** The author of a preview, until the list of experts arrives. */
export const authorOf = (user: SessionUser) => ({
  user_id: user.id,
  full_name: user.full_name,
  profession: user.profession === '' ? ('Market Expert' as const) : user.profession,
  picture: user.picture,
  verified: user.verified,
  reg_no: '',
});
