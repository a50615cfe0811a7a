import { lookUpProfile, readProfile } from '@vimarsh/shared/contract/identity/routes.ts';
import type { Profile } from '@vimarsh/shared/contract/identity/types.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import type { Clock } from '../clock.ts';
import type { ExpertActivity } from '../identity.ts';
import { readAccount } from './account.store.ts';
import { profileOf } from './profile.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  activityOf: (user_id: string) => Promise<ExpertActivity>;
}

/** Both calls read, and only ever the caller's own profile, whoever the body names (S7-PROFILE-A01). */
export function profileRoutes({ platform, clock, activityOf }: Parts): void {
  async function own({ caller }: Ctx): Promise<Profile> {
    const account = await readAccount(platform.db, caller!.user_id);
    if (!account) throw new Fail('SESSION_ENDED');
    return profileOf(account, await activityOf(account.user.id), platform.config.ADMIN_EMAILS, clock());
  }

  platform.on(readProfile, (_input, ctx) => own(ctx));
  platform.on(lookUpProfile, (_input, ctx) => own(ctx));
}
