import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { AuthorEntry } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { Subscribe } from '../platform/database/transaction-events.ts';
import type { Caller, Ctx, Database } from '../platform/platform.ts';
import type { Contact } from './accounts/contacts.ts';
import type { Notify } from './consents/notify.ts';
import type { IdentityEvents } from './events.ts';
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
  /** Since when (UTC instant) the papers of somebody who has published are under review; absent for everyone else. */
  review_since?: string;
}

/** What a feature above knows of an expert's publishing; shown in the profile (S3-PROF-12, -18, -19). */
export interface ExpertActivity {
  reco_count: number;
  /** UTC instant of the newest published call. */
  last_published_at: string | null;
  /** Null wherever ranking is not allowed. */
  rank: number | null;
}

/** People among these whose papers are under review although they have published, and since when (UTC instant). */
export type ReviewPart = (user_ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export type ActivityPart = (user_id: string) => Promise<Partial<ExpertActivity>>;

/** What a feature above keeps of a person: it stands in the copy of their data, and goes with their account. */
export interface PersonalData {
  /** Its name in the copy. */
  readonly name: string;
  of(user_id: string): Promise<unknown>;
  /**
   * What has to be settled with its owner first, as money that is owed: begins it, tells them at that address ('' where they proved none), and answers
   * whether nothing is left. Until then the account stays, and this is asked again with every look.
   */
  settle?(tx: Database, user_id: string, mail: string): Promise<boolean>;
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

/** Of PANs other features learn no more than this. */
export interface Pans {
  /** Whether somebody gave theirs, and no card of it was rejected. */
  isGiven(tx: Database, user_id: string): Promise<boolean>;
  /** Whether two reviewers accepted the card of theirs: anybody can write down a number. */
  isProven(tx: Database, user_id: string): Promise<boolean>;
  /**
   * This account and those that have proven the same PAN, on whatever sites they are. Anybody can write down a number, so an account that
   * only did so counts for no other: it would use up a stranger's limits.
   */
  same(tx: Database, user_id: string): Promise<string[]>;
  /** Until the transaction ends nobody else who asks this way acts for the same PAN. */
  lock(tx: Database, user_id: string): Promise<void>;
}

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
  /** With `kyc_gate` its live calls wait for a PAN. */
  give(tx: Database, plan: GivenPlan & { readonly kyc_gate: boolean }): Promise<void>;
  /** Days for bringing somebody or for being brought: promotional, so nothing of them is bought or paid back; their live calls wait for a PAN too. */
  reward(tx: Database, plan: GivenPlan): Promise<void>;
  /** Moves one: all of one that has not begun, of others the end. */
  move(tx: Database, id: string, to: Pick<GivenPlan, 'starts_at' | 'ends_at'>): Promise<void>;
  /** Ends one before its time; one that has not begun never will. */
  end(tx: Database, id: string, at: Date): Promise<void>;
  /** Locks open and close by it from the next request on; on other nodes within 15 seconds. */
  changed(user_id: string): void;
}

export interface Identity {
  readonly plans: Plans;
  readonly pans: Pans;
  expert(user_id: string): Promise<ExpertRecord | null>;
  /** All experts in the order of their ids. */
  experts(): Promise<ExpertRecord[]>;
  /** The signed part of registrations by user id: of these people, or of everybody who has one. */
  entries(db: Database, user_ids?: readonly string[]): Promise<Map<string, AuthorEntry>>;
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
  /** Within a transaction: whether an account is neither erased nor closed. Who waited for an erasure to end asks this before it keeps anything. */
  isOpen(tx: Database, user_id: string): Promise<boolean>;
  /** When each of these people last used one of their sessions, to some hours; without those who have none. */
  lastSeen(user_ids: readonly string[]): Promise<Map<string, Date>>;
  /** Those of these people who have an account. */
  known(user_ids: readonly string[]): Promise<Set<string>>;
  /**
   * Whether an account is one more of somebody who was here before: an older one, on whatever site, has its PAN or verified number, or that of
   * `by` has one of them or was used in the same browser.
   */
  wasHereBefore(tx: Database, user_id: string, by: string): Promise<boolean>;
  /** Open accounts among these that were opened before `before`, or have a bought or given plan at `at`. */
  settled(tx: Database, user_ids: readonly string[], when: { readonly before: Date; readonly at: Date }): Promise<Set<string>>;
  /** Whether a broker introduced the account: its first sign-in was the broker's. One that links a broker later is its own. */
  throughBroker(user_id: string): Promise<boolean>;
  /** Sends a message to those of these people who want its kind; commits with the caller's transaction. */
  readonly notify: Notify;
  /** Subscribes to what happens here, inside the transaction in which it happens. */
  readonly on: Subscribe<IdentityEvents>;
  /** Adds a part to the publishing activity that profiles show; a later part replaces what an earlier one said. Without any, nothing was published. */
  addActivity(part: ActivityPart): void;
  /** Says how it is known who has published, for experts whose papers are under review. Without it nobody has. */
  knowReviews(part: ReviewPart): void;
  /** What the profile says of the risk an investor can bear, until an instant; null: nothing. Commits with the caller's transaction. */
  setRiskCategory(tx: Database, user_id: string, risk: { readonly category: string; readonly ends_at: Date } | null): Promise<void>;
  /** Says what a feature keeps of a person. One of them names it once, for the copy and for the erasure. */
  keeps(data: PersonalData): void;
  /** What identity and the features above have for an evidence file, in the order in which it is written. */
  evidence(): readonly Evidence[];
}
