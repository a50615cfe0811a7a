import { readExpertHours } from '@vimarsh/shared/contract/chat/hours.ts';
import {
  cancelChat,
  closeChat,
  decideChat,
  editMessage,
  listChats,
  markRead,
  readChat,
  readFile,
  readMessages,
  readTranscript,
  sendFile,
  sendMessage,
  withdrawMessage,
} from '@vimarsh/shared/contract/chat/routes.ts';
import type { ChatEntry, RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { NewsOf, RoomLine, RoomTopic } from '@vimarsh/shared/contract/socket/topics.ts';
import { transcriptText } from '@vimarsh/shared/domain/chat/transcript.ts';
import { type CannedAnswer, type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { entry, ME, OTHER } from './entry.testing.ts';
import { sha256Hex } from './transcript.ts';

export const room = (change: Partial<RecentChat> = {}): RecentChat => ({
  title: 'r1',
  status_str: 'Active',
  retail_user_id: ME,
  second_user_details: { user_id: OTHER, full_name: 'Lakshmi Rao', profession: 'Analyst', picture: '', verified: true },
  topic: 'Your TCS call',
  symbol: 'TCS',
  request_text: 'Why this stop?',
  requested_at: '2026-11-20T06:00:00.000Z',
  decided_at: '2026-11-20T06:10:00.000Z',
  ends_at: null,
  reason: '',
  again_at: null,
  last: null,
  head: 0,
  unread: 0,
  me: { delivered: 0, seen: 0 },
  other: { delivered: 0, seen: 0 },
  ...change,
});

type AnyNews = NewsOf<RoomTopic>;
interface Follower {
  readonly topic: RoomTopic;
  readonly tell: (news: AnyNews) => void;
}

/** A server of chats as the contract has it, with a line that a test cuts and mends. `listed`: how many rooms the first page has. */
export function openChat(options: FakeHostOptions & { readonly rooms: RecentChat[]; readonly listed?: number; readonly logs?: Record<string, ChatEntry[]> }) {
  const { rooms, logs = {} } = options;
  const followers = new Set<Follower>();
  const said: unknown[] = [];
  let joined = true;
  const logOf = (title: string): ChatEntry[] => {
    logs[title] ??= [];
    return logs[title];
  };
  const now = (title: string): RecentChat => {
    const of = rooms.find((each) => each.title === title)!;
    return { ...of, head: logOf(title).length };
  };
  const tell = (topic: string, title: string, news: AnyNews): void => {
    for (const follower of [...followers]) if (joined && follower.topic.of.name === topic && follower.topic.room === title) follower.tell(news);
  };
  const join = ({ topic, tell }: Follower): void => {
    topic.onLine?.({ state: 'joined', say: (event: string, payload: unknown) => void said.push([event, payload]) } as unknown as RoomLine);
    tell(null);
  };
  /** Keeps an entry and sends it to whoever follows the room. */
  const keep = (title: string, change: Partial<ChatEntry>): ChatEntry => {
    const kept = entry(logOf(title).length + 1, { room: title, ...change });
    logOf(title).push(kept);
    tell('chat-room', title, { event: 'message', payload: kept } as never);
    return kept;
  };
  const keepOnce = (title: string, client_msg_id: string, change: Partial<ChatEntry>) => {
    const known = logOf(title).find((each) => each.client_msg_id === client_msg_id);
    const kept = known ?? keep(title, { sender_id: ME, client_msg_id, ...change });
    return { room: title, seq: kept.seq, at: kept.at, again: known !== undefined };
  };
  const change = (title: string, by: Partial<RecentChat>): RecentChat => {
    const at = rooms.findIndex((each) => each.title === title);
    rooms[at] = { ...rooms[at]!, ...by };
    keep(title, { kind: 'state', client_msg_id: '', body: '', status_str: by.status_str ?? '', reason: by.reason ?? '', sender_id: ME });
    const after = now(title);
    tell('chat', ME, { event: 'recent-chat', payload: { room: ME, entries: [after] } } as never);
    return after;
  };
  const answers: CannedAnswer[] = [
    reply(listChats, () => ({ rooms: rooms.slice(0, options.listed).map(({ title }) => now(title)), next: null, unread: 0, rights: null })),
    reply(readExpertHours, { hours: null, state: 'open', opens_at: null, note: '' }),
    reply(readChat, ({ params }) => now(params.room)),
    reply(readMessages, ({ params, query = {} }) => {
      const log = logOf(params.room);
      const limit = Number(query.limit ?? 50);
      const after = query.after === undefined ? null : Number(query.after);
      const before = Number(query.before ?? log.length + 1);
      const entries = after === null ? log.filter(({ seq }) => seq < before).slice(-limit) : log.filter(({ seq }) => seq > after).slice(0, limit);
      const more = after === null ? (entries[0]?.seq ?? 1) > 1 : (entries.at(-1)?.seq ?? log.length) < log.length;
      return { entries, head: log.length, more };
    }),
    reply(sendMessage, ({ body: { room: title, client_msg_id, body, reply_to, call_id } }) =>
      keepOnce(title, client_msg_id, { body, target: reply_to ?? null, ...(call_id && { call_id }) }),
    ),
    reply(sendFile, ({ body }) => {
      const form = body as unknown as FormData;
      const [title, client_msg_id, name] = ['room', 'client_msg_id', 'name'].map((field) => String(form.get(field))) as [string, string, string];
      const { size } = form.get('file') as File;
      const file = {
        id: `file-${client_msg_id}`,
        kind: name ? ('pdf' as const) : ('picture' as const),
        name,
        size,
        width: name ? null : 320,
        height: name ? null : 240,
        sha256: '',
      };
      return keepOnce(title, client_msg_id, { body: String(form.get('body')), target: Number(form.get('reply_to')) || null, file });
    }),
    reply(readFile, () => ({ name: 'picture-4.jpg', media_type: 'image/jpeg' as const, bytes: btoa('\xff\xd8\xff copy') })),
    reply(editMessage, ({ body: { room: title, client_msg_id, body, target } }) => keepOnce(title, client_msg_id, { kind: 'edit', body, target })),
    reply(withdrawMessage, ({ body: { room: title, client_msg_id, target } }) => keepOnce(title, client_msg_id, { kind: 'withdrawal', body: '', target })),
    reply(markRead, ({ body: { room: title, delivered = 0, seen = 0 } }) => ({ room: title, delivered, seen, unread: 0, head: logOf(title).length })),
    reply(decideChat, ({ body: { room: title, accept, reason = '' } }) => change(title, accept ? { status_str: 'Active' } : { status_str: 'Denied', reason })),
    reply(cancelChat, ({ body: { room: title } }) => change(title, { status_str: 'Cancelled' })),
    reply(closeChat, ({ body: { room: title, reason } }) => change(title, { status_str: 'Closed', reason })),
    reply(readTranscript, async ({ params }) => {
      const text = transcriptText(logOf(params.room));
      return { room: params.room, text, sha256: await sha256Hex(text), from: 1, to: logOf(params.room).length, next: null };
    }),
  ];
  const user = {
    id: ME,
    full_name: 'Zoya Ansari',
    profession: 'Retail Investor' as const,
    picture: '',
    email: 'zoya@mail.example.com',
    verified: false,
    rank: null,
    is_admin: false,
  };
  const host = fakeHost({
    ...options,
    snapshot: { signedIn: true, user, ...options.snapshot },
    answers: [...answers, ...(options.answers ?? [])],
  });
  const pageLine = host.session.line;
  const line = {
    subscribe(topic: RoomTopic, listener: (news: AnyNews) => void) {
      if (topic.topic !== 'room') return pageLine.subscribe(topic, listener as never);
      const follower = { topic, tell: listener };
      followers.add(follower);
      queueMicrotask(() => joined && followers.has(follower) && join(follower));
      return () => void followers.delete(follower);
    },
  };
  Object.assign(host.session, { line });
  return {
    host,
    user,
    /** What the page said over the line, in order. */
    said,
    logOf,
    keep,
    change,
    tell: tell as (topic: 'chat' | 'chat-room', title: string, news: unknown) => void,
    callsOf: (route: Route) => host.calls.filter((call) => call.route === route),
    refuse: (route: Route, code: string, sentence: string) => host.answer(refuse(route, code, sentence)),
    heal: (...routes: Route[]) => host.answer(...answers.filter((each) => routes.includes(each.route))),
    cut(state: 'away' | 'gone') {
      joined = false;
      for (const { topic } of followers) topic.onLine?.({ state });
    },
    mend() {
      joined = true;
      for (const follower of [...followers]) join(follower);
    },
    following: () => [...followers].map(({ topic }) => `${topic.of.name} ${topic.room}`),
  };
}

/** jsdom lays nothing out: the list is as high as two hundred rows, and each row has a height. */
export function layOut(): void {
  const size = (element: Element): DOMRect => new DOMRect(0, 0, 600, element.getAttribute('role') === 'log' ? 12_000 : 60);
  window.ResizeObserver = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element): void {
      queueMicrotask(() => this.#tell([{ target, contentRect: size(target) } as unknown as ResizeObserverEntry], this as unknown as ResizeObserver));
    }
    unobserve(): void {}
    disconnect(): void {}
  } as typeof ResizeObserver;
  // virtua leaves out what is not displayed.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body });
  Object.assign(Element.prototype, { scrollTo: () => undefined, scrollBy: () => undefined });
}
