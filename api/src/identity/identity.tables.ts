import type { ConsentKind, NoticeChannel, NoticeKind } from '@vimarsh/shared/contract/consents/types.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { KycStatus, KycType } from '@vimarsh/shared/contract/profile/types.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** JSON columns: read as values, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
/** SQL dates come back as text, `YYYY-MM-DD`, because the queries cast them. */
type Day = ColumnType<string, string, string>;

export interface UsersTable {
  id: string;
  partner_key: string;
  username: string;
  email: Generated<string>;
  email_verified: Generated<boolean>;
  country_code: Generated<string>;
  mobile: Generated<string>;
  mobile_verified: Generated<boolean>;
  profession: Profession;
  roles: Json<string[]>;
  source: Generated<string>;
  referral_code: Generated<string>;
  status: Generated<'active' | 'closed'>;
  ask_password_for_change: Generated<boolean>;
  sign_in_count: Generated<number>;
  last_seen: Date | null;
  created_at: Date;
  erase_at: Date | null;
  /** Whether its first sign-in was a broker's; null where a server of the release before registered it. */
  through_broker: ColumnType<boolean | null, boolean | undefined, boolean | null>;
}
export type User = Selectable<UsersTable>;

export interface ProfilesTable {
  user_id: string;
  full_name: Generated<string>;
  address: Generated<string>;
  about_us: Generated<string>;
  company: Generated<string>;
  institute_name: Generated<string>;
  gst_number: Generated<string>;
  website: Generated<string>;
  gmail: Generated<string>;
  facebook: Generated<string>;
  linkedin: Generated<string>;
  telegram: Generated<string>;
  youtube: Generated<string>;
  sebi_certificate_status: Generated<string>;
  pan_card_status: Generated<string>;
  aadhar_card_status: Generated<string>;
  nism_certificate_status: Generated<string>;
  pan_card_number: Generated<string>;
  aadhar_card_number: Generated<string>;
  risk_category: Generated<string>;
  /** From then on the category counts as none. */
  risk_ends_at: Generated<Date | null>;
  broker_registration_no: Generated<string>;
  dealer_of: ColumnType<string[], string | undefined, string>;
  picture: Generated<string>;
  cover_image: Generated<string>;
  utm_source: Generated<string>;
}
export type ProfileRow = Selectable<ProfilesTable>;

export interface IdentityTables {
  users: UsersTable;
  profiles: ProfilesTable;
  passwords: { user_id: string; phc: string; changed_at: Date };
  password_attempts: { partner_key: string; name_hash: string; failed: number; last_at: Date; locked_until: Date | null };
  challenges: {
    id: string;
    partner_key: string;
    purpose: ChallengePurpose;
    subject: string;
    asked_device: string;
    counted_for: Generated<string>;
    stranger: Generated<boolean>;
    code_mac: Generated<string>;
    handle_hash: string | null;
    user_id: string | null;
    held: ColumnType<HeldChallenge | null, string | null, null>;
    sent_at: Date;
    expires_at: Date;
    tries: Generated<number>;
    other_tries: Generated<number>;
    proven_at: Date | null;
    used_at: Date | null;
    superseded_at: Date | null;
  };
  password_history: { id: string; user_id: string; phc: string; replaced_at: Date };
  people_pictures: { id: string; user_id: string; kind: 'picture' | 'cover_image'; bytes: Buffer; created_at: Date };
  kyc_documents: KycDocumentsTable;
  kyc_numbers: { user_id: string; pan_sealed: Buffer; blind_index: string; partner_key: string };
  consents: {
    id: string;
    user_id: string;
    kind: ConsentKind;
    version: string;
    given: boolean;
    words: string;
    site: string;
    ip: string;
    at: Date;
  };
  notification_choices: { user_id: string; kind: NoticeKind; channel: NoticeChannel; is_on: boolean; changed_at: Date };
  sessions: SessionsTable;
  expert_registrations: {
    user_id: string;
    category: 'RA' | 'IA' | 'BROKER' | 'DEALER';
    reg_no: string;
    city: string;
    style: string;
    skill_key: string;
    valid_from: Day;
    valid_to: Day;
    nism_no: string;
    nism_expiry: Day;
    status: RegistrationStatus;
  };
  /** Of experts whose changed papers are under review. */
  accepted_papers: {
    user_id: string;
    full_name: string;
    profession: Profession;
    reg_no: string;
    valid_to: Day;
    nism_expiry: Day;
    kept_at: Date;
  };
  subscriptions: {
    id: string;
    user_id: string;
    plan_name: SubscribedPlan;
    promotional: Generated<boolean>;
    source: 'direct' | 'partner' | 'campaign' | 'referral';
    /** Its live calls wait for a PAN. */
    kyc_gate: Generated<boolean>;
    starts_at: Date;
    ends_at: Date;
  };
  social_journeys: { state_hash: string; partner_key: string; device_hash: string; nonce: string; verifier: string; expires_at: Date; used_at: Date | null };
  social_tickets: {
    token_hash: string;
    partner_key: string;
    device_hash: string;
    issuer: string;
    subject: string;
    email: string;
    full_name: string;
    expires_at: Date;
    used_at: Date | null;
  };
  social_identities: { partner_key: string; issuer: string; subject: string; user_id: string; linked_at: Date };
}

export interface KycDocumentsTable {
  id: string;
  user_id: string;
  type: KycType;
  status: KycStatus;
  reason: Generated<string>;
  media_type: 'image/jpeg' | 'application/pdf';
  sealed: Buffer;
  sha256: string;
  submitted_at: Date;
  replaced_at: Date | null;
  first_reviewer: string | null;
  first_decision: 'verify' | 'reject' | null;
  first_reason: Generated<string>;
  first_at: Date | null;
  second_reviewer: string | null;
  decided_at: Date | null;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  partner_key: string;
  device_hash: string;
  counter: Generated<number>;
  rotated_at: Date;
  created_at: Date;
  idle_until: Date;
  ends_at: Date;
  ended_at: Date | null;
  ended_reason: Generated<string>;
  user_agent: string;
  ip: string;
}
export type SessionRow = Selectable<SessionsTable>;

export type AccountPurpose = 'CREATE_USER' | 'FORGET_PASSWORD';
/** An account that waits for the proof of its address. */
export interface Newcomer {
  full_name: string;
  profession: Profession;
  referral_code: string;
  phc: string;
}

export type OtpPurpose = 'SIGN_IN' | 'SIGN_UP';
export type ChallengePurpose = OtpPurpose | AccountPurpose | 'BROKER_FORM';
/** What a challenge becomes once it is proven, or a broker wants back with the second factor. */
export interface HeldChallenge {
  newcomer?: Newcomer;
  /** The broker's own interim token. */
  broker_session?: string;
  /** Of what step one gave the browser; '' where the partner has none. */
  token_hash?: string;
}
export type RegistrationStatus = 'unverified' | 'pending' | 'verified' | 'suspended' | 'rejected';
/** The four paid plans and the separate chat plan. */
export type SubscribedPlan = 'Lite' | 'Premium' | 'Pro' | 'Publisher' | 'Chat';
