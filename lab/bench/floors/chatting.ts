import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';
import { serveOrders } from '../child.ts';

/** Members of chats in one process of their own: of the real server (Socket.IO's protocol, spoken by hand) or of the raw floor. */
export type ChattingOrder =
  | { readonly kind: 'open'; readonly protocol: 'socket.io' | 'raw'; readonly port: number; readonly members: readonly Member[] }
  /** The first `writers` of the sockets write, each the next message once the one before was acknowledged and `pause` ms have passed. */
  | { readonly kind: 'talk'; readonly writers: number; readonly pause: number; readonly seconds: number }
  | { readonly kind: 'close' };
export interface Member {
  readonly user: string;
  readonly room: string;
}
export interface Talked {
  /** Acknowledged messages. */
  readonly messages: number;
  readonly seconds: number;
  /** Messages that came to the sockets of their rooms. */
  readonly seen: number;
  /** ms from the send to its arrival at a socket of the room, of the slowest hundredth. */
  readonly p99: number;
  readonly p50: number;
}
export interface RawSaid {
  readonly room: string;
  readonly user: string;
  readonly id: string;
  readonly body: string;
}

interface Line extends Member {
  say(body: string): Promise<void>;
  close(): void;
}

/** Sockets that shake hands at the same time. */
const AT_ONCE = 50;
/** So many machines share the work: a server takes some hundreds of sockets from one address. */
const MACHINES = 50;
/** After a refusal for the rate. */
const RATE_MS = 1000;
const RATE_TRIES = 30;
/** Begins a text that says when it was sent. */
const SENT_AT = /said at ([\d.]+) /;
let lines: Line[] = [];
let opened = 0;
let said = 0;
/** Numbers of a sender are used once, by whatever run. */
const BORN = Date.now();
let seen: number[] = [];

function arrived(text: string): void {
  const at = SENT_AT.exec(text);
  if (at) seen.push(performance.now() - Number(at[1]));
}

function openLine(protocol: 'socket.io' | 'raw', port: number, { user, room }: Member): Promise<Line> {
  opened += 1;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${protocol === 'raw' ? '/' : '/socket.io/?EIO=4&transport=websocket'}`, {
    perMessageDeflate: false,
    localAddress: `127.0.0.${1 + (opened % MACHINES)}`,
    headers: { host: `localhost:${port}` },
  });
  const waiting = new Map<string, { send: () => void; tries: number; resolve: () => void; reject: (error: Error) => void }>();
  let acks = 1;
  const line: Line = {
    user,
    room,
    say: (body) =>
      new Promise((resolve, reject) => {
        said += 1;
        const id = `${user}_${BORN}_${said}`;
        acks += 1;
        const ack = protocol === 'raw' ? id : String(acks);
        const text =
          protocol === 'raw'
            ? JSON.stringify({ room, user, id, body } satisfies RawSaid)
            : `42${ack}${JSON.stringify(['send_message', { room, client_msg_id: id, body }])}`;
        const send = (): void => socket.send(text);
        waiting.set(ack, { send, tries: 0, resolve, reject });
        send();
      }),
    close: () => socket.terminate(),
  };
  const settle = (ack: string, ok: boolean, text: string): void => {
    const one = waiting.get(ack);
    // One socket may send so much in a second: where few write, a fast server lets them come to that, and a page waits.
    if (one && !ok && text.includes('"RATE"') && one.tries < RATE_TRIES) {
      one.tries += 1;
      return void setTimeout(one.send, RATE_MS);
    }
    waiting.delete(ack);
    if (ok) one?.resolve();
    else one?.reject(new Error(text));
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a socket was closed')));
    if (protocol === 'raw') socket.on('open', () => socket.send(JSON.stringify({ join: room })));
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (protocol === 'raw') {
        if (text.startsWith('{"ack"')) settle((JSON.parse(text) as { ack: string }).ack, true, text);
        else if (text.startsWith('{"joined"')) resolve(line);
        else arrived(text);
        return;
      }
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: user })}`);
      // A page of the chat is in its room, and in that of its own list.
      else if (text.startsWith('40')) {
        socket.send(`420${JSON.stringify(['room:join', { topic: 'chat', room: user }])}`);
        socket.send(`421${JSON.stringify(['room:join', { topic: 'chat-room', room, have: 0 }])}`);
      } else if (text.startsWith('42["message"')) arrived(text);
      else if (text.startsWith('431[')) {
        if (text.includes('"ok":true')) resolve(line);
        else reject(new Error(text));
      } else if (text.startsWith('43')) settle(text.slice(2, text.indexOf('[')), text.includes('"ok":true'), text);
    });
  });
}

async function talk({ writers, pause, seconds }: Extract<ChattingOrder, { kind: 'talk' }>): Promise<Talked> {
  seen = [];
  let messages = 0;
  const began = performance.now();
  const ends = began + seconds * 1000;
  await Promise.all(
    lines.slice(0, writers).map(async (line, at) => {
      if (pause > 0) await wait((pause * at) / writers);
      while (performance.now() < ends) {
        await line.say(`said at ${performance.now().toFixed(3)} What do you make of the results of this quarter?`);
        messages += 1;
        if (pause > 0) await wait(pause);
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  // What was acknowledged last is still on its way to the others.
  await wait(300);
  const sorted = seen.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { messages, seconds: took, seen: sorted.length, p99: at(0.99), p50: at(0.5) };
}

serveOrders<ChattingOrder>(async (order) => {
  if (order.kind === 'talk') return talk(order);
  if (order.kind === 'close') {
    for (const line of lines) line.close();
    lines = [];
    return {};
  }
  const { protocol, port, members } = order;
  for (let at = 0; at < members.length; at += AT_ONCE)
    lines.push(...(await Promise.all(members.slice(at, at + AT_ONCE).map((member) => openLine(protocol, port, member)))));
  return { open: lines.length };
});
