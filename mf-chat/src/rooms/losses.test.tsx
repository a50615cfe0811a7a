import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { act, render } from '@testing-library/react';
import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import { IDBFactory } from 'fake-indexeddb';
import { useEffect, useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ME, OTHER } from './entry.testing.ts';
import { isUnsent, MOST_UNSENT } from './outbox/outbox.ts';
import { useOutbox } from './outbox/use-outbox.ts';
import { openChat, room } from './server.testing.tsx';
import { threadLines } from './thread-lines.ts';
import { lastOf } from './timeline.ts';
import { useThread } from './use-thread.ts';

/** `CHAT_MESSAGES=10000 npx vitest run --project dom mf-chat/src/rooms/losses.test.tsx` sends more. */
const MESSAGES = Number(process.env.CHAT_MESSAGES ?? 60);
const SEED = Number(process.env.CHAT_SEED ?? 1);
/** Conversations at once: a long run waits for one answer in each, not for one in all. */
const TITLES = Array.from({ length: 10 }, (_, at) => `r${at + 1}`);
/** Of requests, of answers and of what the line brings. */
const LOSS = 0.3;
const ROUND_TRIP_MS = 2000;
/** After this long a request without an answer counts as lost. */
const PATIENCE_MS = 10_000;
const STEP_MS = 250;

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('indexedDB', new IDBFactory());
  // The browser's store answers by turns of its own, which stay real. The page's clock is an hour off the server's.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: new Date('2026-11-20T07:30:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The same numbers from 0 to 1 for the same seed. */
function drawing(seed: number): { next(): number } {
  let state = seed;
  return {
    next() {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    },
  };
}

type Request = (...given: unknown[]) => Promise<unknown>;
type Subscribe = (topic: unknown, hear: (news: unknown) => void) => () => void;

/** A chat over a bad connection: each way loses, delays and so reorders, and the line doubles. What was asked and what is answered share their losses. */
function openBadly() {
  const random = drawing(SEED);
  const isLost = (): boolean => random.next() < LOSS;
  const chat = openChat({ rooms: TITLES.map((title) => room({ title })) });
  const { session } = chat.host;
  const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const ask = session.request as Request;
  const follow = session.line.subscribe.bind(session.line) as Subscribe;
  const lost = { data: null, status: false, code: 'UNREACHABLE', validation: '' };
  let dropped = 0;
  const drop = async () => {
    dropped += 1;
    await later(PATIENCE_MS);
    return lost;
  };
  Object.assign(session, {
    request: async (...given: unknown[]) => {
      await later(random.next() * ROUND_TRIP_MS);
      if (isLost()) return drop();
      const answer = await ask(...given);
      await later(random.next() * ROUND_TRIP_MS);
      return isLost() ? drop() : answer;
    },
    line: {
      subscribe: (topic: unknown, hear: (news: unknown) => void) =>
        follow(topic, (news) => {
          // That the line carries the room again is its own doing.
          if (news === null) return hear(null);
          if (isLost()) {
            dropped += 1;
            return;
          }
          const copies = random.next() < 0.1 ? 2 : 1;
          for (let n = 0; n < copies; n += 1) setTimeout(() => hear(news), random.next() * ROUND_TRIP_MS);
        }),
    },
  });
  return { chat, random, dropped: () => dropped };
}

/** What a thread shows at each drawing. */
interface Seen {
  readonly title: string;
  /** In the order of writing. */
  readonly written: string[];
  write: (body: string) => boolean;
  /** Messages of all rooms that the server has not kept. */
  waiting: number;
  readonly wrong: string[];
  entries: readonly ChatEntry[];
  drawings: number;
}

function Thread({ seen }: { seen: Seen }) {
  const { title, written } = seen;
  const thread = useThread(room({ title }), ME, () => undefined);
  const { outbox, items } = useOutbox(ME);
  const before = useRef<readonly unknown[]>([]);
  const count = useRef(0);
  const last = thread.timeline ? lastOf(thread.timeline) : 0;
  useEffect(() => outbox.cover(title, last), [outbox, title, last]);
  seen.write = (body) => outbox.write(title, body, null);
  seen.waiting = items.filter(isUnsent).length;
  if (!thread.timeline) return null;
  seen.entries = thread.timeline.entries;
  const facts = { me: ME, other: thread.other, seenBefore: 0, headBefore: 0, now: Date.now() };
  const own = items.filter((item) => item.room === title);
  // News of other rooms draws this one anew as it is, which nobody can see.
  const drawn = [thread.timeline, ...own];
  const isSame = drawn.length === before.current.length && drawn.every((part, at) => part === before.current[at]) && count.current === written.length;
  before.current = drawn;
  count.current = written.length;
  if (isSame) return null;
  seen.drawings += 1;
  const lines = threadLines({ timeline: thread.timeline, items: own, ...facts }).flatMap((line) => (line.kind === 'message' ? [line] : []));
  if (new Set(lines.map(({ key }) => key)).size < lines.length) seen.wrong.push(`${title}: a message twice, at ${written.length}`);
  const mine = lines.flatMap(({ mine, body }) => (mine ? [body] : []));
  if (mine.length !== written.length || mine.some((body, at) => body !== written[at]))
    seen.wrong.push(`${title}: ${mine.length} of ${written.length} own messages in order`);
  return null;
}

test(`${MESSAGES} messages through ${LOSS * 100} % loss and ${ROUND_TRIP_MS / 1000} s round trip: none lost, doubled or out of order, in no drawing`, {
  timeout: 20_000 + MESSAGES * 300,
}, async () => {
  const { chat, random, dropped } = openBadly();
  const threads = TITLES.map((title): Seen => ({ title, written: [], write: () => false, waiting: 0, wrong: [], entries: [], drawings: 0 }));
  render(
    threads.map((seen) => <Thread key={seen.title} seen={seen} />),
    { wrapper: chat.host.Wrapper },
  );
  const anyOf = (): Seen => threads[Math.floor(random.next() * threads.length)]!;
  const step = async (): Promise<void> => {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(STEP_MS);
      for (let n = 0; n < 4; n += 1) await new Promise((resolve) => setImmediate(resolve));
    });
  };
  let written = 0;
  let heard = 0;
  let steps = 0;
  const isWhole = () => written === MESSAGES && threads[0]!.waiting === 0 && threads.every(({ title, entries }) => entries.length === chat.logOf(title).length);
  for (; !isWhole() && steps < MESSAGES * 400; steps += 1) {
    const thread = anyOf();
    if (written < MESSAGES && thread.drawings > 0 && thread.waiting < MOST_UNSENT) {
      const body = `Own ${written}`;
      written += 1;
      thread.written.push(body);
      act(() => void (thread.write(body) || thread.wrong.push(`refused ${body}`)));
    }
    if (random.next() < 0.03) act(() => void chat.keep(anyOf().title, { sender_id: OTHER, client_msg_id: `other${heard}`, body: `Other ${heard++}` }));
    if (random.next() < 0.005) act(() => chat.cut('away'));
    if (random.next() < 0.02) act(() => chat.mend());
    await step();
  }
  expect(threads.flatMap(({ wrong }) => wrong).slice(0, 5)).toEqual([]);
  for (const { title, written, entries } of threads) {
    const log = chat.logOf(title);
    expect(log.filter(({ sender_id }) => sender_id === ME).map(({ body }) => body)).toEqual(written);
    expect(entries.map(({ seq, body }) => `${seq} ${body}`)).toEqual(log.map(({ seq, body }) => `${seq} ${body}`));
  }
  expect(dropped(), 'there was something to lose').toBeGreaterThan(MESSAGES / 2);
  const drawings = threads.reduce((sum, seen) => sum + seen.drawings, 0);
  console.log(
    `${MESSAGES} sent, ${heard} heard, ${dropped()} lost on their way, ${Math.round((steps * STEP_MS) / 60_000)} min of the chats, ${drawings} drawings`,
  );
});
