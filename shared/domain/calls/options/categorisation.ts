import { type Bucket, bucket } from '../buckets.ts';

/** Probability of profit at publication, %, and calendar days to the first expiry. */
export const OPTION_BUCKETS = {
  chance: [
    bucket('0-25', 'under 25 %', Number.NEGATIVE_INFINITY),
    bucket('25-50', '25–50 %', 25),
    bucket('50-75', '50–75 %', 50),
    bucket('75', '75 % and more', 75),
  ],
  days_left: [
    bucket('0', 'expires today', Number.NEGATIVE_INFINITY),
    bucket('1-3', '1–3 days', 1),
    bucket('4-7', '4–7 days', 4),
    bucket('8-30', '8–30 days', 8),
    bucket('31', 'over 30 days', 31),
  ],
} as const satisfies Record<string, readonly Bucket[]>;
