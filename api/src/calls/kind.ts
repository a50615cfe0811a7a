import type { CardRefusal } from '@vimarsh/shared/contract/calls/cards.ts';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call, Term } from '@vimarsh/shared/contract/calls/types.ts';
import type { PublishLimits } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import type { PerfPolicy } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Identity } from '../identity/index.ts';
import type { CallHead, Kind, Ledger } from '../ledger/index.ts';
import type { Market, OptionMarket } from '../market/index.ts';
import type { Ctx, Database, Platform } from '../platform/platform.ts';
import type { Authoring } from './authoring.ts';
import type { AuthorRecords } from './authors/author-records.ts';
import type { Correctable } from './corrections/correctable.ts';
import type { RowChange } from './reading/changes/record-changes.ts';
import type { SharedAnswers } from './reading/changes/shared-answers.ts';
import type { ExpertDirectory, ExpertName } from './reading/expert-directory.ts';
import type { Experts } from './reading/experts.ts';

/** A call in the contract's form, of whatever kind. */
export type ShownCall = Call | OptionCall;

export type CallReader = Pick<Ctx, 'caller' | 'partner'>;

/** The live or the ended calls that a reader may read: a name that all readers of the same calls share, and whether a change is of one of them. */
export interface ReadableRecord {
  readonly key: string;
  has(change: RowChange): boolean;
}

/**
 * An ended call as a reader may have had it before a change. A correction may have opened it again or moved its end; how it stood is not known, so it
 * counts as one that ended on its first day.
 */
export const mayHaveBeen = <Row extends CallHead>({ type }: RowChange, row: Row): Row =>
  type === 'correction' ? { ...row, is_open: false, ended_on: istDay(row.published_at) } : row;

/** The latest IST day from `from` on, on which somebody dealt in a stock or its contracts; null: none is known. */
export type DealingSource = (db: Database, user_id: string, stock: string, from: string) => Promise<string | null>;

/** What every kind of call is given. */
export interface KindDependencies {
  readonly platform: Platform;
  readonly market: Market & { readonly options: OptionMarket };
  readonly identity: Identity;
  readonly ledger: Ledger;
  readonly authoring: Authoring;
  /** An author's own dealing, as far as this site knows it. */
  readonly dealtOn: DealingSource;
  /** The signed records of authors; null where a stage has none. */
  readonly authors: AuthorRecords | null;
  readonly directory: ExpertDirectory;
  readonly experts: Experts;
  /** Figures, which may take seconds to compute. */
  readonly answers: SharedAnswers;
  /** Numbers beside the rows of lists and desks. */
  readonly listAnswers: SharedAnswers;
  /** What this site may say about past performance. */
  readonly policy: PerfPolicy;
  /** Other numbers for the publishing rules of equity calls. */
  readonly limits?: Partial<PublishLimits>;
}

/** A call that its stop-loss ended. Days IST, `YYYY-MM-DD`. */
export interface StoppedCall {
  readonly id: string;
  readonly stock: string;
  /** Its side or strategy, as the record has it. */
  readonly what: string;
  readonly ended_at: Date;
  readonly ended_on: string;
  readonly post_mortem_on: string | null;
}

/** One kind of call: its part of the record, and who may see which of its calls. It serves its own routes. */
export interface CallsOfKind {
  readonly kind: Kind;
  /** What a notice says of a row beside its stock: no levels. `result`: % once it has ended; null where results are not shown. */
  told(row: CallHead): { term: Term | null; result: number | null };
  /** Followers' results of ended calls after costs, %, as lists show them; null without a result. */
  made?(row: CallHead): Promise<number | null>;
  /** Its levels are ₹ of one share: entry, target and stop-loss stand in a table of the evidence file. Of other kinds they are in the record alone. */
  readonly levelsInRupees?: true;
  /** The rows a caller may be told about. */
  sees(asker: CallReader): (row: CallHead) => boolean;
  /** Where calls have a stop-loss: those of an author that it ended since an IST day, of those the asker may read; null where no figures of others are shown. */
  stopped?(expert_id: string, since: string, asker: CallReader): Promise<StoppedCall[] | null>;
  /** The rows a caller may read with all their events: of a site without a record, ended calls are their author's alone. */
  reads(asker: CallReader): (row: CallHead) => boolean;
  /** Which ended calls an asker may read, of one author or of all; where `stopped` is. */
  readable?(asker: CallReader, expert_id?: string): ReadableRecord;
  /** A row as lists show it to whoever may read it, without where it stands at the prices of the moment. Throws CALL_DAMAGED. */
  shown?(row: CallHead, expert: ExpertName): ShownCall;
  /** Rows that a reader may read as lists show them, with where they stand at the prices of the moment. A damaged one is left out. */
  cards?(rows: readonly CallHead[]): Promise<ShownCall[]>;
  /** Why a caller may not read a row: what `requireVisible` throws, or '' where they may. */
  refusal?(asker: CallReader): (row: CallHead) => CardRefusal;
  /** How two people correct its calls; absent where they can't. */
  readonly corrected?: Correctable;
  /** Throws NOT_FOUND, or where the caller's lists count the call among the locked ones NOT_ENTITLED, or KYC_GATE where only a PAN is missing. */
  requireVisible(id: string, asker: CallReader): Promise<void>;
}
