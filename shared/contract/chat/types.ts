import * as z from 'zod/mini';
import { expertCard } from '../calls/expert-card.ts';
import { PROFESSIONS } from '../identity/types.ts';
import { id, lines, symbol, text } from '../text.ts';
import { answerTime } from './answer-time-types.ts';
import { shownHours } from './hours-types.ts';

/** Unicode code points. */
export const MESSAGE_LENGTH = 2000;
export const REQUEST_LENGTH = 300;

/** `status_str` of a room. Only `Active` takes messages. */
export const CHAT_STATUSES = ['Requested', 'Active', 'Denied', 'Cancelled', 'Expired', 'Closed'] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** `unsaid`: the specification's `cancel_room_status` carries no reason. */
export const DENY_REASONS = ['busy', 'other_field', 'advice', 'unsaid'] as const;
export const CLOSE_REASONS = ['answered', 'not_needed', 'conduct', 'other'] as const;

/** Made by the client once for each message, edit or withdrawal, and sent again with it until it is acknowledged. */
const client_msg_id = id;
const room = id;
/** A number of the room’s sequence as text. */
export const place = z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Not a number of the room')), z.transform(Number));

export const messageBody = lines(MESSAGE_LENGTH, 1);

export const newRequest = z.object({
  expert_id: id,
  topic: text(80, 3),
  symbol: z.optional(z.nullable(symbol)),
  text: lines(REQUEST_LENGTH, 1),
  client_msg_id,
});

export const newMessage = z
  .object({
    room,
    client_msg_id,
    /** May be empty beside a call. */
    body: lines(MESSAGE_LENGTH),
    /** `seq` of the message that this one answers. */
    reply_to: z.optional(z.nullable(z.int().check(z.minimum(1)))),
    /** A call that the sender published: the expert of the room alone attaches one. */
    call_id: z.optional(z.nullable(id)),
  })
  .check(z.refine(({ body, call_id }) => body !== '' || Boolean(call_id), { path: ['body'], error: 'Write something' }));

/** Bytes of one picture or PDF. */
export const FILE_BYTES = 5 * 1024 * 1024;
/** Code points of a PDF's name. A picture has none: those that cameras and screens give hold dates, numbers and names of programs. */
export const FILE_NAME_LENGTH = 100;
export const FILE_KINDS = ['picture', 'pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** A message with a picture or a PDF, as multipart: every field is text, and the text beside the file may be empty. */
export const newFileMessage = z.object({
  room,
  client_msg_id,
  body: z._default(lines(MESSAGE_LENGTH), ''),
  reply_to: z.optional(place),
  /** Of a PDF. Of a picture it is dropped. */
  name: z._default(text(FILE_NAME_LENGTH), ''),
});
export const messageEdit = z.object({ room, client_msg_id, target: z.int().check(z.minimum(1)), body: messageBody });
export const messageWithdrawal = z.object({ room, client_msg_id, target: z.int().check(z.minimum(1)) });

/** The server keeps the greatest number it was ever told. Numbers behind the room’s last are refused. */
export const readMark = z.object({
  room,
  delivered: z.optional(z.int().check(z.minimum(0))),
  seen: z.optional(z.int().check(z.minimum(0))),
});

/** Acknowledges what was committed. `again`: it was kept before, and nothing was kept twice. */
export const acknowledgement = z.object({ room: z.string(), seq: z.number(), at: z.string(), again: z.boolean() });
export type Acknowledgement = z.output<typeof acknowledgement>;

/** What a message carries: our own copy of what was sent, with nothing else of the file. */
export const entryFile = z.object({
  id: z.string(),
  kind: z.enum(FILE_KINDS),
  /** '' for a picture. */
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Pixels of a picture; null for a PDF. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Of its bytes, in hexadecimal. */
  sha256: z.string(),
});
export type EntryFile = z.output<typeof entryFile>;

export const ENTRY_KINDS = ['request', 'message', 'edit', 'withdrawal', 'state'] as const;

/**
 * One durable happening of a room. `seq` counts all of them, 1, 2, 3 … without a hole. The first text of an edited message stays
 * where it is; a withdrawn one is empty, and so are its edits.
 */
export const chatEntry = z.object({
  room: z.string(),
  seq: z.int(),
  kind: z.enum(ENTRY_KINDS),
  /** '' for the clock. */
  sender_id: z.string(),
  /** '' for changes of the state. */
  client_msg_id: z.string(),
  body: z.string(),
  /** Of a message: `seq` of the one it answers. Of an edit or withdrawal: `seq` of what it changes. */
  target: z.nullable(z.int()),
  withdrawn: z.boolean(),
  /** Of a message that carries one and stands. */
  file: z.optional(entryFile),
  /** The published call that a message shows while it stands. What it says is read apart (`readCallCards`), by each reader's own rights. */
  call_id: z.optional(z.string()),
  /** Of a change of the state, the new one and its reason; '' otherwise. */
  status_str: z.string(),
  reason: z.string(),
  /** UTC instant of the server’s clock. */
  at: z.string(),
});
export type ChatEntry = z.output<typeof chatEntry>;

/** A member of a room, as moderators see them. */
export const chatMember = z.object({ user_id: z.string(), name: z.string(), side: z.enum(['investor', 'expert']) });

/** How far a member has received and seen the room. */
const marks = z.object({ delivered: z.number(), seen: z.number() });

/** Specification section 3, with our further fields. Unknown words of `status_str` are shown as they are. */
export const recentChat = z.object({
  /** The room’s id. */
  title: z.string(),
  status_str: z.string(),
  retail_user_id: z.string(),
  second_user_details: z.object({
    user_id: z.string(),
    full_name: z.string(),
    profession: z.string(),
    picture: z.string(),
    verified: z.boolean(),
  }),
  topic: z.string(),
  symbol: z.nullable(z.string()),
  /** The investor’s words of the latest request. */
  request_text: z.string(),
  /** UTC instants. `ends_at`: when a request expires, or an open room closes by itself; null otherwise. */
  requested_at: z.string(),
  decided_at: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  /** The reason of the present state; '' where it has none. */
  reason: z.string(),
  /** The earliest instant of a new request; null while this one runs, and where nothing is to be waited for. */
  again_at: z.nullable(z.string()),
  /** The last entry with a text; null where it was withdrawn. */
  last: z.nullable(
    z.object({ seq: z.number(), sender_id: z.string(), body: z.string(), at: z.string(), file: z.optional(z.enum(FILE_KINDS)), call: z.optional(z.boolean()) }),
  ),
  /** Since when the investor waits for words of the expert: the first text of theirs that has no answer; null where none waits. UTC. */
  waits_since: z.optional(z.nullable(z.string())),
  /** The server's instant of this description, by which a wait is counted on a device whose clock is wrong. UTC. */
  as_of: z.optional(z.string()),
  /** `seq` of the last entry. */
  head: z.number(),
  /** Messages of the other that were not seen, at most `UNREAD_MOST`. */
  unread: z.number(),
  me: marks,
  other: marks,
});
export type RecentChat = z.output<typeof recentChat>;

/** `unread` stops here. */
export const UNREAD_MOST = 100;

/** What the caller’s plan allows, and how much of it is used; null for those who ask nobody. */
export const chatQuota = z.nullable(z.object({ rooms: z.number(), pending: z.number(), open: z.number(), waiting: z.number() }));

export const recentPage = z.object({ rooms: z.array(recentChat), next: z.nullable(z.string()), unread: z.number(), rights: chatQuota });
export type RecentPage = z.output<typeof recentPage>;

export const CHAT_USER_TYPES = ['Active RA', 'Non Active RA'] as const;

export const chatExpert = z.object({
  ...z.pick(expertCard, { user_id: true, full_name: true, profession: true, picture: true, verified: true, reg_no: true, city: true, style: true }).shape,
  user_type: z.enum(CHAT_USER_TYPES),
  /** On the page now, as far as this server knows: a hint. */
  online: z.boolean(),
  open_slots: z.number(),
  /** Median minutes from a request to its decision, of the last 90 days; null below five. */
  answer_minutes: z.nullable(z.number()),
  answers: z.number(),
  /** How soon they answer messages; an older server does not say. */
  answer_time: z.optional(answerTime),
  /** When they answer; an older server does not say. */
  desk: z.optional(shownHours),
  /** The caller’s own room with this expert. */
  room: z.nullable(z.object({ title: z.string(), status_str: z.string(), again_at: z.nullable(z.string()) })),
});
export type ChatExpert = z.output<typeof chatExpert>;

export const expertFilter = z.object({
  q: z.optional(text(60)),
  profession: z.optional(z.enum(PROFESSIONS)),
  /** `1`: with a free place only. */
  free: z.optional(z.enum(['1'])),
});

/** Ascending by `seq`. `first` and `head` are the room’s first and last numbers; `more`: there are further ones in the direction that was asked for. */
export const entryPage = z.object({ entries: z.array(chatEntry), head: z.number(), more: z.boolean() });

/** How far a search over all rooms looks: so many rooms, the latest first, and so many of the last entries of each. */
export const SEARCHED_ROOMS = 100;
export const SEARCHED_ENTRIES = 300;

/**
 * The latest first. `more`: there are further ones among what was looked at. `whole`: the caller has no rooms or entries beyond that; what is
 * older is found by a search in its own room.
 */
export const foundPage = z.object({
  found: z.array(z.object({ entry: chatEntry, /** Of the other member. */ full_name: z.string() })),
  more: z.boolean(),
  whole: z.boolean(),
});
export type FoundPage = z.output<typeof foundPage>;

/** `text` holds one line for each entry, `sha256` is the hash of its UTF-8 bytes, in hexadecimal. Parts follow one another by `next`. */
export const transcriptPart = z.object({
  room: z.string(),
  text: z.string(),
  sha256: z.string(),
  from: z.number(),
  to: z.number(),
  next: z.nullable(z.number()),
});
