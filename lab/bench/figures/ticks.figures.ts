import type { Stack } from '../../../e2e/support/stack.ts';
import { child, cpuSeconds, idleShare } from '../child.ts';
import { type Figure, median, sized, times, wait } from '../figure.ts';
import { openLine } from '../floors/line.ts';
import type { RawBeat } from '../floors/raw-ws.ts';
import type { Counted, SocketsOrder } from '../floors/sockets.ts';

const SOCKETS = sized(2000, 200);
const WATCHED = 20;
const ROUNDS = sized(3, 1);
const SECONDS = sized(8, 2);
const RECORDED_BEATS = sized(10, 2);
/** The first message holds every price and is not the everyday one: it has come by then. */
const FIRST_MS = sized(2500, 1200);

/** Live prices to 2,000 sockets, 20 symbols each: processor time for a delivered message against raw `ws` sending the same frames. */
export async function tickFigures(stack: Stack): Promise<Figure[]> {
  const port = Number(new URL(stack.portal).port);
  const symbols = await symbolsOf(stack);
  const recorded = await record(port, symbols);
  const lists = times(SOCKETS).map((at) => times(WATCHED).map((step) => symbols[(at * 7 + step * 3) % symbols.length]!));
  const idle = await idleShare(stack.pid());
  const [floor, sockets] = [await child('floors/raw-ws.ts'), await child('floors/sockets.ts')];
  try {
    const { port: floorPort } = await floor.ask<{ port: number }>(recorded);
    const run = async (protocol: 'socket.io' | 'raw', at: number, pid: number, besides: number) => {
      await sockets.ask({ kind: 'open', protocol, port: at, lists } satisfies SocketsOrder);
      await wait(FIRST_MS);
      const before = cpuSeconds(pid);
      const counted = await sockets.ask<Counted>({ kind: 'count', seconds: SECONDS } satisfies SocketsOrder);
      const cpu = cpuSeconds(pid) - before - besides * SECONDS;
      await sockets.ask({ kind: 'close' } satisfies SocketsOrder);
      await wait(500);
      return { ...counted, perMessage: cpu / counted.messages };
    };
    const rounds: { raw: Awaited<ReturnType<typeof run>>; ours: Awaited<ReturnType<typeof run>> }[] = [];
    for (const _ of times(ROUNDS)) rounds.push({ raw: await run('raw', floorPort, floor.pid, 0), ours: await run('socket.io', port, stack.pid(), idle) });
    const ratio = median(rounds.map(({ raw, ours }) => raw.perMessage / ours.perMessage));
    const micro = (which: 'raw' | 'ours'): string => `${(median(rounds.map((round) => round[which].perMessage)) * 1e6).toFixed(0)} µs`;
    const delivered = median(rounds.map(({ ours }) => ours.messages / SECONDS / SOCKETS));
    const size = (which: 'raw' | 'ours'): string => `${Math.round(rounds.at(-1)![which].bytes / rounds.at(-1)![which].messages)} B`;
    return [
      {
        name: `Ticks to ${SOCKETS} sockets`,
        budget: '≥ 0.8× raw ws',
        measured: `${micro('ours')} of processor a message`,
        ratio,
        pass: ratio >= 0.8,
        note: `floor ${micro('raw')}; ${size('ours')} against ${size('raw')}; ${delivered.toFixed(2)} messages a second and socket; ${new Set(lists.map(String)).size} different lists of ${WATCHED}`,
      },
    ];
  } finally {
    await Promise.all([floor.stop(), sockets.stop()]);
  }
}

/** What one connection gets that watches everything: all prices, then what changed each second. */
async function record(port: number, symbols: readonly string[]): Promise<{ first: RawBeat; beats: RawBeat[] }> {
  const frames: RawBeat[] = [];
  const line = await openLine('socket.io', port, symbols, (text) => frames.push(JSON.parse(text) as RawBeat));
  const deadline = Date.now() + 40_000;
  while (frames.length <= RECORDED_BEATS && Date.now() < deadline) await wait(200);
  line.close();
  const [first, ...beats] = frames;
  if (!first || beats.length === 0) throw new Error('no prices moved: is the market open at the stack’s time?');
  return { first, beats };
}

async function symbolsOf(stack: Stack): Promise<string[]> {
  const found = await Promise.all(
    [...'ABCDEGHIKLMNOPRSTUVWZ'].map(async (letter) => {
      const answer = (await (await fetch(`${stack.portal}/market/v1/instruments?search=${letter}&limit=20`)).json()) as { data: { symbol: string }[] };
      return answer.data.map(({ symbol }) => symbol);
    }),
  );
  return [...new Set(found.flat())].slice(0, 100);
}
