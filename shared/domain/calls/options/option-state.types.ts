import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import type { LevelBasis, OptionEventType, UnderlyingType } from '../../../contract/calls/options/types.ts';
import type { CallStatus } from '../../../contract/calls/types.ts';
import type { LegTerms } from './legs.ts';

/** What a leg cost or brought, ₹ a share: `price` is what a follower got, `mid` the middle of the quotes; null where only one side was quoted. */
export interface Fill {
  readonly price: number;
  readonly mid: number | null;
}

/** What ends a call, decided and not yet filled: a follower has a minute to learn of it. */
export interface Closing {
  readonly as: 'target_hit' | 'sl_hit' | 'exited' | 'expired';
  readonly basis: 'level' | 'gap' | 'both' | 'request';
  readonly ts: number;
  /** Middle of the quotes of each leg then; null where there was none. */
  readonly mids: readonly (number | null)[];
}

/** Everything the engine needs to know about an option call. Instants are milliseconds since 1970. */
export interface OptionState {
  readonly id: string;
  readonly stock: string;
  readonly underlying_type: UnderlyingType;
  readonly legs: readonly LegTerms[];
  readonly lot_size: number;
  /** Middle of the quotes of each leg at publication: what the page showed. */
  readonly mids: readonly number[];
  readonly level_basis: LevelBasis;
  readonly target: number;
  /** Stop-losses with the instant each takes effect. The first is the published one. */
  readonly stops: readonly { readonly from: number; readonly level: number }[];
  readonly net_limit: number | null;
  readonly margin_est: number;
  /** Most that can be lost at the published prices, ₹; null where unlimited. */
  readonly max_loss: number | null;
  readonly status: CallStatus;
  readonly published_at: number;
  readonly entry_until: number;
  /** End of options trading on `valid_till`. */
  readonly expires_at: number;
  /** It is held to its first expiry, which settles it. */
  readonly settles: boolean;
  readonly entry: { readonly ts: number; readonly spot: number; readonly legs: readonly Fill[] } | null;
  readonly closing: Closing | null;
  readonly exit: { readonly ts: number; readonly reason: string; readonly settlement: string | null; readonly legs: readonly Fill[] } | null;
  readonly exit_request: { readonly ts: number; readonly reason: string } | null;
  /** Legs without a quote at the last look, and since which one. */
  readonly stale: { readonly since: number; readonly legs: readonly number[] } | null;
  /** When somebody last looked and found a change of that. */
  readonly looked_at: number;
  readonly adjusted_on: readonly string[];
  readonly frozen: boolean;
  readonly post_mortem: boolean;
  /** Since when and why quotes can't judge the call; absent while they can. It neither fills nor ends until the cause is gone. */
  readonly not_judgeable?: NotJudgeable;
  /** Days whose prices two people trust: quotes judge on in spite of their step. Absent while there are none. */
  readonly trusted_days?: readonly string[];
  /** Days without prices that two people went on without. Prices that come late and step are in doubt again. Absent while there are none. */
  readonly skipped_days?: readonly string[];
}

/** The part of a record's event that a call's state depends on. */
export interface OptionStateEvent {
  readonly call_id: string;
  readonly type: OptionEventType;
  readonly ts: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
