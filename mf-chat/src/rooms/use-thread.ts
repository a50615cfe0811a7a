import { editMessage, markRead, readMessages, withdrawMessage } from '@vimarsh/shared/contract/chat/routes.ts';
import { roomTopic } from '@vimarsh/shared/contract/chat/socket.ts';
import type { ChatEntry, RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fillGap, lastOf, learnHead, missingAfter, openTimeline, prependOlder, receiveEntry, type Timeline } from './timeline.ts';
import { type FollowedRoom, useRoomLine } from './use-room-line.ts';
import { POLL_MS, type Rooms } from './use-rooms.ts';

/** An entry that is late comes by itself within this time; then the server is asked, ms. */
const GAP_MS = 250;
const GAP_AGAIN_MS = 3000;
const FIRST_PAGE = 50;
const LARGEST_PAGE = 200;
/** Pages that one catch-up asks for at most. */
const MOST_PAGES = 20;

export interface ThreadState {
  /** Null until the first page came. */
  readonly timeline: Timeline | null;
  readonly error: { readonly code?: string | undefined; readonly text: string } | null;
  readonly reload: () => void;
  readonly loadOlder: () => Promise<void>;
  /** Loads older entries until the one of this number is here; false where it can’t be. */
  readonly reach: (seq: number) => Promise<boolean>;
  readonly line: FollowedRoom<typeof roomTopic>;
  readonly other: { readonly delivered: number; readonly seen: number };
  readonly typing: boolean;
  readonly online: boolean;
  readonly markSeen: (seq: number) => void;
  /** '' once the server has kept the change, else why not. */
  readonly edit: (target: number, body: string, client_msg_id: string) => Promise<string>;
  readonly withdraw: (target: number, client_msg_id: string) => Promise<string>;
}

/** A hint that holds until its time is over unless it is said again. */
function useHint(): [boolean, (ms: number) => void] {
  const [holds, setHolds] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hint = (ms: number) => {
    clearTimeout(timer.current);
    setHolds(ms > 0);
    if (ms > 0) timer.current = setTimeout(() => setHolds(false), ms);
  };
  return [holds, hint];
}

/** The entries of one room, whole and in order, whatever the line does. One component shows one room: a `key` changes it. */
export function useThread(room: RecentChat, me: string, onMarked: Rooms['marked']): ThreadState {
  const { request } = useSessionApi();
  const { title, head } = room;
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [error, setError] = useState<ThreadState['error']>(null);
  const [told, setTold] = useState({ delivered: 0, seen: 0 });
  const [typing, hintTyping] = useHint();
  const [online, hintOnline] = useHint();
  const latest = useRef<Timeline | null>(null);
  const asking = useRef(false);
  const askAgain = useRef(false);
  /** What the line brought before the first page. */
  const early = useRef<ChatEntry[]>([]);
  const seen = useRef(room.me.seen);

  const apply = (change: (timeline: Timeline) => Timeline): void => {
    if (!latest.current) return;
    latest.current = change(latest.current);
    setTimeline(latest.current);
  };

  /** The last entries, and as many more as nobody has seen yet. */
  async function open(): Promise<void> {
    const unseen = head - room.me.seen;
    const limit = Math.min(Math.max(FIRST_PAGE, unseen + 20), LARGEST_PAGE);
    const { data, code, validation } = await request(readMessages, { params: { room: title }, query: { limit: String(limit) } }, { quiet: true });
    if (!data) return setError({ code, text: validation });
    setError(null);
    latest.current ??= openTimeline(data);
    apply((timeline) => early.current.reduce(receiveEntry, fillGap(timeline, data)));
  }

  /** One at a time. What is asked for meanwhile may be newer than the answer on its way, so it is asked for after it. */
  async function catchUp(): Promise<void> {
    askAgain.current = asking.current;
    if (asking.current) return;
    asking.current = true;
    await readBehind();
    asking.current = false;
    if (askAgain.current) await catchUp();
  }

  async function readBehind(): Promise<void> {
    if (!latest.current) return open();
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const after = lastOf(latest.current);
      const { data } = await request(readMessages, { params: { room: title }, query: { after: String(after), limit: String(LARGEST_PAGE) } }, { quiet: true });
      if (!data) return;
      // A server that ends before what it once sent was put back to an older copy. Its next numbers are those that this page has already.
      if (data.head < after) {
        latest.current = null;
        seen.current = Math.min(seen.current, data.head);
        return open();
      }
      apply((timeline) => fillGap(timeline, data));
      if (!data.more || data.entries.length === 0) return;
    }
  }

  const line = useRoomLine(roomTopic, title, (news) => {
    if (news === null) void catchUp();
    else if (news.event === 'message') {
      if (latest.current) apply((timeline) => receiveEntry(timeline, news.payload));
      else early.current.push(news.payload);
      if (news.payload.sender_id !== me) hintTyping(0);
    } else if (news.event === 'read_state') {
      const { user_id, delivered, seen } = news.payload;
      if (user_id !== me) setTold((known) => ({ delivered: Math.max(known.delivered, delivered), seen: Math.max(known.seen, seen) }));
    } else if (news.event === 'typing') {
      if (news.payload.user_id !== me) hintTyping(news.payload.on ? news.payload.ttl_ms : 0);
    } else if (news.event === 'presence') {
      if (news.payload.user_id !== me) hintOnline(news.payload.online ? news.payload.lease_ms : 0);
    }
  });

  const fill = useEffectEvent(() => void catchUp());
  useEffect(() => fill(), []);
  // What the list of rooms has heard of this one is known here, too.
  const learn = useEffectEvent((head: number) => apply((timeline) => learnHead(timeline, head)));
  useEffect(() => learn(head), [head]);
  const gap = timeline !== null && missingAfter(timeline) !== null;
  useEffect(() => {
    if (!gap) return;
    const soon = setTimeout(fill, GAP_MS);
    const again = setInterval(fill, GAP_AGAIN_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [gap]);
  const away = line.state !== 'joined';
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(() => document.visibilityState !== 'hidden' && fill(), POLL_MS);
    return () => clearInterval(timer);
  }, [away]);

  const markSeen = (seq: number): void => {
    if (seq <= seen.current) return;
    const before = seen.current;
    seen.current = seq;
    void request(markRead, { body: { room: title, delivered: seq, seen: seq } }, { quiet: true }).then(({ data }) => {
      if (data) onMarked(title, data);
      else if (seen.current === seq) seen.current = before;
    });
  };

  async function loadOlder(): Promise<void> {
    const first = latest.current?.entries[0]?.seq;
    if (first === undefined || !latest.current?.older) return;
    const { data } = await request(readMessages, { params: { room: title }, query: { before: String(first), limit: String(FIRST_PAGE) } });
    if (data) apply((timeline) => prependOlder(timeline, data));
  }

  async function reach(seq: number): Promise<boolean> {
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const { entries = [], older = false } = latest.current ?? {};
      const first = entries[0]?.seq ?? 0;
      if (seq >= first || !older) return entries.some((entry) => entry.seq === seq);
      const limit = Math.min(LARGEST_PAGE, first - seq + FIRST_PAGE / 2);
      const { data } = await request(readMessages, { params: { room: title }, query: { before: String(first), limit: String(limit) } }, { quiet: true });
      if (!data) return false;
      apply((timeline) => prependOlder(timeline, data));
    }
    return false;
  }

  const kept = ({ data, validation }: { data: { seq: number } | null; validation: string }): string => {
    if (data) apply((timeline) => learnHead(timeline, data.seq));
    return data ? '' : validation || 'Nothing was changed. Check your connection and try again.';
  };

  return {
    timeline,
    error,
    reload: () => void catchUp(),
    loadOlder,
    reach,
    line,
    other: { delivered: Math.max(told.delivered, room.other.delivered), seen: Math.max(told.seen, room.other.seen) },
    typing,
    online,
    markSeen,
    edit: async (target, body, client_msg_id) => kept(await request(editMessage, { body: { room: title, client_msg_id, target, body } }, { quiet: true })),
    withdraw: async (target, client_msg_id) => kept(await request(withdrawMessage, { body: { room: title, client_msg_id, target } }, { quiet: true })),
  };
}
