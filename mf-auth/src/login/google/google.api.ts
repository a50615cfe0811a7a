import type { Request } from '@vimarsh/shared/contract/route.ts';
import type { signInWithSocial } from '@vimarsh/shared/contract/social/routes.ts';
import type { Setting } from '../login.api.ts';
import type { Identity } from './google-return.machine.ts';

/** Exactly the fields of the specification; `broker_id` is null on the main host (S7-SOCIAL-01, -02). */
export const socialBody = ({ token, username, full_name, first_name, last_name }: Identity, setting: Setting): Request<typeof signInWithSocial>['body'] => ({
  username,
  sign_up_source: 'GMAIL',
  token,
  full_name,
  first_name,
  last_name,
  profession: 'RETAIL_INVESTOR',
  referral_code: setting.referral,
  broker_id: setting.brokerId,
});
