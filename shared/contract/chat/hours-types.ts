import * as z from 'zod/mini';
import { lines } from '../text.ts';

/** Characters of what investors read while an expert is away. */
export const AWAY_NOTE_LENGTH = 300;

/** Minutes since midnight in IST; `to` is outside, and 1440 is the end of the day. */
const dayHours = z
  .object({
    from: z.int().check(z.gte(0, 'Not a time of day'), z.lt(24 * 60, 'Not a time of day')),
    to: z.int().check(z.gt(0, 'Not a time of day'), z.lte(24 * 60, 'Not a time of day')),
  })
  .check(z.refine(({ from, to }) => from < to, { message: 'The end comes after the beginning', path: ['to'] }));

const SEVEN = 'Seven days, with hours on one of them at least';
/** Seven days from Monday on; null where nothing is answered. */
export const weekHours = z.array(z.nullable(dayHours)).check(
  z.maxLength(7, SEVEN),
  z.refine((days) => days.length === 7 && days.some((day) => day !== null), SEVEN),
);
export type WeekHours = z.output<typeof weekHours>;

/** As the expert has them. `hours` null: none are told. */
export const ownHours = z.object({ hours: z.nullable(weekHours), away: z.boolean(), note: lines(AWAY_NOTE_LENGTH) });
export type OwnHours = z.output<typeof ownHours>;

/** As others see them at this instant. */
export const shownHours = z.object({
  hours: z.nullable(weekHours),
  /** `open`: within the hours, or none are told. `away`: until the expert says otherwise. */
  state: z.enum(['open', 'closed', 'away']),
  /** When the hours begin again; UTC. Null unless `closed`. */
  opens_at: z.nullable(z.string()),
  /** Written beforehand by the expert; '' while they are there. */
  note: z.string(),
});
export type ShownHours = z.output<typeof shownHours>;
