import type { ExpertCard } from '@vimarsh/shared/contract/calls/types.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { KycType } from '@vimarsh/shared/contract/profile/types.ts';
import type { Caller, Ctx, Database } from '../platform/platform.ts';
import type { Contact } from './accounts/contacts.ts';
import type { Notify } from './consents/notify.ts';
import type { SubscribedPlan } from './identity.tables.ts';

/** What other features may know of an expert. Dates are IST days, `YYYY-MM-DD`. */
export interface ExpertRecord {
  user_id: string;
  full_name: string;
  profession: Profession;
  picture: string;
  city: string;
  style: string;
  /** Names the seeded behaviour in the demo; '' for real experts. */
  skill_key: string;
  reg_no: string;
  status: ExpertCard['status'];
  verified: boolean;
  valid_to: string;
}

/** What a feature above knows of an expert's publishing; shown in the profile (S3-PROF-12, -18, -19). */
export interface ExpertActivity {
  reco_count: number;
  /** UTC instant of the newest published call. */
  last_published_at: string | null;
  /** Null wherever ranking is not allowed. */
  rank: number | null;
}

/** What a feature above keeps of a person: it stands in the copy of their data, and goes with their account. */
export interface PersonalData {
  /** Its name in the copy. */
  readonly name: string;
  of(user_id: string): Promise<unknown>;
  /** Within the transaction that erases the account. */
  erase(tx: Database, user_id: string): Promise<void>;
  /** What of it serves in a dispute. */
  readonly evidence?: Evidence;
}

/** A part of the evidence file, in which a person finds what they would need in a dispute. */
export interface Evidence {
  /** What its files are, by their paths, for the README; `<…>` stands for what differs. */
  readonly about: readonly (readonly [path: string, words: string])[];
  /** The person's own files, and nothing they may not read now. Each is made when it is asked for, so that only one lies in memory. */
  files(user_id: string): AsyncIterable<EvidenceFile>;
}

export interface EvidenceFile {
  readonly path: string;
  readonly content: Uint8Array | string;
}

/** What became of a document, for its owner. It commits with the caller's transaction. */
export type TellDocument = (
  tx: Database,
  user_id: string,
  news: { readonly what: 'document_verified' | 'document_rejected'; readonly document: KycType; readonly demo: null },
) => Promise<void>;

/** A plan as it was given to somebody. */
export interface GivenPlan {
  readonly id: string;
  readonly user_id: string;
  readonly plan_name: SubscribedPlan;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** Who has which plan. Changes are made in the caller's transaction; `changed` is said after it. */
export interface Plans {
  /** Those of a person that have not ended at an instant, without promotional ones. */
  of(tx: Database, user_id: string, at: Date): Promise<GivenPlan[]>;
  give(tx: Database, plan: GivenPlan): Promise<void>;
  /** Moves one that has not begun. */
  move(tx: Database, id: string, to: Pick<GivenPlan, 'starts_at' | 'ends_at'>): Promise<void>;
  /** Ends one before its time; one that has not begun never will. */
  end(tx: Database, id: string, at: Date): Promise<void>;
  /** Locks open and close by it from the next request on; on other nodes within 15 seconds. */
  changed(user_id: string): void;
}

export interface Identity {
  readonly plans: Plans;
  expert(user_id: string): Promise<ExpertRecord | null>;
  /** All experts in the order of their ids. */
  experts(): Promise<ExpertRecord[]>;
  /** The caller a bearer stands for on this host; null when it is forged, expired, ended or of another partner. */
  authenticate(token: string, host: string): Promise<Caller | null>;
  /** A person as they would ask on their own site, without a session; null for unknown and closed accounts. */
  asker(user_id: string): Promise<Pick<Ctx, 'caller' | 'partner'> | null>;
  /** The same of many people at once, by their id; without unknown and closed accounts. */
  askers(user_ids: readonly string[]): Promise<Map<string, Pick<Ctx, 'caller' | 'partner'>>>;
  /** The proven address of an account; '' where there is none. */
  mailOf(user_id: string): Promise<string>;
  /** How to reach these people, by their id. Only for who is to reach them. */
  contactsOf(user_ids: readonly string[]): Promise<Map<string, Contact>>;
  /** Those of these people who have an account. */
  known(user_ids: readonly string[]): Promise<Set<string>>;
  /** Whether a broker introduced the account: its first sign-in was the broker's. */
  throughBroker(user_id: string): Promise<boolean>;
  /** Sends a message to those of these people who want its kind; commits with the caller's transaction. */
  readonly notify: Notify;
  /** Plugs in where publishing activity is read from. Without it profiles say nothing was published. Throws when it was said before. */
  activityFrom(source: (user_id: string) => Promise<ExpertActivity>): void;
  /** Plugs in who tells people what became of their documents. Without it they read it on their profile. Throws when it was said before. */
  newsTo(tell: TellDocument): void;
  /** Says what a feature keeps of a person. One of them names it once, for the copy and for the erasure. */
  keeps(data: PersonalData): void;
  /** What identity and the features above have for an evidence file, in the order in which it is written. */
  evidence(): readonly Evidence[];
}
