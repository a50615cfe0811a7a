import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { REPOSITORY } from '../../../e2e/support/stack.ts';
import { child, cpuSeconds } from '../child.ts';
import { type Figure, median, sized, times, wait } from '../figure.ts';
import type { ChattingOrder, Member, Talked } from '../floors/chatting.ts';

const ROOMS = sized(200, 10);
const SOCKETS = sized(2000, 60);
const LONG = sized(100_000, 1000);
const ROUNDS = sized(5, 1);
const SECONDS = sized(5, 0.5);
const OPENINGS = sized(60, 3);
/** Messages a second of all rooms together, while their arrival is measured. */
const RATE = sized(40, 10);

interface Place {
  readonly port: number;
  readonly url: string;
  readonly schema: string;
  /** Members of the rooms with many and with few messages. */
  readonly long: string;
  readonly short: string;
}

/** The chats of one node on PostgreSQL: what a send costs, how soon it is seen, how a long room opens, what an idle page takes. */
export async function chatFigures(): Promise<Figure[]> {
  const server = fork(`${REPOSITORY}api/src/chat/measured.testing.ts`, [JSON.stringify({ rooms: ROOMS, long: LONG })], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [floor, members] = [await child('floors/raw-chat.ts'), await child('floors/chatting.ts')];
  const tell = (order: ChattingOrder): Promise<Talked> => members.ask<Talked>(order);
  try {
    await once(server, 'message');
    const place = await ask<Place>(server, 'place');
    const { port } = await floor.ask<{ port: number }>({ database: place.url, schema: place.schema });
    const opening = await openFigure(place);
    /** Two pages of each room, one of each member. */
    const pairs = times(2 * ROOMS).map((at): Member => ({ room: `r${(at % ROOMS) + 1}`, user: `usr_${2 * ((at % ROOMS) + 1) - (at < ROOMS ? 1 : 0)}` }));
    const talk = async (protocol: 'socket.io' | 'raw', order: Omit<Extract<ChattingOrder, { kind: 'talk' }>, 'kind'>, who: readonly Member[]) => {
      await tell({ kind: 'open', protocol, port: protocol === 'raw' ? port : place.port, members: who });
      const talked = await tell({ kind: 'talk', ...order });
      await tell({ kind: 'close' });
      await wait(300);
      return talked;
    };
    const fast = { writers: 2 * ROOMS, pause: 0, seconds: SECONDS };
    await talk('socket.io', { ...fast, seconds: 1 }, pairs);
    /** Messages a second, and what the process that takes them needs of its processor for each, in µs. */
    async function paced(protocol: 'socket.io' | 'raw', pid: number): Promise<{ rate: number; cpu: number }> {
      const before = cpuSeconds(pid);
      const { messages, seconds } = await talk(protocol, fast, pairs);
      return { rate: messages / seconds, cpu: ((cpuSeconds(pid) - before) * 1e6) / messages };
    }
    const rounds: { raw: Awaited<ReturnType<typeof paced>>; ours: Awaited<ReturnType<typeof paced>> }[] = [];
    for (const _ of times(ROUNDS)) rounds.push({ raw: await paced('raw', floor.pid), ours: await paced('socket.io', server.pid!) });
    const rate = median(rounds.map(({ raw, ours }) => ours.rate / raw.rate));
    const cpuOf = (side: 'raw' | 'ours'): string => median(rounds.map((round) => round[side].cpu)).toFixed(0);

    const before = await ask<{ held: number; rss: number }>(server, 'memory');
    const crowd = times(SOCKETS).map((at) => pairs[at % pairs.length]!);
    await tell({ kind: 'open', protocol: 'socket.io', port: place.port, members: crowd });
    await wait(sized(3000, 300));
    const after = await ask<{ held: number; rss: number }>(server, 'memory');
    const each = (after.held - before.held) / SOCKETS;
    const talked = await tell({ kind: 'talk', writers: ROOMS, pause: (ROOMS / RATE) * 1000, seconds: SECONDS * 3 });
    await tell({ kind: 'close' });
    await wait(500);
    // The same rate in one room: as many pages of it as each of the many rooms has.
    const few = times(SOCKETS / ROOMS).map((at) => pairs[at % 2 === 0 ? 0 : ROOMS]!);
    const quiet = await talk('socket.io', { writers: 2, pause: (2 / RATE) * 1000, seconds: SECONDS * 3 }, few);
    const seen = talked.p99 / quiet.p99;
    return [
      {
        name: 'Chats: messages kept and acknowledged',
        budget: '≥ 0.8× raw ws and one insert',
        measured: `${Math.round(median(rounds.map(({ ours }) => ours.rate)))} a second`,
        ratio: rate,
        pass: rate >= 0.8,
        note: `floor ${Math.round(median(rounds.map(({ raw }) => raw.rate)))} a second; processor of a message ${cpuOf('ours')} µs, floor ${cpuOf('raw')} µs, without PostgreSQL; ${2 * ROOMS} writers in ${ROOMS} rooms, each one message at a time`,
      },
      {
        name: `Chats: send to seen, ${SOCKETS} sockets in ${ROOMS} rooms, p99`,
        budget: '≤ 3× quiet',
        measured: `${talked.p99.toFixed(1)} ms`,
        ratio: seen,
        pass: seen <= 3,
        note: `quiet (${few.length} sockets in one room) ${quiet.p99.toFixed(1)} ms; ${RATE} messages a second; half ${talked.p50.toFixed(1)} and ${quiet.p50.toFixed(1)} ms; ${talked.seen} seen`,
      },
      opening,
      {
        name: 'Chats: memory of an idle socket in a room',
        budget: '≤ 22 KB',
        measured: `${(each / 1000).toFixed(1)} kB`,
        pass: each <= 22_000,
        note: `${SOCKETS} sockets; resident ${((after.rss - before.rss) / SOCKETS / 1000).toFixed(1)} kB each`,
      },
    ];
  } finally {
    await Promise.all([floor.stop(), members.stop(), end(server)]);
  }
}

/** A room's end, as its page asks for it: the room, and its last messages. By turns, so that both see the same machine. */
async function openFigure({ port, long, short }: Place): Promise<Figure> {
  const open = async (room: string, user: string): Promise<number> => {
    const headers = { authorization: `Bearer ${user}` };
    const began = performance.now();
    for (const path of [`/chat/v1/rooms/${room}`, `/chat/v1/rooms/${room}/messages?limit=50`]) {
      const answer = await fetch(`http://localhost:${port}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await answer.text();
    }
    return performance.now() - began;
  };
  for (const _ of times(5)) await open('long', long).then(() => open('short', short));
  const took: { long: number; short: number }[] = [];
  for (const _ of times(OPENINGS)) took.push({ long: await open('long', long), short: await open('short', short) });
  const [many, few] = [median(took.map((each) => each.long)), median(took.map((each) => each.short))];
  return {
    name: `Chats: a room of ${LONG.toLocaleString('en-IN')} messages opens at its end`,
    budget: '≤ 1.5× of one with 100',
    measured: `${many.toFixed(1)} ms`,
    ratio: many / few,
    pass: many / few <= 1.5,
    note: `with 100 ${few.toFixed(1)} ms`,
  };
}

async function ask<A>(server: ChildProcess, order: string): Promise<A> {
  const answered = once(server, 'message');
  server.send(order);
  const [answer] = (await answered) as [A & { failed?: string }];
  if (answer.failed !== undefined) throw new Error(answer.failed);
  return answer;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.send('end');
  const timer = setTimeout(() => server.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
