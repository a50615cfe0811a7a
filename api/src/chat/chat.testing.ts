import { io, type Socket } from 'socket.io-client';
import { DEMO_PASSWORD } from '../identity/demo/index.ts';
import { openSite, type Reply, type Site, signInBody } from '../identity/site.testing.ts';
import type { TestDatabase, TestSettings } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import type { CheckText } from './check-text.ts';
import { type Chat, createChat } from './create-chat.ts';

/** The text that the guard of these tests refuses. */
export const refusesPhones: CheckText = (text) => (/\d{10}/.test(text) ? { kind: 'phone', sentence: 'Phone numbers stay out of chats.' } : null);

export interface ChatSite {
  readonly site: Site;
  readonly chat: Chat;
  /** The clock of chats alone: a bearer would not live as long. */
  readonly clock: { now: Date; forward(ms: number): void };
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
  entries(
    room: string,
    query?: string,
  ): Promise<{ seq: number; kind: string; body: string; sender_id: string; target: number | null; withdrawn: boolean; at: string }[]>;
  line(): Promise<Line>;
}

export interface Line {
  readonly socket: Socket;
  readonly heard: { event: string; payload: Record<string, unknown> }[];
  ask(event: string, payload: object): Promise<Record<string, unknown> & { ok: boolean; code?: string }>;
}

/** Demo accounts who chat: one with the chat plan, one with Pro, one with none, and verified experts. */
export const PEOPLE = { chat: 'chat@mail.example.com', pro: 'pro@mail.example.com', free: 'free@mail.example.com' } as const;
export const EXPERT = 'exp_01';

export async function openChatSite(
  database: TestDatabase,
  { checkText = refusesPhones, ...more }: Omit<TestSettings, 'database'> & { checkText?: CheckText } = {},
): Promise<ChatSite> {
  const site = await openSite(database, () => {}, more);
  const clock = {
    now: new Date('2026-11-20T06:00:00.000Z'),
    forward(ms: number) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
  const calls = { publishedBy: async () => ({ reco_count: 0, last_published_at: null }) };
  const chat = createChat(site.platform, { identity: site.identity, calls, market: { instruments: () => [] }, checkText, clock: () => clock.now });
  await site.platform.start();
  const self: ChatSite = { site, chat, clock, port: 0, person, close: () => site.close() };
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
      entries: async (room, query = '?limit=200') => (await get(`/chat/v1/rooms/${room}/messages${query}`)).body.data.entries,
      async line() {
        if (self.port === 0) self.port = await site.platform.listen(0);
        const socket = io(`http://127.0.0.1:${self.port}`, { transports: ['websocket'], auth: { token: bearer }, reconnection: false, forceNew: true });
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
