import type { OrderState } from '../../../contract/trading/types.ts';

/** States after which nothing is expected any more. */
const OVER: readonly OrderState[] = ['complete', 'rejected', 'cancelled', 'expired', 'not_sent', 'not_received'];
export const isOver = (state: OrderState): boolean => OVER.includes(state);

/** ms of market time after which nobody waits for an answer alone: the owner is asked to look. */
export const HAND_OVER_MS = 60_000;
