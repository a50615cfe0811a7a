import type { Caller } from '../access/caller.ts';
import { may } from '../access/may.ts';

/** A request that nobody decides ends after this long, by the server’s clock. */
export const REQUEST_MS = 24 * 3600_000;
/** An open room closes by itself after this long. */
export const ROOM_MS = 30 * 24 * 3600_000;
/** An open room closes this long after the investor’s plan has ended. */
export const WITHOUT_PLAN_MS = 48 * 3600_000;
/** From the end of a room, or of a request that was denied or taken back, to the next request. One that expired has waited. */
export const ASK_AGAIN_MS = 24 * 3600_000;
/** How long a message may be changed or withdrawn. */
export const EDIT_MS = 15 * 60_000;
/** Open rooms of one expert. */
export const EXPERT_ROOMS = 40;
/** Messages, edits and withdrawals of one member in all rooms. */
export const MESSAGES = { max: 20, perSeconds: 60 } as const;
/** Pictures and PDFs of one member in all rooms (product D.7). */
export const FILES = { max: 10, perSeconds: 3600 } as const;
/** An expert without a sign of life for this long is not offered. */
export const AWAY_MS = 7 * 24 * 3600_000;
/** Decisions below this number say nothing about how soon an expert answers. */
export const ANSWERS_LEAST = 5;

/** A message that was not seen for so long is told of by a notice. */
export const UNHEARD_MS = 60_000;
/** Reports of one member in a day. */
export const CHAT_REPORTS = { max: 20, perSeconds: 24 * 3600 } as const;

/** Stands above every room and in front of every request (product A.7). */
export const SCOPE_NOTE = 'General discussion of published research. Not personal advice. Recorded and kept for five years.';

export interface ChatRights {
  /** Open rooms at once. */
  readonly rooms: number;
  /** Requests that wait for a decision at once. */
  readonly pending: number;
}

/** What an investor’s plan allows (product D.5); null for those who may ask nobody. The greatest of several counts. */
export function chatRights(caller: Caller): ChatRights | null {
  if (!may(caller, 'chat.ask')) return null;
  return caller.chat ? { rooms: 5, pending: 3 } : { rooms: 1, pending: 1 };
}
