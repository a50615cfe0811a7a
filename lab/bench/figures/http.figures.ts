import type { Stack } from '../../../e2e/support/stack.ts';
import { child, cpuSeconds, idleShare } from '../child.ts';
import { type Figure, median, sized, times } from '../figure.ts';
import type { LoadAnswer, LoadOrder } from '../floors/load.ts';
import type { RawHttpOrder } from '../floors/raw-http.ts';
import { partnerHeaders, sentimentPath } from '../partner-page.ts';
import { type WholeAnswer, wholeAnswer } from '../whole-answer.ts';

const ROUNDS = sized(5, 1);
const CONNECTIONS = 64;
const SECONDS = sized(2, 0.3);
/** Requests before the first that counts: the compiler is done with both sides by then. */
const WARM_UP = sized(120_000, 500);
const STOCK = 'RELIANCE';
const PATH = sentimentPath(STOCK);

/**
 * A widget's JSON against a bare `node:http` server that answers the same bytes, headers and body, to the same requests:
 * each in its own process, in turn, in several rounds. What counts is requests for a second of the server's processor: on a shared
 * machine the rate also measures the neighbours and the load.
 */
export async function httpFigures(stack: Stack): Promise<Figure[]> {
  const headers = { ...(await partnerHeaders(stack)), accept: '*/*', 'user-agent': 'vimarsh-bench' };
  const [floor, load] = [await child('floors/raw-http.ts'), await child('floors/load.ts')];
  try {
    const ours = { port: Number(new URL(stack.portal).port), pid: stack.pid() };
    // The first is answered on the usual way, the next from memory.
    await wholeAnswer(ours.port, PATH, headers);
    const answer = await wholeAnswer(ours.port, PATH, headers);
    const { port: floorPort } = await floor.ask<{ port: number }>(orderOf(answer));
    const copied = await wholeAnswer(floorPort, PATH, headers);
    if (copied.bytes !== answer.bytes) throw new Error(`the floor answers other bytes:\n${copied.bytes.slice(0, 700)}\nnot\n${answer.bytes.slice(0, 700)}`);
    const raw = { port: floorPort, pid: floor.pid };
    let idle = 0;
    const run = async ({ port, pid }: { port: number; pid: number }) => {
      const before = cpuSeconds(pid);
      const answer = await load.ask<LoadAnswer>({ port, path: PATH, headers, connections: CONNECTIONS, seconds: SECONDS } satisfies LoadOrder);
      const besides = pid === ours.pid ? idle * answer.seconds : 0;
      return { ...answer, cpu: (cpuSeconds(pid) - before - besides) / answer.requests };
    };
    for (const side of [raw, ours]) for (let asked = 0, round = 0; asked < WARM_UP && round < 10; round += 1) asked += (await run(side)).requests;
    // Our server also moves a market every second; that is not the requests' cost.
    idle = await idleShare(ours.pid);
    const rounds: { raw: Awaited<ReturnType<typeof run>>; ours: Awaited<ReturnType<typeof run>> }[] = [];
    for (const _ of times(ROUNDS)) rounds.push({ raw: await run(raw), ours: await run(ours) });
    const ratio = median(rounds.map((round) => round.raw.cpu / round.ours.cpu));
    const micro = (seconds: number): string => `${(seconds * 1e6).toFixed(1)} µs`;
    const rate = median(rounds.map(({ ours }) => ours.requests / ours.seconds));
    const floorRate = median(rounds.map(({ raw }) => raw.requests / raw.seconds));
    return [
      {
        name: 'Widget JSON (cached)',
        budget: '≥ 0.8× raw node:http',
        measured: `${micro(median(rounds.map(({ ours }) => ours.cpu)))} of processor a request`,
        ratio,
        pass: ratio >= 0.8,
        note: `floor ${micro(median(rounds.map(({ raw }) => raw.cpu)))}; ${Math.round(rate)} against ${Math.round(floorRate)} req/s (${(rate / floorRate).toFixed(2)}×), p99 ${median(rounds.map(({ ours }) => ours.p99)).toFixed(1)} ms; the floor writes the same ${answer.bytes.length} B, all headers and ${answer.body.length} B of JSON`,
      },
    ];
  } finally {
    await Promise.all([floor.stop(), load.stop()]);
  }
}

const BY_NODE = new Set(['date', 'connection', 'keep-alive']);

function orderOf({ headers, body }: WholeAnswer): RawHttpOrder {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!] as const] : []));
  const keepAlive = pairs.find(([name]) => name.toLowerCase() === 'keep-alive')?.[1] ?? '';
  return {
    headers: pairs.filter(([name]) => !BY_NODE.has(name.toLowerCase())).flat(),
    body: body.toString(),
    keepAlive: Number(/^timeout=(\d+)$/.exec(keepAlive)?.[1] ?? 5),
  };
}
