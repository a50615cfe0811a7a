import type { TokenData } from '@vimarsh/shared/contract/answer.ts';
import type { LoginExtras } from '@vimarsh/shared/contract/identity/types.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import type { Ctx, Platform, Reply } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { type Account, ensurePartnerBundle, type IdentityDb, readAccount, recordSignIn } from '../accounts/account.store.ts';
import { type Callers, isAdminAccount } from '../accounts/callers.ts';
import { profileOf } from '../accounts/profile.ts';
import { after, type Clock, DAY } from '../clock.ts';
import type { ExpertActivity } from '../identity.ts';
import { type Device, newDevice, readDevice, setDeviceCookie } from '../sessions/device-cookie.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Where people go after signing in, unless the client knows better (spec section 4, routing after login). */
const LANDING = HOME_WHEN_SIGNED_IN;

export type LoginReply = Reply<{ token: string; redirect_url: string }>;

export interface Opened {
  account: Account;
  token_data: TokenData;
  device: Device;
}

/** The last steps of every way to sign in. */
export interface Login {
  /** Opens a session for someone who has proven who they are; commits with the proof. */
  open(tx: IdentityDb, user_id: string, ctx: Ctx): Promise<Opened>;
  /** The login answer (S3-LOGIN-01…14), after the commit. */
  answer(opened: Opened, ctx: Ctx): Promise<LoginReply>;
}

interface Parts {
  platform: Platform;
  clock: Clock;
  sessions: Sessions;
  callers: Callers;
  activityOf: (user_id: string) => Promise<ExpertActivity>;
}

export function createLogin({ platform, clock, sessions, callers, activityOf }: Parts): Login {
  const { ADMIN_EMAILS, production } = platform.config;
  return {
    async open(tx, user_id, { partner, ip, userAgent, cookies }) {
      const now = clock();
      await recordSignIn(tx, user_id, now);
      if (partner?.tier === 'brokerWithoutPlans') await ensurePartnerBundle(tx, { id: ulid(), user_id, now, until: after(now, 365 * DAY) });
      const account = (await readAccount(tx, user_id))!;
      const device = readDevice(cookies, production) ?? newDevice();
      const partner_key = partner?.utm_source_str ?? '';
      const is_admin = isAdminAccount(account, ADMIN_EMAILS);
      const token_data = await sessions.open(tx, { user_id, is_admin, partner_key, device, userAgent, ip });
      return { account, token_data, device };
    },

    async answer({ account, token_data, device }, ctx) {
      const { id: user_id, sign_in_count } = account.user;
      callers.forget(user_id);
      ctx.header('set-cookie', setDeviceCookie(device, production));
      const { user_data, profile_data, sub_plan_data, publisher_plan_data } = profileOf(account, await activityOf(user_id), ADMIN_EMAILS, clock());
      const extras: LoginExtras = {
        count: sign_in_count,
        ask_password_for_change: profile_data.ask_password_for_change,
        user_id,
        profile_data,
        user_data,
        sub_plan_data,
        publisher_plan_data,
      };
      return {
        data: { token: token_data.access_token, redirect_url: '' },
        extra: { ...extras, redirect: LANDING, token_data, expire_in: token_data.expire_in },
      };
    },
  };
}
