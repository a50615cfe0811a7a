import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { rng } from '../../../shared/domain/market/rng.ts';
import { Load, lostOf, sizeOf, stocksOf } from '../load/journal.ts';
import { Person } from '../person.ts';
import { demoOf } from '../stack.ts';
import { startBalancer } from './balancer.ts';
import { startNodes } from './nodes.ts';

export interface RollingVerdict {
  readonly requests: number;
  readonly acknowledged: number;
  readonly sockets: number;
  /** The longest a socket was away, ms. */
  readonly longestAway: number;
  /** The most sockets that came to a node within one second. */
  readonly mostAtOnce: number;
  readonly deploys: number;
  /** Faults that were seen, one sentence each. */
  readonly wrong: readonly string[];
}

/** How long a node that ends serves on, s. A balancer here looks four times a second; the lines have this time to go elsewhere. */
const DRAIN_SECONDS = 5;
const WORKERS = 12;
const AUTHORS = ['ananya', 'devendra', 'farida', 'gurpreet'];
const LISTS = ['/reco/v1/calls?limit=20', '/reco/v1/public', '/auth/v1/profile', '/market/v1/quotes?symbols=TCS,INFY', '/', '/market/v1/instruments?limit=20'];
/** A socket whose node ends is heard on another within this time. */
const BACK_MS = 15_000;

/**
 * A deploy: two nodes behind a balancer that looks at `/readyz` are replaced one after the other, again and again until so many
 * requests were asked. None may fail, nothing acknowledged may be lost, and every socket, a plain client's, comes back by itself.
 */
export async function runRolling({
  requests,
  sockets,
  seed,
  say,
}: {
  requests: number;
  sockets: number;
  seed: number;
  say(line: string): void;
}): Promise<RollingVerdict> {
  const running = await startNodes(rng(seed).next, { env: { DRAIN_SECONDS: String(DRAIN_SECONDS), TRUST_PROXY: '127.0.0.1,::1' } });
  const { nodes } = running;
  const balancer = await startBalancer(nodes.map(({ portal }) => portal));
  const wrong: string[] = [];
  const lines: PlainLine[] = [];
  let asked = 0;
  let deploys = 0;
  let over = false;
  try {
    const demo = await demoOf(balancer.url);
    const experts = await Promise.all(AUTHORS.map((name) => Person.signIn({ portal: balancer.url }, `${name}@experts.example.com`, demo.password)));
    const load = new Load(balancer.url, experts, await stocksOf(experts[0]!));
    for (let n = 0; n < sockets; n += 1) lines.push(new PlainLine(balancer.url, n));
    const standing = async (within: number): Promise<void> => {
      for (const begun = performance.now(); lines.some((line) => !line.connected()) && performance.now() - begun < within; ) await pause(50);
    };
    await standing(BACK_MS);
    const never = lines.filter((line) => !line.connected()).length;
    if (never > 0) wrong.push(`${never} of ${sockets} sockets never came`);

    const workers = Array.from({ length: WORKERS }, async (_, at) => {
      for (let n = at; !over; n += 1) {
        const path = LISTS[n % LISTS.length]!;
        const headers = { authorization: `Bearer ${await experts[n % experts.length]!.token()}`, ...(path === '/' && { accept: 'text/html' }) };
        asked += 1;
        try {
          const answer = await fetch(`${balancer.url}${path}`, { headers });
          await answer.arrayBuffer();
          if (!answer.ok) wrong.push(`${path} was answered ${answer.status}`);
        } catch (error) {
          wrong.push(`${path} got no answer: ${(error as Error).cause ?? error}`);
        }
      }
    });
    while (deploys < 2 || asked < requests) {
      const node = nodes[deploys % 2]!;
      await node.deploy();
      deploys += 1;
      await standing(BACK_MS);
      const gone = lines.filter((line) => !line.connected()).length;
      if (gone > 0) wrong.push(`${gone} of ${sockets} sockets did not come back`);
      say(`node ${(deploys - 1) % 2} was replaced; ${asked} requests, ${wrong.length} wrong`);
      await pause(1000);
    }
    over = true;
    await Promise.all(workers);
    await load.stop();
    wrong.push(...load.surprises, ...(await lostOf(load.journal)));
    const aways = lines.flatMap(({ aways: own }) => own);
    const longestAway = Math.round(Math.max(0, ...aways.map(({ from, to }) => to - from)));
    if (longestAway > BACK_MS) wrong.push(`a socket was away for ${longestAway} ms`);
    return {
      requests: asked,
      acknowledged: sizeOf(load.journal),
      sockets,
      longestAway,
      mostAtOnce: mostWithin(
        aways.map(({ to }) => to),
        1000,
      ),
      deploys,
      wrong,
    };
  } finally {
    over = true;
    for (const line of lines) line.stop();
    await balancer.close();
    await running.stop();
  }
}

/** How many of these instants lie within one stretch of time at most. */
function mostWithin(instants: readonly number[], ms: number): number {
  const sorted = [...instants].sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [last, at] of sorted.entries()) {
    while (at - sorted[first]! > ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** A client as the library makes it, without anything of ours. */
class PlainLine {
  readonly aways: { readonly from: number; readonly to: number }[] = [];
  #lostAt: number | null = null;
  readonly #socket: Socket;

  /** Each comes from an address of its own: a node takes 500 strangers from one, and while the other is replaced it has all of them. */
  constructor(portal: string, n: number) {
    const address = `10.1.${n >> 8}.${n & 255}`;
    this.#socket = io(portal, { transports: ['websocket'], forceNew: true, extraHeaders: { 'x-forwarded-for': address } });
    this.#socket.on('connect', () => {
      if (this.#lostAt !== null) this.aways.push({ from: this.#lostAt, to: performance.now() });
      this.#lostAt = null;
    });
    this.#socket.on('disconnect', () => {
      this.#lostAt = performance.now();
    });
  }

  connected(): boolean {
    return this.#socket.connected;
  }

  stop(): void {
    this.#socket.disconnect();
  }
}
