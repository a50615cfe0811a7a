import type { CallCard } from '@vimarsh/shared/contract/calls/cards.ts';
import type { OptionPerformance } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { PostMortems } from '@vimarsh/shared/contract/calls/post-mortems.ts';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { CallStatus, CallType, ENTRY_MODES, Period, Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { OpenCalls } from '@vimarsh/shared/contract/experts/types.ts';
import type { CAPS } from '@vimarsh/shared/contract/market/types.ts';
import type { CallNotice } from '@vimarsh/shared/contract/notices/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { ClosedRecord } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import type { PerfPolicy } from '@vimarsh/shared/domain/calls/past-policy.ts';
import type { EventRow } from '../ledger/index.ts';
import type { Database } from '../platform/platform.ts';
import type { FollowerPricesOf } from './follower-fill.types.ts';
import type { CallReader, DealingSource, ReadableRecord } from './kind.ts';
import type { SharedAnswers } from './reading/changes/shared-answers.ts';
import type { ExpertName } from './reading/expert-directory.ts';
import type { ReadableCall } from './reading/readable-events.ts';

/** An open equity call as other features may count it. */
export interface LiveCall {
  call_type: CallType;
  term: Term;
  published_at: string;
  expert_id: string;
  /** ₹ on the present share count. */
  target: number;
}

export interface ClosedCall {
  /** Name of its kind in the record. */
  kind: string;
  id: string;
  status: CallStatus;
  stock: string;
  expert_id: string;
}

/** A call that was just published, without its levels. */
export interface PublishedCall {
  readonly call: CallNotice['call'];
  readonly expert_id: string;
  /** UTC instant, market time. */
  readonly published_at: string;
}

/** A settled call that anyone may read about by now. */
export interface PublicCall {
  call_type: CallType;
  published_at: string;
  ended_at: string;
  status: 'target_hit' | 'sl_hit' | 'exited' | 'expired';
}

/** Which settled equity calls to load. */
export interface RecordQuery {
  readonly user_id?: string | undefined;
  readonly term?: Term | undefined;
  /** Ended at this moment or later. */
  readonly since?: Date | undefined;
}

export interface RecordOfExpert {
  readonly expert_id: string;
  /** Which call it is. Instants in milliseconds. */
  readonly call: {
    readonly id: string;
    readonly stock: string;
    readonly sector: string;
    readonly cap: (typeof CAPS)[number] | null;
    readonly entry_mode: (typeof ENTRY_MODES)[number];
    readonly published_at: number;
    readonly ended_at: number;
  };
  readonly record: ClosedRecord;
}

/** What calls offer other features. */
export interface Calls {
  /** What this site may say about past performance. */
  readonly policy: PerfPolicy;
  /** First content of `/` for the main host (null) or a partner's host. */
  publicView(partner: Environment | null): Promise<PublicView>;
  /**
   * Equity calls on one stock that are open, or were open at an instant, oldest first; of experts who may publish: a frozen call
   * is judged to its end, but nobody who speaks now stands behind it.
   */
  liveCallsOf(symbol: string, at?: Date): Promise<LiveCall[]>;
  /** The same on every stock that has one, by its symbol, in one read for all. */
  liveCallsByStock(at: Date): Promise<Map<string, LiveCall[]>>;
  /** Ended equity calls on one stock as a visitor of the main host sees them: after the public lag, none where records are not shown; the latest 100, oldest first. */
  publicCallsOf(symbol: string): Promise<PublicCall[]>;
  /** Settled equity calls as figures count them, in pages, in the order of their ends: those that this reader may read, or all for the server itself (null). */
  closedRecords(query: RecordQuery, reader: CallReader | null): AsyncIterable<readonly RecordOfExpert[]>;
  /** Which settled equity calls those are, of one expert or of all. */
  readableRecord(reader: CallReader | null, user_id?: string): ReadableRecord;
  /** Whether this reader may read any settled equity call of an expert. */
  hasRecord(user_id: string, reader: CallReader): Promise<boolean>;
  /** Open equity calls of an expert that this reader may read, and how many can still be entered now. */
  openCallsOf(user_id: string, reader: CallReader): Promise<OpenCalls>;
  /** Results of ended option calls of an expert that this reader may read, apart for limited risk and for margin; nulls where figures are not allowed. */
  optionFigures(query: { user_id: string; period: Period }, reader: CallReader): Promise<OptionPerformance>;
  /** Prices at which followers entered and left ended calls on shares. */
  readonly fills: FollowerPricesOf;
  /** Everybody who ever published, by id. */
  authors(): Promise<string[]>;
  /** Answers computed once from the record and shared by everybody who may read the same calls. */
  readonly answers: SharedAnswers;
  /** The same for what lists and desks show beside their rows. */
  readonly listAnswers: SharedAnswers;
  /** How many follow each of these experts. */
  followersOf(expert_ids: readonly string[]): Promise<Map<string, number>>;
  /** Whom a user follows. */
  followedBy(user_id: string): Promise<Set<string>>;
  /** How an expert answers for stopped calls, of those the asker may read: `counts.missing` is what the expert's page counts. */
  postMortemsOf(expert_id: string, asker: CallReader): Promise<PostMortems>;
  /** How many calls of all kinds an expert published, and when the latest (UTC instant). */
  publishedBy(expert_id: string): Promise<{ reco_count: number; last_published_at: string | null }>;
  /** Called in the transaction that publishes a call, of whatever kind: what the listener writes is there exactly when the call is. Before the start. */
  onPublished(listener: (tx: Database, published: PublishedCall) => Promise<void>): void;
  /** Who knows when authors dealt in a stock themselves: asked before a call on it is published. Before the start. */
  dealings(source: DealingSource): void;
  /** Whether one of these people has an open call on a stock of these names or its contracts, whoever may read it. */
  hasOpenCall(db: Database, authors: readonly string[], stocks: readonly string[]): Promise<boolean>;
  /** A call that the asker may read. Throws NOT_FOUND, NOT_ENTITLED or KYC_GATE. */
  readableCall(id: string, asker: CallReader): Promise<ReadableCall>;
  /** Calls as lists show them, or why the asker may not read them, in the order of their ids; in one read for all. */
  cardsOf(ids: readonly string[], asker: CallReader): Promise<CallCard[]>;
  /** The stock of each of these calls by its id, whoever may read it. Only for leaving out what would tell it. */
  stocksOf(ids: readonly string[]): Promise<Map<string, string>>;
  /** The ended calls of an expert that the asker may read, the latest publications first; in pages, so many at most. */
  endedCallsOf(expert_id: string, asker: CallReader, most: number): AsyncIterable<readonly ReadableCall[]>;
  /** An author as calls show them, and the events of their signed record; none where they have no record. */
  authorOf(expert_id: string): Promise<{ readonly shown: ExpertName; readonly events: readonly EventRow[] }>;
  /** Who of these may read a call now. */
  readersOf(call: Pick<CallNotice['call'], 'id' | 'kind'>, user_ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called on every node after a call's end is stored, whichever node stored it. A listener that throws is logged and does not stop the others. */
  onClosed(listener: (call: ClosedCall) => Promise<void> | void): void;
}
