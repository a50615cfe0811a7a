import { connect } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import type { Attack, Target } from '../target.ts';

/** Others are served while it goes on. A machine busy with other things is slow by itself. */
const OTHERS_MS = 5000;

async function othersWait(target: Target): Promise<string[]> {
  const { status, ms } = await target.ask({ path: '/healthz' });
  if (status !== 200) return [`/healthz says ${status} meanwhile`];
  return ms > OTHERS_MS ? [`/healthz took ${Math.round(ms)} ms meanwhile`] : [];
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const slow: Attack = {
  name: 'slow requests (100 connections, 3 s; longer with --long)',
  holds: 'Half a request holds up nobody, and its connection is ended.',
  async run(target) {
    const { hostname, port } = new URL(target.base);
    const heads = [
      'GET / HTTP/1.1\r\nhost: localhost\r\nx: ',
      'POST /auth/v1/sign_in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    ];
    let open = 0;
    const sockets = Array.from({ length: 100 }, (_, at) => {
      const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
        open += 1;
        socket.write(heads[at % 2]!);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open -= 1;
      });
      return socket;
    });
    const broken: string[] = [];
    const end = Date.now() + (target.scale > 1 ? 75_000 : 3000);
    while (Date.now() < end) {
      for (const socket of sockets) if (socket.writable) socket.write('a');
      broken.push(...(await othersWait(target)));
      await pause(500);
    }
    // Node looks for requests that take too long every half a minute; a request may take as long.
    if (target.scale > 1 && open > 0) broken.push(`${open} of 100 connections are still open after 75 s`);
    for (const socket of sockets) socket.destroy();
    return { tried: 100, broken: [...new Set(broken)], ...(target.scale === 1 && { note: 'that they are ended is seen with --long' }) };
  },
};

/** Requests sent ahead of their answers. */
const AHEAD = 300;

export const ahead: Attack = {
  name: 'requests ahead of their answers (30 connections, 300 each)',
  holds: 'Who sends hundreds of requests at once on a connection and reads no answer holds up nobody, and is cut off.',
  async run(target) {
    const { hostname, port } = new URL(target.base);
    const broken: string[] = [];
    let tried = 0;
    for (const path of ['/openapi.json', '/', '/reco/v1/calls?limit=50', '/nothing']) {
      let open = 0;
      const sockets = Array.from({ length: 30 }, () => {
        const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
          open += 1;
          socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(AHEAD));
        });
        socket.on('error', () => undefined);
        socket.on('close', () => {
          open -= 1;
        });
        return socket.pause();
      });
      tried += sockets.length * AHEAD;
      await pause(50);
      broken.push(...(await othersWait(target)));
      // What is paused hears of its end when it reads on.
      for (const socket of sockets) socket.resume();
      for (let wait = 0; wait < 50 && open > 0; wait += 1) await pause(100);
      if (open > 0) broken.push(`${open} of 30 connections still stand that sent ${AHEAD} × GET ${path} at once`);
      for (const socket of sockets) socket.destroy();
    }
    return { tried, broken: [...new Set(broken)] };
  },
};

/** A socket that is in, or what refused it. */
function connected(target: Target, headers: Record<string, string>, token = ''): Promise<Socket | string> {
  const socket = io(target.base, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: { host: 'localhost', ...headers },
  });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket)).once('connect_error', (error) => resolve(error.message));
  });
}

export const sockets: Attack = {
  name: 'sockets: floods, foreign origins, hostile events',
  holds: 'A socket that shouts is cut off, one from another site or with a forged bearer is refused, and others are served.',
  async run(target) {
    const broken: string[] = [];
    let tried = 0;
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'http://evil.localhost']) {
      tried += 1;
      const met = await connected(target, { origin });
      if (typeof met !== 'string') {
        broken.push(`a socket from ${origin}`);
        met.close();
      }
    }
    const forged = await connected(target, {}, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfYWRtaW4ifQ.');
    tried += 1;
    if (typeof forged !== 'string') broken.push('a socket with a forged bearer');
    const crowd = (await Promise.all(Array.from({ length: 40 }, () => connected(target, {})))).filter((each) => typeof each !== 'string');
    const events: unknown[] = [null, [], {}, '__proto__', { symbols: Array(500).fill('TCS') }, { symbols: ['\0'] }, Buffer.alloc(100), 'x'.repeat(2000), NaN];
    const shout = (socket: Socket, times: number): void => {
      tried += times;
      for (let at = 0; at < times; at += 1) socket.emit(['market:watch', 'session:auth', 'nobody:knows', 'connect'][at % 3]!, events[at % events.length]);
    };
    for (const socket of crowd) shout(socket, 30);
    broken.push(...(await othersWait(target)));
    const [loud] = crowd;
    if (loud) {
      shout(loud, 3000);
      broken.push(...(await othersWait(target)));
      for (let wait = 0; wait < 50 && loud.connected; wait += 1) await pause(100);
      if (loud.connected) broken.push('a socket still stands after 3,000 events in a moment');
    }
    for (const socket of crowd) socket.close();
    const large = await connected(target, {});
    if (typeof large !== 'string') {
      large.emit('market:watch', 'x'.repeat(200_000));
      tried += 1;
      await pause(1000);
      if (large.connected) broken.push('a message of 200 kB is taken');
      large.close();
    }
    return { tried, broken: [...new Set(broken)] };
  },
};

export const limits: Attack = {
  name: 'ways around a limit per address',
  holds: 'What a request says of its address does not count: a limit is reached however often it says another one.',
  async run(target) {
    const route = target.routes.find(({ path }) => path.includes('load'));
    const path = route?.path ?? '';
    let refused = 0;
    for (let at = 0; at < 130; at += 1) {
      const { status } = await target.ask({
        ...(target.base.includes('127.') && { from: '127.99.0.1' }),
        method: 'POST',
        path,
        body: '{}',
        headers: spoofed(at),
      });
      if (status === 429) refused += 1;
    }
    return { tried: 130, broken: refused > 0 ? [] : ['130 requests of one address in a minute, each naming another one, where 60 may be made'] };
  },
};

const spoofed = (at: number): Record<string, string> => ({
  'content-type': 'application/json',
  'x-forwarded-for': at % 2 ? `203.0.113.${at}` : `2001:db8:7:${at}::1`,
  'x-real-ip': `203.0.113.${at}`,
  forwarded: `for=203.0.113.${at}`,
  'true-client-ip': `2001:db8:7:${at}::2`,
});
