import type { EntryFile } from '@vimarsh/shared/contract/chat/types.ts';
import { io, type Socket } from 'socket.io-client';
import { DEMO_PASSWORD } from '../identity/demo/index.ts';
import { openSite, type Reply, type Site, signInBody } from '../identity/site.testing.ts';
import { createNotices } from '../notices/index.ts';
import { Fail } from '../platform/platform.ts';
import type { TestDatabase, TestSettings } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import type { CheckText } from './check-text.ts';
import { type Chat, type ChatDependencies, createChat } from './create-chat.ts';
import type { ChatNews } from './telling.ts';

/** The text that the guard of these tests refuses. */
export const refusesPhones: CheckText = (text) => (/\d{10}/.test(text) ? { kind: 'phone', sentence: 'Phone numbers stay out of chats.' } : null);

export interface ChatSite {
  readonly site: Site;
  readonly chat: Chat;
  /** The clock of chats alone: a bearer would not live as long. */
  readonly clock: { now: Date; forward(ms: number): void };
  /** Authors of published calls, by the id of each; a test adds some. */
  readonly published: Map<string, string>;
  port: number;
  person(email: string): Promise<Person>;
  close(): Promise<void>;
}

export interface Person {
  readonly user_id: string;
  readonly bearer: string;
  get(path: string): Promise<Reply>;
  post(path: string, body: object): Promise<Reply>;
  ask(expert_id: string, change?: object): Promise<Reply>;
  say(room: string, body: string, client_msg_id?: string): Promise<Reply>;
  /** A message that shows a published call. */
  show(room: string, call_id: string, change?: object): Promise<Reply>;
  sendFile(room: string, bytes: Uint8Array, fields?: Readonly<Record<string, string>>): Promise<Reply>;
  entries(
    room: string,
    query?: string,
  ): Promise<
    { seq: number; kind: string; body: string; sender_id: string; target: number | null; withdrawn: boolean; at: string; file?: EntryFile; call_id?: string }[]
  >;
  /** `port`: of a proxy before the server. */
  line(port?: number): Promise<Line>;
}

export interface Line {
  readonly socket: Socket;
  readonly heard: { event: string; payload: Record<string, unknown> }[];
  ask(event: string, payload: object): Promise<Record<string, unknown> & { ok: boolean; code?: string }>;
}

/** Tells nobody of anything. */
export const SILENT_NEWS: ChatNews = { tell: async () => undefined, entry: async () => undefined };

/** Calls as chats ask for them: who published which. */
export const callsOf = (published: ReadonlyMap<string, string> = new Map()): ChatDependencies['calls'] => ({
  publishedBy: async () => ({ reco_count: 0, last_published_at: null }),
  async readableCall(id) {
    const expert_id = published.get(id);
    if (expert_id === undefined) throw new Fail('NOT_FOUND');
    return { events: [{ expert_id }], shown: null } as never;
  },
});

/** Demo accounts who chat: one with the chat plan, one with Pro, one with none, and verified experts. */
export const PEOPLE = { chat: 'chat@mail.example.com', pro: 'pro@mail.example.com', free: 'free@mail.example.com' } as const;
export const EXPERT = 'exp_01';

export async function openChatSite(
  database: TestDatabase,
  { checkText = refusesPhones, unlimited = false, ...more }: Omit<TestSettings, 'database'> & { checkText?: CheckText; unlimited?: boolean } = {},
): Promise<ChatSite> {
  const site = await openSite(database, () => {}, more);
  const { platform } = site;
  const limits = unlimited ? { take: async () => undefined, takeFrom: async () => undefined } : platform.limits;
  const clock = {
    now: new Date('2026-11-20T06:00:00.000Z'),
    forward(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const published = new Map<string, string>();
  const notices = createNotices(site.platform, { identity: site.identity, clock: () => clock.now });
  const calls = callsOf(published);
  const chat = createChat(
    { ...platform, limits },
    { identity: site.identity, notices, calls, market: { instruments: () => [] }, checkText, clock: () => clock.now },
  );
  await site.platform.start();
  const self: ChatSite = { site, chat, clock, published, port: 0, person, close: () => site.close() };
  let address = 0;
  const lines: Socket[] = [];

  async function person(email: string): Promise<Person> {
    const own = site.browser({ ip: `10.46.${(++address >> 8) & 255}.${address & 255}` });
    const { body } = await own.post('/auth/v1/sign_in', signInBody(email, DEMO_PASSWORD));
    const bearer = body.token_data.access_token as string;
    const user_id = body.user_id as string;
    const get = (path: string) => own.get(path, bearer);
    const post = (path: string, sent: object) => own.post(path, sent, bearer);
    return {
      user_id,
      bearer,
      get,
      post,
      ask: (expert_id, change = {}) =>
        post('/chat/v1/rooms', {
          expert_id,
          topic: 'Reading results',
          symbol: 'INFY',
          text: 'How do you read these results?',
          client_msg_id: ulid(),
          ...change,
        }),
      say: (room, text, client_msg_id = ulid()) => post('/chat/v1/messages', { room, client_msg_id, body: text }),
      show: (room, call_id, change = {}) => post('/chat/v1/messages', { room, client_msg_id: ulid(), body: '', call_id, ...change }),
      async sendFile(room, bytes, fields = {}) {
        const form = new FormData();
        for (const [name, value] of Object.entries({ room, client_msg_id: ulid(), ...fields })) form.set(name, value);
        form.set('file', new File([new Uint8Array(bytes)], 'holiday.png', { type: 'image/png' }));
        const request = new Request('http://x/', { method: 'POST', body: form });
        const answer = await site.platform.app.inject({
          method: 'POST',
          url: '/chat/v1/messages/file',
          headers: { host: 'localhost:4000', authorization: `Bearer ${bearer}`, 'content-type': request.headers.get('content-type')! },
          payload: Buffer.from(await request.arrayBuffer()),
        });
        return { http: answer.statusCode, headers: answer.headers, body: answer.json() };
      },
      entries: async (room, query = '?limit=200') => (await get(`/chat/v1/rooms/${room}/messages${query}`)).body.data.entries,
      async line(port) {
        if (self.port === 0) self.port = await site.platform.listen(0);
        const socket = io(`http://127.0.0.1:${port ?? self.port}`, { transports: ['websocket'], auth: { token: bearer }, reconnection: false, forceNew: true });
        lines.push(socket);
        await new Promise<void>((done, fail) => socket.once('connect', () => done()).once('connect_error', fail));
        const heard: Line['heard'] = [];
        socket.onAny((event: string, payload: Record<string, unknown>) => void heard.push({ event, payload }));
        return { socket, heard, ask: (event, payload) => socket.timeout(20_000).emitWithAck(event, payload) };
      },
    };
  }
  self.close = async () => {
    for (const socket of lines) socket.disconnect();
    await site.close();
  };
  return self;
}

/** An open room of the investor with the chat plan and an expert. */
export async function openRoom(chats: ChatSite, investorEmail: string = PEOPLE.chat, expertEmail = 'ananya@experts.example.com', expert_id = EXPERT) {
  const [investor, expert] = await Promise.all([chats.person(investorEmail), chats.person(expertEmail)]);
  const { body } = await investor.ask(expert_id);
  const room: string = body.data.title;
  await expert.post('/chat/v1/rooms/decide', { room, accept: true });
  return { room, investor, expert };
}
