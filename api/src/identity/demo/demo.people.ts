import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { SubscribedPlan } from '../identity.tables.ts';
import { DEMO_EXPERTS } from './demo.experts.ts';

export interface DemoPerson {
  id: string;
  /** What the account shows, for the list of sign-ins; '' keeps it out of the list. */
  shows: string;
  partner_key: string;
  full_name: string;
  profession: Profession;
  roles: string[];
  email: string;
  country_code: string;
  mobile: string;
  plans: { plan_name: SubscribedPlan; promotional?: boolean }[];
  /** Client ID at the broker of `partner_key`, for who signs in there as well; '' for others. */
  at_broker: string;
}

type Investor = Pick<DemoPerson, 'id' | 'shows' | 'full_name'> & Partial<DemoPerson>;

const INVESTORS: readonly Investor[] = [
  { id: 'usr_admin', shows: 'admin', full_name: 'Meera Iyer', profession: 'Market Expert', roles: ['Admin'], email: 'admin@vimarsh.example.com' },
  { id: 'usr_free', shows: 'free investor', full_name: 'Kabir Malhotra' },
  { id: 'usr_lite', shows: 'Lite investor', full_name: 'Vasantha Krishnan', plans: [{ plan_name: 'Lite' }] },
  { id: 'usr_premium', shows: 'Premium investor', full_name: 'Rohan Deshpande', plans: [{ plan_name: 'Premium' }] },
  { id: 'usr_pro', shows: 'Pro investor', full_name: 'Zoya Ansari', plans: [{ plan_name: 'Pro' }] },
  { id: 'usr_chat', shows: 'chat user', full_name: 'Harish Agarwal HUF', plans: [{ plan_name: 'Chat' }] },
  { id: 'usr_promo', shows: 'promotional Premium', full_name: 'Tanvi Kulkarni', plans: [{ plan_name: 'Premium', promotional: true }] },
  { id: 'usr_nri', shows: 'investor abroad', full_name: 'Samir Fernandes', country_code: '+971', mobile: '500000007' },
  {
    id: 'usr_partner_without',
    shows: 'partner customer, broker without plans',
    full_name: 'Bhavna Rathod',
    partner_key: 'neem',
    plans: [{ plan_name: 'Premium' }],
  },
  {
    id: 'usr_partner_with',
    shows: 'partner customer, broker with plans',
    full_name: 'Arvind Nair',
    partner_key: 'garnet',
    plans: [{ plan_name: 'Premium' }],
    at_broker: 'AB1003',
  },
  // Documents need two.
  {
    id: 'usr_admin_2',
    shows: 'second admin',
    full_name: 'Farhan Siddiqui',
    profession: 'Market Expert',
    roles: ['Admin'],
    email: 'operations@vimarsh.example.com',
  },
];

const EXPERT_SHOWS: Readonly<Record<string, string>> = { exp_01: 'verified expert', exp_13: 'expert with documents pending' };

const two = (index: number) => String(index + 1).padStart(2, '0');

const investors: readonly DemoPerson[] = INVESTORS.map((person, index) => ({
  partner_key: '',
  profession: 'Retail Investor',
  roles: ['Retail Investor'],
  email: `${person.id.replace('usr_', '').replaceAll('_', '.')}@mail.example.com`,
  country_code: '+91',
  mobile: `90000000${two(index)}`,
  plans: [],
  at_broker: '',
  ...person,
}));

const experts: readonly DemoPerson[] = DEMO_EXPERTS.map(({ id, full_name, profession, status }, index) => ({
  id,
  shows: EXPERT_SHOWS[id] ?? '',
  partner_key: '',
  full_name,
  profession,
  roles: [profession],
  email: `${full_name.split(' ')[0]!.toLowerCase()}@experts.example.com`,
  country_code: '+91',
  mobile: `90000001${two(index)}`,
  plans: status === 'verified' ? [{ plan_name: 'Publisher' }] : [],
  at_broker: '',
}));

export const DEMO_PEOPLE: readonly DemoPerson[] = [...investors, ...experts];

export type DemoSignIn = Pick<DemoPerson, 'id' | 'shows' | 'partner_key' | 'email' | 'country_code' | 'mobile' | 'at_broker'>;

/** The accounts worth printing; `partner_key` says on which host, '' is the main one. All have `DEMO_PASSWORD`. */
export const demoSignIns: readonly DemoSignIn[] = DEMO_PEOPLE.filter(({ shows }) => shows !== '').map(
  ({ id, shows, partner_key, email, country_code, mobile, at_broker }) => ({ id, shows, partner_key, email, country_code, mobile, at_broker }),
);

/** Name of one of the demo's people; of an admin who was added by ADMIN_EMAILS only that. */
export const demoNameOf = (user_id: string): string => DEMO_PEOPLE.find(({ id }) => id === user_id)?.full_name ?? 'an admin';
