import type { Snapshot } from '@vimarsh/shared/session';

const user = {
  id: 'usr_01',
  full_name: 'Asha Nair',
  profession: 'Retail Investor',
  picture: '',
  email: 'asha@example.com',
  verified: false,
  rank: null,
  is_admin: false,
} as const;

export const INVESTOR: Partial<Snapshot> = { signedIn: true, roles: ['Retail Investor'], user };
export const EXPERT: Partial<Snapshot> = {
  signedIn: true,
  roles: ['Analyst'],
  user: { ...user, id: 'exp_01', full_name: 'Ananya Rao-Kulkarni', profession: 'Analyst', verified: true },
};
