import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Fail } from '../http/fail.ts';
import { type Bounds, type FileOrder, type FileRefusal, NotTaken, REFUSALS } from './order.ts';

/** Copies of strangers' files that hold nothing of the files themselves: what is stored and shown in their place. */
export interface SafeCopies {
  /**
   * One file of an account at a time, and of all accounts one after the other. Fails with NotTaken for the file's own
   * faults, with RETRY when this account or too many others wait, with RATE after two files of it that took too much.
   */
  make(sender: Sender, bytes: Uint8Array, order: FileOrder): Promise<Buffer>;
  /** Ends what is running, and what waits behind it does not begin. */
  close(): void;
}

export interface Sender {
  /** The account. */
  readonly owner: string;
  /** Where it sends from; left out, only the account is known. */
  readonly network?: string;
}

/** A file whose turn has not come. */
interface Waiting {
  readonly sender: Sender;
  /** When its account first asked for a turn, ms: one that was put off and asks again has its old place. */
  readonly since: number;
  readonly begin: () => void;
  readonly putOff: (why: Fail) => void;
}

/**
 * A photo of 24 megapixels takes 380 MB and half a second, ten pages of text one second. By the clock it is long: only a machine that has no
 * processor to give, or a process that stands still, ever gets there.
 */
const BOUNDS: Bounds = { memory: 440 * 1024 * 1024, processor: 1500, clock: 15_000 };
const MOST_OUTPUT = 8 * 1024 * 1024;
const MOST_WAITING = 16;
/** Nobody stands longer before a closed door: an answer to try again comes well before a browser gives up. */
const MOST_WAIT_MS = 8000;
/** How long an account that was put off has its place, and one whose file was opened stands behind those that had none opened. */
const TURNS_MS = 60_000;
/** Files of one account that may take too much within an hour: each costs all its processor time. */
const MOST_HEAVY = 2;
const HOUR_MS = 3_600_000;

const PROCESS = fileURLToPath(new URL('./safe-copy.process.ts', import.meta.url));

/**
 * Takes files apart in a process of their own each, bounded in memory, time and output. Files of an account or network that sent one too
 * heavy within the hour are opened after all others, and give up their places when the queue is full. The others take turns: who had none
 * opened lately comes before who had. `wait`: ms in the queue after which a sender is asked to try again, and has their place then.
 */
export function createSafeCopies(others: Partial<Bounds> = {}, now: () => number = Date.now, wait: () => number = () => MOST_WAIT_MS): SafeCopies {
  const bounds = { ...BOUNDS, ...others };
  const owners = new Set<string>();
  const running = new Set<() => void>();
  const heavy = createHeavySenders(now);
  const queue: Waiting[] = [];
  /** When accounts first asked for the turn that they have not had, and when they last had one. */
  const places = createTimes(now);
  const turns = createTimes(now);
  let busy = false;
  let closed = false;

  function makeRoom(sender: Sender): void {
    const last = heavy.isKnown(sender) ? undefined : queue.findLast((waiting) => heavy.isKnown(waiting.sender));
    if (!last) throw tooMany();
    queue.splice(queue.indexOf(last), 1);
    last.putOff(tooMany());
  }

  async function takeTurn(sender: Sender): Promise<void> {
    if (busy) await stand(sender);
    busy = true;
    places.forget(sender.owner);
    turns.set(sender.owner, now());
  }

  function stand(sender: Sender): Promise<void> {
    const since = places.of(sender.owner) ?? now();
    places.set(sender.owner, since);
    return new Promise((begin, refuse) => {
      const putOff = (why: Fail): void => {
        clearTimeout(timer);
        refuse(why);
      };
      const waiting: Waiting = {
        sender,
        since,
        begin() {
          clearTimeout(timer);
          begin();
        },
        putOff,
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        putOff(tooMany());
      }, wait());
      queue.push(waiting);
    });
  }

  /** Order of turns: people without heavy files first, then those served longest ago, then the longest wait. */
  const rankOf = ({ sender, since }: Waiting): readonly number[] => [Number(heavy.isKnown(sender)), turns.of(sender.owner) ?? Number.NEGATIVE_INFINITY, since];
  const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at !== -1 && one[at]! < other[at]!;
  };

  /** Hands the turn on; `busy` stays true in between, so that nobody steps in. */
  function endTurn(): void {
    const [first, ...rest] = queue;
    if (!first) {
      busy = false;
      return;
    }
    const next = rest.reduce((best, each) => (isBefore(rankOf(each), rankOf(best)) ? each : best), first);
    queue.splice(queue.indexOf(next), 1);
    next.begin();
  }

  return {
    async make(sender, bytes, order) {
      const { owner } = sender;
      if (owners.has(owner)) throw new Fail('RETRY', { validation: 'Your last file is still being looked at. Try again in a moment.', retry_after: 2 });
      heavy.refuse(owner);
      if (owners.size > MOST_WAITING) makeRoom(sender);
      owners.add(owner);
      try {
        await takeTurn(sender);
        try {
          if (closed) throw new Fail('RETRY', { retry_after: 5 });
          return await takeApart(bytes, order, bounds, running);
        } catch (error) {
          if (error instanceof NotTaken && error.why === 'heavy') heavy.add(sender);
          throw error;
        } finally {
          endTurn();
        }
      } finally {
        owners.delete(owner);
      }
    },
    close() {
      closed = true;
      for (const end of running) end();
    },
  };
}

const tooMany = (): Fail => new Fail('RETRY', { validation: 'Many files are being looked at. Try again in a moment.', retry_after: 5 });

/** An instant of each account, for a minute. */
function createTimes(now: () => number) {
  const times = new Map<string, number>();
  const isOld = (at: number): boolean => now() - at > TURNS_MS;
  return {
    of: (owner: string): number | undefined => (isOld(times.get(owner) ?? Number.NEGATIVE_INFINITY) ? undefined : times.get(owner)),
    set(owner: string, at: number): void {
      for (const [key, other] of times) if (isOld(other)) times.delete(key);
      times.set(owner, at);
    },
    forget: (owner: string): void => void times.delete(owner),
  };
}

/** Who sent files that took too much within the hour. One file is opened at a time, so that an hour has room for some thousands. */
function createHeavySenders(now: () => number) {
  const times = new Map<string, number[]>();
  const recent = (key: string): number[] => (times.get(key) ?? []).filter((at) => now() - at < HOUR_MS);
  const keysOf = ({ owner, network }: Sender): string[] => [`account ${owner}`, ...(network ? [`network ${network}`] : [])];

  return {
    add(sender: Sender): void {
      for (const key of times.keys()) if (recent(key).length === 0) times.delete(key);
      for (const key of keysOf(sender)) times.set(key, [...recent(key), now()]);
    },
    isKnown: (sender: Sender): boolean => keysOf(sender).some((key) => recent(key).length > 0),
    refuse(owner: string): void {
      const all = recent(`account ${owner}`);
      if (all.length < MOST_HEAVY) return;
      const retry_after = Math.ceil((all[0]! + HOUR_MS - now()) / 1000);
      throw new Fail('RATE', { validation: 'Two of your files took too much to open. Try again in an hour.', retry_after });
    },
  };
}

function takeApart(bytes: Uint8Array, order: FileOrder, bounds: Bounds, running: Set<() => void>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROCESS, JSON.stringify(order), JSON.stringify(bounds)], {
      env: {},
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let stopped = false;
    const kill = (): void => void child.kill('SIGKILL');
    /** For our own reasons, not for the file's. */
    const stop = (): void => {
      stopped = true;
      kill();
    };
    const timer = setTimeout(stop, bounds.clock);
    const parts: Buffer[] = [];
    let size = 0;
    running.add(stop);
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MOST_OUTPUT) kill();
      else parts.push(part);
    });
    // It may end before it has read everything; how it ended says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code, signal) =>
      settle(() => {
        if (code === 0) resolve(Buffer.concat(parts));
        else if (stopped) reject(new Fail('RETRY', { retry_after: 5 }));
        else reject(new NotTaken(signal === 'SIGKILL' ? 'heavy' : refusalOf(code)));
      }),
    );
    function settle(say: () => void): void {
      clearTimeout(timer);
      running.delete(stop);
      say();
    }
  });
}

/** A parser that broke down at a file was broken by it. */
const refusalOf = (code: number | null): FileRefusal => (Object.keys(REFUSALS) as FileRefusal[]).find((why) => REFUSALS[why] === code) ?? 'damaged';
