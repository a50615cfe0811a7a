import * as z from 'zod/mini';
import { day } from '../text.ts';

/** IST, `HH:MM`. */
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** Hours of one session, such as muhurat. */
const ownHours = z.object({ preopen: time, open: time, close: time });

/** Ordinary hours from an IST day on. `close`: of stocks without futures; `auctionEnd`: of those with futures, null without an auction. */
const ordinaryHours = z.object({
  from: day,
  preopen: time,
  open: time,
  close: time,
  fnoClose: time,
  auctionEnd: z.nullable(time),
  post: z.tuple([time, time]),
  optionsClose: time,
});

/**
 * What the exchange has declared since the release of the server, by IST day: closed, open at the ordinary hours, or open at hours of its own.
 * `years`: all their holidays are declared. `expiries`: the day on which contracts expire instead, by the day on which they would.
 */
export const calendarAnswer = z.object({
  days: z.record(day, z.union([z.enum(['closed', 'open']), ownHours])),
  hours: z.array(ordinaryHours),
  years: z.array(z.string().check(z.regex(/^\d{4}$/))),
  expiries: z.record(day, day),
});
