import type { ChatStatus } from '../../contract/chat/types.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ASK_AGAIN_MS, type ChatRights, EXPERT_ROOMS, REQUEST_MS, ROOM_MS } from './limits.ts';

/** A room, as far as a new request asks about it. */
export interface RoomTimes {
  readonly status: ChatStatus;
  readonly requested_at: Date;
  /** When the request was decided, taken back or expired; null while it waits. */
  readonly decided_at: Date | null;
  /** When the room was closed; null before. */
  readonly closed_at: Date | null;
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** When the room moves on by itself; null where it does not. */
export function roomEndsAt({ status, requested_at, decided_at }: RoomTimes): Date | null {
  if (status === 'Requested') return later(requested_at, REQUEST_MS);
  return status === 'Active' ? later(decided_at!, ROOM_MS) : null;
}

/** The earliest instant of a new request; null while one waits or the room is open. */
export function askAgainAt({ status, decided_at, closed_at }: RoomTimes): Date | null {
  if (status === 'Requested' || status === 'Active') return null;
  if (status === 'Expired') return decided_at!;
  return later(status === 'Closed' ? closed_at! : decided_at!, ASK_AGAIN_MS);
}

/** The same where it is still to come: whose clock is late would wait for what has been. */
export function stillWaitsTill(room: RoomTimes, now: Date): string | null {
  const at = askAgainAt(room);
  return at && at > now ? at.toISOString() : null;
}

export interface RequestFacts {
  /** Null: the investor may ask nobody. */
  readonly rights: ChatRights | null;
  /** Open rooms and waiting requests of the investor, without those with this expert. */
  readonly open: number;
  readonly waiting: number;
  /** The room with this expert; null before the first request. */
  readonly room: RoomTimes | null;
  /** Open rooms of the expert. */
  readonly expertOpen: number;
  readonly now: Date;
}

/** Why a request is refused; null where it is taken. */
export function refuseRequest({ rights, open, waiting, room, expertOpen, now }: RequestFacts): ErrorCode | null {
  if (!rights) return 'NOT_ENTITLED';
  const again = room && askAgainAt(room);
  if (room && !again) return 'CHAT_AGAIN';
  if (again && now < again) return 'CHAT_WAIT';
  // Each request takes the place of the room that it may become, so that accepting never passes the limit.
  if (waiting >= rights.pending || open + waiting >= rights.rooms) return 'CHAT_MOST';
  return expertOpen >= EXPERT_ROOMS ? 'CHAT_FULL' : null;
}
