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
  publisherPlan: { plan_name: 'Publisher', promotional_plan: false, starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2099-01-01T00:00:00.000Z' },
};
