import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import type { CallStatus, CallType, EventType, Term } from '../../../contract/calls/types.ts';

/** Everything the engine needs to know about a call. Instants are milliseconds since 1970. */
export interface CallState {
  readonly id: string;
  readonly call_type: CallType;
  readonly term: Term;
  readonly entry_mode: 'market' | 'limit' | 'range';
  readonly entry_low: number;
  readonly entry_high: number;
  /** Where the last price stood at publication, seen from the entry. Absent at the entry, for market entries, and in older records. */
  readonly comes_from?: 'above' | 'below';
  readonly target: number;
  /** Stop-losses with the instant each takes effect. The first is the published one; `last` is the last price when a later one was set, absent in older records. */
  readonly stops: readonly { readonly from: number; readonly price: number; readonly last?: number }[];
  readonly status: CallStatus;
  readonly published_at: number;
  /** End of the entry window: 14:45 on the day for intraday, else the end of the third trading day after publication. */
  readonly entry_until: number;
  /** 15:10 on the day for intraday, else the end of continuous trading on `valid_till`. */
  readonly expires_at: number;
  readonly entry: { readonly price: number; readonly ts: number } | null;
  readonly exit: { readonly price: number; readonly ts: number; readonly reason: string } | null;
  readonly exit_request: { readonly ts: number; readonly reason: string } | null;
  /** Ex-dates of the corporate actions already applied. */
  readonly adjusted_on: readonly string[];
  /** The author lost the right to publish. The call is frozen for the author and still closes by its levels. */
  readonly frozen: boolean;
  /** Since when and why prices can't judge the call; absent while they can. It neither fills nor ends until the cause is gone. */
  readonly not_judgeable?: NotJudgeable;
  /** Days whose doubt two people have settled: prices judge on in spite of it. Absent while there are none. */
  readonly trusted_days?: readonly string[];
  /** Those that two people let be missing. Should the file of one come all the same, what its prices do is another doubt. Absent while there are none. */
  readonly skipped_days?: readonly string[];
  /** Days from which on the stock did not trade, until it traded again or two people went on without. Absent while there are none. */
  readonly untraded_days?: readonly string[];
  /** Such days of a wait that is not over, and that has another reason by now. Absent while there are none. */
  readonly untraded_before?: readonly string[];
}

/** The part of a record's event that a call's state depends on. */
export interface StateEvent {
  readonly call_id: string;
  readonly type: EventType;
  readonly ts: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
