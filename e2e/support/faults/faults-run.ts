import { io, type Socket } from 'socket.io-client';
import { rng } from '../../../shared/domain/market/rng.ts';
import { Load, lostOf, sizeOf, stocksOf } from '../load/journal.ts';
import { Keeper } from '../load/keeper.ts';
import { Reader } from '../load/reader.ts';
import { sharedAnswers, staleAnswers } from '../load/shared-answers.ts';
import { Person } from '../person.ts';
import { demoOf } from '../stack.ts';
import type { PlannedFault } from './fault-schedule.ts';
import { sizeOfLog, wrongInOutage, wrongOfLog } from './log-bounds.ts';
import { type FaultyNode, type Nodes, startNodes } from './nodes.ts';

export interface Verdict {
  readonly faults: number;
  readonly acknowledged: number;
  readonly reads: number;
  readonly retries: number;
  readonly mails: number;
  /** Of the log of both nodes. */
  readonly logLines: number;
  readonly logBytes: number;
  /** The longest a node was away after a fault had ended, ms. */
  readonly longestAway: number;
  /** Faults that were seen, one sentence each. */
  readonly wrong: readonly string[];
}

/** A node may be away for so long after a fault has ended. */
const AWAY_MS = 10_000;
/** A record whose holder froze can be written again after this time: it is cut off before, and the next writer may wait a little. */
const STUCK_MS = 10_000;
/** Between two questions whether it can; the limit of 30 publications a minute holds for them. */
const KEEPER_PAUSE_MS = 700;
/** A bearer is refused everywhere within a second of its sign-out where Redis carries that, otherwise after the next reading; and some time for the answer. */
const REVOKED_MS = { within: 1500, without: 17_000 };
/** A mail that could not leave is tried again with growing pauses. */
const MAILS_WITHIN_MS = 90_000;
const AUTHORS = ['ananya', 'devendra', 'farida', 'gurpreet', 'harini', 'joel', 'ishaan', 'lakshmi'];
const KEEPERS = ['manoj', 'priyanka'];
const LISTS = ['/reco/v1/calls?limit=20', '/reco/v1/public', '/reco/v1/experts', '/reco/v1/mine', '/auth/v1/profile', '/market/v1/quotes?symbols=TCS,INFY'];

const emailOf = (name: string): string => `${name}@experts.example.com`;

export interface FaultRun {
  /** No fault begins after this time. */
  readonly seconds: number;
  readonly seed: number;
  readonly schedule: (random: () => number) => Iterable<PlannedFault>;
  /** A seeded folder whose demo the nodes begin with; without it they seed it themselves. */
  readonly template?: string;
  /** Hears of each fault. */
  say(line: string): void;
}

/** Two nodes under load, and one fault after the other. */
export async function runFaults({ seconds, seed, schedule, template, say }: FaultRun): Promise<Verdict> {
  const random = rng(seed).next;
  const running = await startNodes(random, { template });
  const { nodes } = running;
  const wrong: string[] = [];
  let faults = 0;
  let longestAway = 0;
  try {
    const demo = await demoOf(nodes[0].portal);
    const experts = await Promise.all(AUTHORS.map((name, at) => Person.signIn(nodes[at % 2]!, emailOf(name), demo.password)));
    const stocks = await stocksOf(experts[0]!);
    const keepers = await Promise.all(
      KEEPERS.map(async (name, at) => Keeper.publishing(await Person.signIn(nodes[at]!, emailOf(name), demo.password), stocks)),
    );
    const loads = nodes.map(
      (node, at) =>
        new Load(
          node.portal,
          experts.filter((_, of) => of % 2 === at),
          stocks,
          7_100_000_000 + at * 50_000_000,
        ),
    );
    const readers = nodes.flatMap((node, at) => [
      { name: `lists of node ${at}`, reader: new Reader(node, experts[at]!, { pathsOf: () => LISTS, rest: 100 }, wrong) },
      { name: `shared answers of node ${at}`, reader: new Reader(node, experts[at]!, sharedAnswers, wrong) },
    ]);
    const listeners = nodes.map(
      (node) =>
        new Listener(
          node.portal,
          stocks.slice(0, 20).map(({ symbol }) => symbol),
        ),
    );
    const letters = new Letters(nodes);
    const began = performance.now();
    const until = began + seconds * 1000;

    for (const planned of schedule(random)) {
      if (performance.now() > until || nodes.some((node) => node.ended() !== null)) break;
      faults += 1;
      await suffer(running, planned, { keepers, wrong, say });
      const healed = performance.now();
      const isWell = (): boolean => [...readers.map(({ reader }) => reader), ...listeners].every(({ lastGood }) => lastGood > healed);
      while (!isWell() && performance.now() - healed < 3 * AWAY_MS && nodes.every((node) => node.ended() === null)) await pause(50);
      const away = Math.round(performance.now() - healed);
      longestAway = Math.max(longestAway, away);
      const line = `${planned.fault} of ${planned.target} for node ${planned.node}, ${planned.lasts} ms: well after ${away} ms`;
      say(line);
      if (away > AWAY_MS) {
        const missing = [...readers.map(({ name, reader }) => [name, reader] as const), ...listeners.map((one, at) => [`prices of node ${at}`, one] as const)];
        wrong.push(`${line} (${missing.filter(([, { lastGood }]) => lastGood <= healed).map(([name]) => name)})`);
      }
      if (faults % 3 === 0) await checkSignOut(nodes, demo, planned, wrong);
      await pause(planned.rest);
    }

    for (const { reader } of readers) await reader.stop();
    for (const listener of listeners) listener.stop();
    for (const load of loads) await load.stop();
    await letters.stop();
    // The call answers the same whether or not a mail is due; the database knows which were.
    for (const begun = performance.now(); (await running.waitingMails()) > 0 && performance.now() - begun < MAILS_WITHIN_MS; ) await pause(500);
    const waiting = await running.waitingMails();
    if (waiting > 0) wrong.push(`${waiting} mails never left`);
    nodes.forEach((node, at) => {
      if (node.ended() !== null) wrong.push(`node ${at} ended with ${node.ended()}: ${node.log().slice(-1500)}`);
    });
    for (const load of loads) wrong.push(...load.surprises, ...(nodes[0].ended() === null ? await lostOf(load.journal) : []));
    const size = sizeOfLog(nodes.map((node) => node.log()).join(''));
    if (nodes.every((node) => node.ended() === null)) {
      wrong.push(...(await wrongInOutage(nodes, say)));
      for (const node of nodes) wrong.push(...(await wrongOfLog(node, performance.now() - began)));
      await nodes[1].kill();
      wrong.push(...(await staleAnswers(nodes[0], nodes[1], experts[0]!)));
    }
    return {
      faults,
      longestAway,
      wrong,
      acknowledged: loads.reduce((sum, { journal }) => sum + sizeOf(journal), 0),
      reads: readers.reduce((sum, { reader }) => sum + reader.reads, 0),
      retries: readers.reduce((sum, { reader }) => sum + reader.retries, 0),
      mails: running.mails(),
      logLines: size.lines,
      logBytes: size.bytes,
    };
  } finally {
    await running.stop();
  }
}

interface Watched {
  /** One for each node. */
  readonly keepers: readonly Keeper[];
  readonly wrong: string[];
  say(line: string): void;
}

async function suffer({ nodes, killBackends }: Nodes, { target, node, fault, lasts }: PlannedFault, watched: Watched): Promise<void> {
  if (fault === 'kill') return killBackends();
  if (fault === 'crash') return nodes[node as 0 | 1].kill();
  if (fault === 'deploy') return nodes[node as 0 | 1].deploy().catch((error) => void watched.wrong.push(String(error)));
  if (fault === 'freeze') return freeze(nodes, node as 0 | 1, lasts, watched);
  if (target === 'process') return;
  const proxies = nodes.filter((_, at) => node === 'both' || node === at).map(({ proxies: each }) => each[target]);
  for (const proxy of proxies) proxy.begin(fault);
  await pause(lasts);
  for (const proxy of proxies) proxy.heal();
}

/** A node stands still with the record's lock: the other says that it is not ready, and publishes again within ten seconds. */
async function freeze(nodes: Nodes['nodes'], at: 0 | 1, atMost: number, { keepers, wrong, say }: Watched): Promise<void> {
  const other = at === 0 ? 1 : 0;
  const thaw = await nodes[at].freezeWithRecord(() => keepers[at]!.canWrite());
  if (!thaw) return void wrong.push('a node never held the record’s lock');
  const begun = performance.now();
  let unready = '';
  let published = 0;
  while (!published && performance.now() - begun < atMost) {
    const answer = await fetch(`${nodes[other].portal}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.status === 503) unready = ((await answer.json()) as { validation: string }).validation;
    if (await keepers[other]!.canWrite()) published = performance.now() - begun;
    else await pause(KEEPER_PAUSE_MS);
  }
  thaw();
  if (!published || published > STUCK_MS) wrong.push(`the other node published nothing for ${Math.round(published || atMost)} ms while one was frozen`);
  if (!/^Nothing can be published/.test(unready)) wrong.push(`the other node called itself ready while nothing could be published (${unready})`);
  say(`  the other node published again after ${Math.round(published)} ms: ${unready}`);
}

/** Who signs out on one node is cut off on the other, and their bearer refused. */
async function checkSignOut(
  [one, other]: readonly [FaultyNode, FaultyNode],
  demo: Awaited<ReturnType<typeof demoOf>>,
  { target }: PlannedFault,
  wrong: string[],
): Promise<void> {
  const { email } = demo.sign_ins.find(({ shows }) => shows === 'Premium investor')!;
  const person = await Person.signIn(one, email, demo.password).catch(() => null);
  if (!person) return;
  const socket = io(other.portal, { transports: ['websocket'], auth: { token: await person.token() }, reconnection: false });
  await new Promise<void>((done) => socket.once('connect', () => done()).once('connect_error', () => done()));
  const cut = new Promise<boolean>((done) => socket.once('disconnect', () => done(true)));
  const token = await person.token();
  if (await person.signOut().catch(() => false)) {
    const begun = performance.now();
    const works = async () =>
      (await fetch(`${other.portal}/auth/v1/profile`, { headers: { authorization: `Bearer ${token}` } }).catch(() => null))?.ok ?? false;
    while ((await works()) && performance.now() - begun < REVOKED_MS.without + AWAY_MS) await pause(50);
    const outlived = Math.round(performance.now() - begun);
    // After a fault of its own Redis may be found again later than everything else.
    if (outlived > (target === 'redis' ? REVOKED_MS.without : REVOKED_MS.within))
      wrong.push(`a bearer outlived its session on the other node by ${outlived} ms`);
    if (!(await Promise.race([cut, pause(AWAY_MS).then(() => false)]))) wrong.push('a socket on the other node outlived its session');
  } else wrong.push('nobody could sign out');
  socket.disconnect();
}

/** People who forgot their passwords, one after the other: each gets a mail. */
class Letters {
  #running = true;
  readonly #work: Promise<void>;

  constructor(nodes: readonly FaultyNode[]) {
    this.#work = this.#write(nodes, AUTHORS.map(emailOf));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#work;
  }

  async #write(nodes: readonly FaultyNode[], emails: readonly string[]): Promise<void> {
    for (let n = 0; this.#running; n += 1) {
      await fetch(`${nodes[n % nodes.length]!.portal}/auth/v1/forgot_password_otp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: emails[n % emails.length] }),
      }).catch(() => null);
      await pause(3000);
    }
  }
}

/** A socket that wants to hear prices, as a page does. */
class Listener {
  lastGood = 0;
  readonly #socket: Socket;

  constructor(portal: string, symbols: readonly string[]) {
    this.#socket = io(portal, { transports: ['websocket'], reconnectionDelay: 300, reconnectionDelayMax: 2000 });
    this.#socket.on('connect', () => void this.#socket.emit('market:watch', { symbols }));
    this.#socket.on('market:quotes', () => {
      this.lastGood = performance.now();
    });
  }

  stop(): void {
    this.#socket.disconnect();
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
