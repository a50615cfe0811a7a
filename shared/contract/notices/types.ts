import * as z from 'zod/mini';
import { TERMS } from '../calls/types.ts';
import { id } from '../text.ts';

/** Where a notice stands in the drawer. Only topics that something is told about are here. */
export const TOPICS = ['new_calls', 'my_calls'] as const;
export type NoticeTopic = (typeof TOPICS)[number];

/** What became of a call that its followers are told of, good or bad alike. */
export const TOLD = [
  'publish',
  'entry_fill',
  'tighten_sl',
  'corp_adjust',
  'target_hit',
  'sl_hit',
  'exited',
  'expired',
  'lapsed',
  'cancelled',
  'correction',
] as const;
export type Told = (typeof TOLD)[number];

export const noticedCall = z.object({
  id,
  /** Name of its kind in the record. */
  kind: z.string(),
  stock: z.string(),
  /** Null for calls that have none. */
  term: z.nullable(z.enum(TERMS)),
});

/** One notice to one person. It holds no levels. */
export const notice = z.object({
  /** Counts this person's notices from 1, without gaps, in the order in which they were told. */
  seq: z.number(),
  topic: z.enum(TOPICS),
  what: z.enum(TOLD),
  expert: z.object({ user_id: id, full_name: z.string() }),
  call: noticedCall,
  /** What the call earned, % to 2 decimals; null while it is open, and where results are not shown. */
  result: z.nullable(z.number()),
  /** When it happened, and when this person was told: UTC instants. */
  happened_at: z.string(),
  told_at: z.string(),
  read: z.boolean(),
});
export type Notice = z.output<typeof notice>;

/** Counting unread notices stops here: 100 means 100 or more. */
export const UNREAD_CEILING = 100;

export const noticeCount = z.object({
  /** At most UNREAD_CEILING. */
  unread: z.number(),
  /** `seq` of the latest notice, 0 before the first. */
  latest: z.number(),
});
export type NoticeCount = z.output<typeof noticeCount>;

export const noticePage = z.object({
  notices: z.array(notice),
  /** Whether more lie behind the last one, in the direction that was asked for. */
  more: z.boolean(),
  ...noticeCount.shape,
});
export type NoticePage = z.output<typeof noticePage>;

/** Minutes since midnight in IST. */
const minute = z.int().check(z.gte(0, 'Not a time of day'), z.lt(24 * 60, 'Not a time of day'));

/** Hours without messages to devices, daily in IST, maybe over midnight; `to` is outside. */
export const quietHours = z
  .object({ on: z.boolean(), from: minute, to: minute })
  .check(z.refine(({ from, to }) => from !== to, { message: 'Quiet hours that end when they begin would never end', path: ['to'] }));
export type QuietHours = z.output<typeof quietHours>;

export const noticeSettings = z.object({
  quiet: quietHours,
  /** Experts whose notices are kept, read already, and sent nowhere. */
  muted: z.array(z.object({ user_id: id, full_name: z.string() })),
});
export type NoticeSettings = z.output<typeof noticeSettings>;
