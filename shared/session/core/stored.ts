import type { PlanData, PlanName, Profession } from '../../contract/identity/types.ts';

/**
 * Readers of stored text. Anyone can write to `localStorage`, so every value is read with suspicion; hand-written
 * because they are in the first bytes of every page. Broken or foreign text reads as "nothing stored".
 */

/** Profile as kept locally (S3-PROF-01…21), with rank and the server's word on admin rights. */
export interface StoredProfile {
  id: string;
  full_name: string;
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
  picture: string;
  profession: Profession | '';
  username: string;
  user: string;
  last_seen: string;
  reco_count: number;
  ask_password_for_change: boolean;
  aadhar_card_status: string;
  pan_card_status: string;
  sebi_certificate_status: string;
  mark_as_verified_user: boolean;
  has_recommendation: boolean;
  is_active_ra: boolean;
  source: string;
  utm_source: string;
  rank: number | null;
  is_admin: boolean;
}

const PROFESSIONS = ['Retail Investor', 'Market Expert', 'Analyst', 'Financial Advisor', 'Broker', 'Dealer'] as const satisfies readonly Profession[];
const PLANS = ['Lite', 'Premium', 'Pro', 'Publisher'] as const satisfies readonly PlanName[];

const TEXTS = [
  'id',
  'full_name',
  'first_name',
  'last_name',
  'email',
  'mobile',
  'picture',
  'username',
  'user',
  'last_seen',
  'aadhar_card_status',
  'pan_card_status',
  'sebi_certificate_status',
  'source',
  'utm_source',
] as const;
const FLAGS = ['ask_password_for_change', 'mark_as_verified_user', 'has_recommendation', 'is_active_ra', 'is_admin'] as const;

/** Undefined when the text is not JSON. */
function json(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
const record = (value: unknown): Record<string, unknown> | null =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The user's id alone, '' when nobody's is stored: root-config asks for no more of a profile. */
export const storedUserId = (raw: string): string => text(record(json(raw))?.id);

export function storedProfile(raw: string): StoredProfile | null {
  const from = record(json(raw));
  if (!from) return null;
  const profile: Record<string, unknown> = {
    profession: PROFESSIONS.find((known) => known === from.profession) ?? '',
    reco_count: typeof from.reco_count === 'number' ? from.reco_count : 0,
    rank: typeof from.rank === 'number' ? from.rank : null,
  };
  for (const key of TEXTS) profile[key] = text(from[key]);
  for (const key of FLAGS) profile[key] = from[key] === true;
  return profile as unknown as StoredProfile;
}

/** The plan's name alone, '' for none: root-config asks for no more. */
export function storedPlanName(raw: string): PlanName | '' {
  const from = record(json(raw));
  return typeof from?.promotional_plan === 'boolean' ? (PLANS.find((name) => name === from.plan_name) ?? '') : '';
}

export function storedPlan(raw: string): PlanData | null {
  const name = storedPlanName(raw);
  if (!name) return null;
  const { promotional_plan, starts_at, ends_at, kyc_gate } = json(raw) as { promotional_plan: boolean } & Record<string, unknown>;
  const gate = record(kyc_gate);
  return {
    plan_name: name,
    promotional_plan,
    starts_at: String(starts_at ?? ''),
    ends_at: String(ends_at ?? ''),
    ...(gate && { kyc_gate: { open: PLANS.find((plan) => plan === gate.open) ?? null } }),
  };
}

/** Role names; [] when none are stored, null when the stored text is broken (S4-GUARD-11). */
export function storedRoles(raw: string): readonly string[] | null {
  if (raw === '') return [];
  const list = json(raw);
  return Array.isArray(list) && list.every((role) => typeof role === 'string') ? list : null;
}

/** Epoch ms; 0 (long past) when absent or broken. */
export function storedExpiry(raw: string): number {
  const value = Number(raw);
  return Number.isFinite(value) ? value : 0;
}

export function storedBroker(raw: string): { id: number } | null {
  const from = record(json(raw));
  return typeof from?.id === 'number' ? { id: from.id } : null;
}
