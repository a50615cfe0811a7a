import * as z from 'zod/mini';
import { code } from '../text.ts';

/** Professions as the profile shows them (S3-PROF-22). */
export const PROFESSIONS = ['Retail Investor', 'Market Expert', 'Analyst', 'Financial Advisor', 'Broker', 'Dealer'] as const;

export type Profession = (typeof PROFESSIONS)[number];

/** Codes a client sends on sign-in and sign-up (S7-SIGNIN-03). */
export const professionCode = z.enum(['RETAIL_INVESTOR', 'MARKET_EXPERT']);

export const PLAN_NAMES = ['Lite', 'Premium', 'Pro', 'Publisher'] as const;

export type PlanName = (typeof PLAN_NAMES)[number];

/** `sub_plan_data` and `publisher_plan_data`: one running plan (S3-PLAN-O01), until the end of what was bought to follow it. Dates UTC. */
export const planData = z.object({
  plan_name: z.enum(PLAN_NAMES),
  promotional_plan: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string(),
  /** While it was bought and waits for its buyer's PAN: the plan that was given, whose live calls are open all the same. */
  kyc_gate: z.optional(z.object({ open: z.nullable(z.enum(PLAN_NAMES)) })),
});

export type PlanData = z.output<typeof planData>;

const flag = z.union([z.boolean(), z.literal('')]);

/** Every field of spec section 3; empty values are '' (S3-PDATA-34). */
export const profileData = z.object({
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: flag,
  mobile: z.string(),
  mobile_verified: flag,
  address: z.string(),
  profession: z.union([z.enum(PROFESSIONS), z.literal('')]),
  about_us: z.string(),
  company: z.string(),
  sebi_regi_number: z.string(),
  institute_name: z.string(),
  gst_number: z.string(),
  website: z.string(),
  gmail: z.string(),
  facebook: z.string(),
  linkedin: z.string(),
  telegram: z.string(),
  youtube: z.string(),
  sebi_certificate_status: z.string(),
  pan_card_status: z.string(),
  aadhar_card_status: z.string(),
  nism_certificate_status: z.string(),
  pan_card_number: z.string(),
  aadhar_card_number: z.string(),
  risk_category: z.string(),
  broker_registration_no: z.string(),
  dealer_of: z.union([z.string(), z.array(z.string())]),
  picture: z.string(),
  cover_image: z.string(),
  utm_source: z.string(),
  source: z.string(),
  reco_count: z.number(),
  has_recommendation: z.boolean(),
  is_active_ra: z.boolean(),
  mark_as_verified_user: z.boolean(),
  ask_password_for_change: z.boolean(),
  rank: z.nullable(z.number()),
});

export type ProfileData = z.output<typeof profileData>;

export const userData = z.object({
  roles: z.array(z.string()),
  username: z.string(),
  user_id: z.string(),
  /** The server's word on admin rights; display only, every admin call is checked again. */
  is_admin: z.boolean(),
});

export const profile = z.object({
  user_data: userData,
  profile_data: profileData,
  sub_plan_data: z.nullable(planData),
  publisher_plan_data: z.nullable(planData),
  chat_plan_data: z.nullable(z.object({ ends_at: z.string() })),
  last_seen: z.string(),
});

export type Profile = z.output<typeof profile>;

/** `data` of a login answer. The spec's flat fields (user_id, profile_data, …) stand beside it in the envelope. */
export const loginData = z.object({ token: z.string(), redirect_url: z.string() });

/** Fields a login answer adds to the envelope (S3-LOGIN-01…14). Nothing of them is present on failure. */
export const loginExtras = z.object({
  count: z.number(),
  ask_password_for_change: z.boolean(),
  user_id: z.string(),
  profile_data: profileData,
  user_data: userData,
  sub_plan_data: z.nullable(planData),
  publisher_plan_data: z.nullable(planData),
});

export type LoginExtras = z.output<typeof loginExtras>;

export const countryCode = code(10).check(z.regex(/^\+?[0-9]{1,3}$/, 'Not a country code'));

/** A number as its owner writes it; the country decides whether it is one. */
export const mobile = z
  .union([code(40), z.number()])
  .check(z.refine((value) => /\p{Nd}/u.test(String(value)), 'Please enter a valid Mobile number or Email ID'));

/** Six digits, as a number (S7-OTP-06) or as its owner pastes it: with dashes, in another script, or in its message. */
export const typedCode = z.union([z.number().check(z.int(), z.nonnegative(), z.lt(1_000_000)), code(320)]);
