import type { CallType, ENTRY_MODES } from '@vimarsh/shared/contract/calls/types.ts';

/** A follower's entry and exit, ₹ on the share count at the end of the call, and the return between them, %, before costs. */
export interface FollowerFill {
  readonly entry: number;
  readonly exit: number;
  readonly made: number;
  /** The same as it is told: % with four decimals (docs/record-format.md). */
  readonly returned: number;
  readonly prices: FollowerPrices;
}

/** The stretches of prices that decide it, for a second computation (docs/record-format.md). */
export interface FollowerPrices {
  /** Null for a call that fills at a limit or a range: a follower enters at the call's own price. */
  readonly entry: FollowerPrice | null;
  readonly exit: FollowerPrice;
  /** Factor from the follower's exit day to the share count of the call's end; 1 on the same day. */
  readonly factor: number;
}

/** A price as it traded, ₹, its instant, ms, and the stretch of the feed whose last bar opens with it. */
export interface FollowerPrice {
  readonly price: number;
  readonly ts: number;
  readonly segment: string;
}

/** An ended call as far as a follower's prices follow from it. Instants in milliseconds. */
export interface FollowedCall {
  readonly call: {
    readonly id: string;
    readonly stock: string;
    readonly entry_mode: (typeof ENTRY_MODES)[number];
    readonly published_at: number;
  };
  readonly record: {
    readonly call_type: CallType;
    readonly entry: { readonly price: number; readonly ts: number } | null;
    readonly exit: { readonly price: number; readonly ts: number } | null;
    /** %; null without a result. */
    readonly realised_return: number | null;
  };
}

/** What is known of a fill now. `until`: market time, ms, from which more may be known; absent where it stays as it is. */
export interface KnownFill {
  readonly fill: FollowerFill | null;
  readonly until?: number;
}

/** Prices at which followers entered and left ended calls on shares. */
export interface FollowerPricesOf {
  of(ended: FollowedCall): Promise<KnownFill>;
}
