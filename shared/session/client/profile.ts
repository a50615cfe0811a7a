import * as z from 'zod/mini';
import { type ProfileData, planData, profileData, userData } from '../../contract/identity/types.ts';
import type { StoredProfile } from '../core/stored.ts';

/** Profile answers differ in what surrounds them; these parts are the same in a login answer's extras and in GET profile. */
export const profileParts = z.object({
  // Read as it comes: a single name, an empty or a missing list have their meaning (S6-ROLE-A02).
  user_data: z.extend(userData, { roles: z.optional(z.unknown()) }),
  profile_data: profileData,
  sub_plan_data: z.nullable(planData),
  publisher_plan_data: z.nullable(planData),
});
export type ProfileParts = z.output<typeof profileParts>;

/** Every profile field with the user's name; nothing is null or undefined (S3-PDATA-34). */
export type FullProfile = ProfileData & { username: string };

/**
 * Full profile data of an answer: empty values become '' while false stays false, relative picture paths get the
 * server's host (S3-PDATA-31…34, A02, A03).
 */
export function mapProfile(parts: { user_data: { username: string }; profile_data: Partial<Record<keyof ProfileData, unknown>> }, host: string): FullProfile {
  const mapped: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parts.profile_data)) mapped[key] = value ?? '';
  return {
    ...(mapped as unknown as ProfileData),
    picture: onHost(mapped.picture, host),
    cover_image: onHost(mapped.cover_image, host),
    username: parts.user_data.username,
  };
}

/** Absolute addresses, `data:` and '' stay as they are. */
function onHost(path: unknown, host: string): string {
  const text = typeof path === 'string' ? path : '';
  if (text === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text)) return text;
  return host + (text.startsWith('/') ? text : `/${text}`);
}

/** The part of the profile that is kept locally; no document numbers among it (S3-PROF-01…21, A01). */
export function localProfile(parts: ProfileParts, host: string, lastSeen = ''): StoredProfile {
  const full = mapProfile(parts, host);
  const { user_id, is_admin } = parts.user_data;
  return {
    id: user_id,
    full_name: full.full_name,
    first_name: full.first_name,
    last_name: full.last_name,
    email: full.email,
    mobile: full.mobile,
    picture: full.picture,
    profession: full.profession,
    username: full.username,
    user: user_id,
    last_seen: lastSeen,
    reco_count: full.reco_count,
    ask_password_for_change: full.ask_password_for_change,
    aadhar_card_status: full.aadhar_card_status,
    pan_card_status: full.pan_card_status,
    sebi_certificate_status: full.sebi_certificate_status,
    mark_as_verified_user: full.mark_as_verified_user,
    has_recommendation: full.has_recommendation,
    is_active_ra: full.is_active_ra,
    source: full.source,
    utm_source: full.utm_source,
    rank: full.rank,
    is_admin,
  };
}
