import type { Caller, Platform } from '../platform/platform.ts';

/** Lets a bearer be the name of the plan its owner has. */
export const plansAsBearers = (platform: Pick<Platform, 'authenticator'>): void =>
  platform.authenticator(
    async (token): Promise<Caller> => ({
      user_id: `usr_${token}`,
      session_id: `s_${token}`,
      roles: ['Retail Investor'],
      profession: 'Retail Investor',
      is_admin: false,
      partner_key: '',
      plan: token as Caller['plan'],
      promotional: false,
      kyc_gate: null,
      chat: false,
      publisher: false,
      expert_status: '',
    }),
  );
