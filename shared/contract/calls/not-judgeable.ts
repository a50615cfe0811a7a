import * as z from 'zod/mini';
import { day } from '../text.ts';

/**
 * Why prices can't judge a call from a day on: that day is not on file; or its price opened at a step from the last close that no
 * trading makes and no corporate action explains; or the exchange traded and no trade of the stock is on file since that day: `no_trade` where
 * nobody says why, else as the exchange's files say. With `other_isin` they have its symbol since then, under an ISIN that no list explains.
 * `before` and `opened`: the last close and that open, ₹, null where there is none.
 */
export const notJudgeable = z.object({
  cause: z.enum(['missing_day', 'price_step', 'no_trade', 'other_isin', 'suspended', 'delisted', 'merged']),
  day,
  before: z.nullable(z.number()),
  opened: z.nullable(z.number()),
});

export type NotJudgeable = z.output<typeof notJudgeable>;
