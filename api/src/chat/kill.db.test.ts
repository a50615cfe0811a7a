import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { DEMO_PASSWORD } from '@vimarsh/shared/domain/people/demo/password.ts';
import { io, type Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { signInBody } from '../identity/site.testing.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { freePort } from '../platform/testing/free-port.testing.ts';
import { databases, freshPlace } from '../platform/testing.ts';
import { chatTables } from './tables.ts';

/** `CHAT_KILLS=100 npx vitest run --project api api/src/chat/kill.db.test.ts` kills more often. */
const KILLS = Number(process.env.CHAT_KILLS ?? 2);
const SERVER = new URL('talking.testing.ts', import.meta.url);
/** Two rooms with two members each. */
const PAIRS = [
  ['chat@mail.example.com', 'ananya@experts.example.com', 'exp_01'],
  ['pro@mail.example.com', 'devendra@experts.example.com', 'exp_02'],
] as const;
const ACK_MS = 2000;

/** A page: it sends one message after the other, each until it is acknowledged, and keeps what it hears. */
interface Page {
  readonly room: string;
  readonly user_id: string;
  /** In the order of sending. */
  readonly acknowledged: { id: string; body: string; seq: number }[];
  readonly view: number[];
  resent: number;
}

async function serve(given: object): Promise<ChildProcess> {
  const child = fork(SERVER, [JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let wrong = '';
  child.stderr!.on('data', (bytes) => {
    wrong += String(bytes);
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(wrong);
    }),
  ]);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe.each(await databases())('chats whose server is killed, on %s', (database) => {
  test(`${KILLS} kills under load: nothing acknowledged is lost, doubled or reordered, and every page has the whole room`, {
    timeout: 120_000 + KILLS * 60_000,
  }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vimarsh-chat-'));
    const fresh = database === 'postgres' ? await freshPlace('postgres') : null;
    const place: DatabasePlace = fresh?.place ?? { kind: 'embedded', directory: join(directory, 'database') };
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const random = rng(460);
    let child = await serve({ place, directory, port });
    const sockets: Socket[] = [];
    let ends = false;
    try {
      const call = async (path: string, body: object, bearer = ''): Promise<Record<string, never>> =>
        (
          await fetch(origin + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
            body: JSON.stringify(body),
          })
        ).json() as Promise<Record<string, never>>;
      const signIn = async (email: string) => {
        const { token_data, user_id } = (await call('/auth/v1/sign_in', signInBody(email, DEMO_PASSWORD))) as never as {
          token_data: { access_token: string };
          user_id: string;
        };
        return { bearer: token_data.access_token, user_id };
      };
      const pages: Page[] = [];
      const talking: Promise<void>[] = [];
      for (const [at, [investorEmail, expertEmail, expert_id]] of PAIRS.entries()) {
        const [investor, expert] = [await signIn(investorEmail), await signIn(expertEmail)];
        const request = { expert_id, topic: 'Results', text: 'How do you read them?', client_msg_id: `request${at}` };
        const { data } = (await call('/chat/v1/rooms', request, investor.bearer)) as never as { data: { title: string } };
        const room = data.title;
        await call('/chat/v1/rooms/decide', { room, accept: true }, expert.bearer);
        for (const { bearer, user_id } of [investor, expert]) {
          const page: Page = { room, user_id, acknowledged: [], view: [], resent: 0 };
          pages.push(page);
          const socket = io(origin, { transports: ['websocket'], auth: { token: bearer }, forceNew: true, reconnectionDelay: 50, reconnectionDelayMax: 100 });
          sockets.push(socket);
          socket.on('connect', () => socket.emit('room:join', { topic: 'chat-room', room, have: page.view.at(-1) ?? 0 }));
          socket.on('message', ({ seq }: { seq: number }) => void page.view.push(seq));
          talking.push(talk(page, socket));
        }
      }
      async function talk(page: Page, socket: Socket): Promise<void> {
        for (let n = 0; !ends; n += 1) {
          const message = { room: page.room, client_msg_id: `${page.user_id}_${n}`, body: `Message ${n}` };
          for (let tries = 0; ; tries += 1) {
            if (tries > 0) page.resent += 1;
            const answer = await socket
              .timeout(ACK_MS)
              .emitWithAck('send_message', message)
              .catch(() => null);
            if (answer?.ok) {
              page.acknowledged.push({ id: message.client_msg_id, body: message.body, seq: answer.seq });
              // A socket may send 20 events a second.
              await sleep(55);
              break;
            }
            if (answer && answer.code !== 'RETRY' && answer.code !== 'RATE') throw new Error(`${answer.code}: ${answer.text}`);
            await sleep(50);
          }
        }
      }

      for (let killed = 0; killed < KILLS; killed += 1) {
        await sleep(300 + random.next() * 700);
        await kill(child);
        child = await serve({ place, directory, port });
      }
      await sleep(500);
      ends = true;
      await Promise.all(talking);
      const heads = new Map(
        PAIRS.map((_, at) => [pages[2 * at]!.room, Math.max(...pages.slice(2 * at, 2 * at + 2).map(({ acknowledged }) => acknowledged.at(-1)!.seq))]),
      );
      // A message whose last hint was lost with a killed server comes with the next look, at the latest after 30 s.
      await expect.poll(() => pages.map(({ view }) => view.at(-1)), { timeout: 40_000 }).toEqual(pages.map(({ room }) => heads.get(room)));
      await kill(child);

      const { db, close } = await openDatabase(place, createLogger('silent'));
      const stored = await chatTables(db).selectFrom('chat_messages').selectAll().orderBy('room_id').orderBy('seq').execute();
      await close();
      for (const { room, user_id, acknowledged, view } of pages) {
        const own = stored.filter((row) => row.room_id === room && row.sender_id === user_id && row.kind === 'message');
        expect(
          own.map(({ client_msg_id, body, seq }) => ({ id: client_msg_id, body, seq })),
          'lost, doubled or reordered',
        ).toEqual(acknowledged);
        const numbers = stored.filter(({ room_id }) => room_id === room).map(({ seq }) => seq);
        expect(numbers, 'holes').toEqual(numbers.map((_, at) => at + 1));
        expect(view, 'a page that differs').toEqual(numbers);
      }
      const sent = pages.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
      const resent = pages.reduce((sum, page) => sum + page.resent, 0);
      console.log(`${database}: ${KILLS} kills, ${sent} acknowledged, ${resent} sent again`);
      expect([sent > 20, resent >= KILLS], 'there was something to lose').toEqual([true, true]);
    } finally {
      ends = true;
      for (const socket of sockets) socket.disconnect();
      if (child.exitCode === null && child.signalCode === null) await kill(child);
      await fresh?.remove();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
