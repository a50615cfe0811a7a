import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';

/** Waiting requests that are named one by one; further ones are counted. */
export const NAMED = 3;

/** A request that came to this page. */
export interface ArrivedRequest {
  readonly room: RecentChat;
  /** When the page first heard of it, ms. */
  readonly at: number;
}

/** Requests by room. Each entry replaces the one of its room, and keeps the time at which the page first heard of that request. */
export type Requests = ReadonlyMap<string, ArrivedRequest>;

/**
 * Takes over what the server says of a person's rooms. Only `Requested` asks an expert for something (S3-CHAT-02); a room that the person
 * asks in themselves does not.
 */
export function withEntries(requests: Requests, entries: readonly RecentChat[], me: string, now: number): Requests {
  const changed = new Map(requests);
  for (const room of entries) {
    const known = requests.get(room.title);
    if (room.status_str !== 'Requested' || room.retail_user_id === me) changed.delete(room.title);
    else changed.set(room.title, { room, at: known?.room.requested_at === room.requested_at ? known.at : now });
  }
  return changed;
}

/** Names a request for as long as it waits: another request in the same room is another one. */
export const requestKey = ({ title, requested_at }: RecentChat): string => `${title} ${requested_at}`;

/** Whether the request still waits for somebody: it ends by itself, also where the line is away and nobody says so. */
const isWaiting = ({ ends_at }: RecentChat, now: number): boolean => ends_at === null || Date.parse(ends_at) > now;

/** Requests that nobody has put aside on this page and that have not ended, the first to come first. */
export const waitingOf = (requests: Requests, putAside: ReadonlySet<string>, now: number): readonly ArrivedRequest[] =>
  [...requests.values()].filter(({ room }) => !putAside.has(requestKey(room)) && isWaiting(room, now)).toSorted((one, other) => one.at - other.at);
