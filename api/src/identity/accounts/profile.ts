import type { Profile, ProfileData } from '@vimarsh/shared/contract/identity/types.ts';
import { isVerified } from '@vimarsh/shared/domain/access/verified.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { isPanGiven } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { after, DAY } from '../clock.ts';
import { expertStatus } from '../experts/expert-status.ts';
import type { ExpertActivity } from '../identity.ts';
import type { Account } from './account.store.ts';
import { isAdminAccount } from './callers.ts';

import { runningPlans } from './plans.ts';

export const NOTHING_PUBLISHED: ExpertActivity = { reco_count: 0, last_published_at: null, rank: null };
/** An expert is active with a call published in this span. */
const ACTIVE_MS = 30 * DAY;

/** The caller's own profile (spec section 3). Nothing set is the empty string. */
export function profileOf(account: Account, activity: ExpertActivity, adminEmails: readonly string[], now: Date): Profile {
  const { user, profile, subscriptions } = account;
  return {
    user_data: { roles: user.roles, username: user.username, user_id: user.id, is_admin: isAdminAccount(account, adminEmails) },
    profile_data: profileData(account, activity, now),
    ...runningPlans(subscriptions, now, isPanGiven(profile)),
    last_seen: user.last_seen?.toISOString() ?? '',
  };
}

function profileData({ user, profile, registration }: Account, activity: ExpertActivity, now: Date): ProfileData {
  const { user_id: _own, risk_ends_at, ...written } = profile;
  const { first_name, last_name } = splitName(profile.full_name);
  const verified = registration !== null && isVerified(expertStatus(registration, istDay(now)));
  const published = activity.last_published_at;
  return {
    ...written,
    risk_category: risk_ends_at !== null && now < risk_ends_at ? profile.risk_category : '',
    first_name,
    last_name,
    email: user.email,
    email_verified: user.email === '' ? '' : user.email_verified,
    mobile: user.mobile,
    mobile_verified: user.mobile === '' ? '' : user.mobile_verified,
    profession: user.profession,
    sebi_regi_number: registration?.reg_no ?? '',
    dealer_of: profile.dealer_of.length > 0 ? profile.dealer_of : '',
    source: user.source,
    reco_count: activity.reco_count,
    has_recommendation: activity.reco_count > 0,
    is_active_ra: verified && published !== null && new Date(published) > after(now, -ACTIVE_MS),
    mark_as_verified_user: verified,
    ask_password_for_change: user.ask_password_for_change,
    rank: activity.rank,
  };
}

/** Last word is the last name; a single word is a first name. */
function splitName(full_name: string): { first_name: string; last_name: string } {
  const words = full_name.split(/\s+/).filter(Boolean);
  const last_name = words.length > 1 ? words.pop()! : '';
  return { first_name: words.join(' '), last_name };
}
