import * as z from 'zod/mini';
import { day, id } from '../text.ts';

/** IST time of day, `HH:mm`. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time of day'));

export const DEMO_STATUSES = ['new', 'cancel'] as const;
export type DemoStatus = (typeof DEMO_STATUSES)[number];

/** A booked demo as its booker sees it. */
export const demoBooking = z.object({
  id,
  /** IST day. */
  date: day,
  /** IST time of day at which it begins. */
  slot: timeOfDay,
  status: z.enum(DEMO_STATUSES),
});
export type DemoBooking = z.output<typeof demoBooking>;

export const timeSlot = z.object({ slot_time: timeOfDay, is_available: z.boolean() });
export type TimeSlot = z.output<typeof timeSlot>;

/** `new` without an id books, with one it moves that booking; `cancel` names the booking it ends. */
export const demoRequest = z.object({
  /** `YYYY-MM-DD HH:mm` in IST. */
  appointment: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d$/, 'Not a date with a time')),
  status: z.enum(DEMO_STATUSES),
  id: z.nullable(id),
});
export type DemoRequest = z.output<typeof demoRequest>;

/** A coming demo as who gives it sees it. */
export const deskDemo = z.extend(demoBooking, {
  name: z.string(),
  /** As the account has them; '' where it has none. */
  email: z.string(),
  mobile: z.string(),
  profession: z.string(),
  partner_key: z.string(),
});
export type DeskDemo = z.output<typeof deskDemo>;
