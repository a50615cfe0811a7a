import * as z from 'zod/mini';
import { alertCondition } from '../alerts/types.ts';
import { demoBooking } from '../booking/types.ts';
import { TERMS } from '../calls/types.ts';
import { RENEWAL_STOPS } from '../plans/renewal-stops.ts';
import { KYC_TYPES } from '../profile/types.ts';
import { id } from '../text.ts';

/** Where a notice stands in the drawer. Only topics that something is told about are here. */
export const NOTICE_TOPICS = ['new_calls', 'my_calls', 'chat', 'account', 'market'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

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
  'unjudged',
  'correction',
  'ended',
] as const;
export type Told = (typeof TOLD)[number];

/** The ways a call ends. Where past calls are not shown, each is told as `ended`. */
export const ENDS: ReadonlySet<string> = new Set<Told>(['target_hit', 'sl_hit', 'exited', 'expired', 'lapsed', 'cancelled', 'unjudged']);

export const noticedCall = z.object({
  id,
  /** Name of its kind in the record. */
  kind: z.string(),
  stock: z.string(),
  /** Null for calls that have none. */
  term: z.nullable(z.enum(TERMS)),
});

const expert = z.object({ user_id: id, full_name: z.string() });
const toOne = {
  /** Counts this person's notices from 1, without gaps, in the order in which they were told. */
  seq: z.number(),
  /** When it happened, and when this person was told: UTC instants. */
  happened_at: z.string(),
  told_at: z.string(),
  read: z.boolean(),
};

/** What became of a call. It holds no levels. */
export const callNotice = z.object({
  ...toOne,
  topic: z.enum(['new_calls', 'my_calls']),
  what: z.enum(TOLD),
  expert,
  call: noticedCall,
  /** What the call earned by its record, before costs, % to 2 decimals; null while it is open, and where results are not shown. */
  result: z.nullable(z.number()),
  /** What a follower has made of it after costs, %, as lists show it now. Absent where `result` is null, and where no follower has a result. */
  made: z.optional(z.number()),
});
export type CallNotice = z.output<typeof callNotice>;

/** What an alert of this person's waited for has come: a figure, or a new call; or so many have today that no more are told. */
export const ALERTED = ['alert', 'alert_call', 'alerts_most'] as const;

/** An alert of which a figure decides, and where it stood. */
export const firedAlert = z.object({ condition: alertCondition, points: z.boolean(), figure: z.number() });

export const alertNotice = z.object({
  ...toOne,
  topic: z.literal('market'),
  what: z.enum(ALERTED),
  /** Of `alert`, otherwise null. */
  alert: z.nullable(firedAlert),
  /** Of `alert_call`, otherwise null. */
  call: z.nullable(noticedCall),
  expert: z.nullable(expert),
});
export type AlertNotice = z.output<typeof alertNotice>;

/** What became of a person's documents, bookings, plans, referrals and orders. */
export const ACCOUNT_NEWS = [
  'document_verified',
  'document_rejected',
  'demo_booked',
  'demo_moved',
  'demo_cancelled',
  'renewal_announced',
  'renewal_done',
  'renewal_refused',
  'renewal_stopped',
  'plan_ends',
  'referral_credited',
  'refund_failed',
  'refund_by_bank',
  'refund_account',
  'order_unknown',
] as const;

/** A renewal, or the end of a plan without one: what it costs, and the instant that the news is about: when it is or was charged, tried again, or when the plan ends. */
const toldRenewal = z.object({ plan: z.string(), days: z.number(), pay_paise: z.number(), at: z.string(), why: z.enum(['', ...RENEWAL_STOPS]) });

/** A refund that could not go back the way it was paid, and the last digits of the account that it goes or went to; '' for none. */
const toldRefund = z.object({ amount_paise: z.number(), ends_with: z.string() });

/** An order of theirs at their broker that they are asked to look for: its id, and the stock or underlying. */
const toldOrder = z.object({ id, symbol: z.string() });

export const accountNotice = z.object({
  ...toOne,
  topic: z.literal('account'),
  what: z.enum(ACCOUNT_NEWS),
  /** Of news about a document, otherwise null. */
  document: z.nullable(z.enum(KYC_TYPES)),
  /** When the demo is or was to be, otherwise null. */
  demo: z.nullable(z.pick(demoBooking, { date: true, slot: true })),
  /** Of news about the renewal of a plan, otherwise null. */
  renewal: z.nullable(toldRenewal),
  /** Of news about such a refund or its account, otherwise null. */
  refund: z.nullable(toldRefund),
  /** Of news about such an order, otherwise absent. */
  order: z.optional(toldOrder),
  /** Nobody can mute what concerns their own account. */
  expert: z.null(),
});
export type AccountNotice = z.output<typeof accountNotice>;

/** What happened in a person's chats. `message`: the first that they have not seen, after a minute. `case`: a moderator has closed a case about the chat. */
export const CHAT_NEWS = ['requested', 'accepted', 'denied', 'expired', 'closed', 'message', 'case'] as const;

/** It holds no text of the chat. */
export const chatNotice = z.object({
  ...toOne,
  topic: z.literal('chat'),
  what: z.enum(CHAT_NEWS),
  room: z.string(),
  /** Name of the other member, as it is now. */
  other: z.string(),
  /** Of a request that was denied and a chat that was closed; '' otherwise. */
  reason: z.string(),
  /** Of `case`: its number, how it ended, and whether the moderator read the chat; otherwise null. */
  case: z.nullable(z.object({ id: z.string(), upheld: z.boolean(), texts_read: z.boolean() })),
  /** The expert of the chat, to investors, who may mute them; null where nobody can be muted. */
  expert: z.nullable(expert),
});
export type ChatNotice = z.output<typeof chatNotice>;

/** One notice to one person. */
export const notice = z.discriminatedUnion('topic', [callNotice, alertNotice, accountNotice, chatNotice]);
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
  /** What goes by mail about calls comes in one mail a day, at 20:00 IST. */
  daily_mail: z.boolean(),
  /** Experts whose notices are kept, read already, and sent nowhere. */
  muted: z.array(z.object({ user_id: id, full_name: z.string() })),
});
export type NoticeSettings = z.output<typeof noticeSettings>;
