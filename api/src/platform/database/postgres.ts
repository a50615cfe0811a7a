import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { limitsStatement, TIME_LIMITS, type WorkKind, workKind } from './time-limits.ts';

/** A query that hears nothing for so long is looked after. */
const SILENT_MS = 3000;
const LOOK_EVERY_MS = 1000;
/** A server that takes longer to answer whoever asks after a silent query is away itself. */
const LOOK_WITHIN_MS = 3000;

/**
 * How the server finds out that a client is gone while it works for it or waits for it to read: by asking its network card every
 * few seconds, and by what was sent and never taken. A dead machine says nothing by itself.
 */
const DEAD_CLIENT = {
  tcp_keepalives_idle: 4,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 2,
  tcp_user_timeout: TIME_LIMITS.request.idle,
  client_connection_check_interval: 2000,
};
const SESSION_OPTIONS = Object.entries(DEAD_CLIENT).map(([name, value]) => `-c ${name}=${value}`);

export interface PostgresOptions {
  url: string;
  /** Work that names no kind of its own. */
  work?: WorkKind | undefined;
  schema?: string | undefined;
  types: pg.CustomTypesConfig;
}

/** A connection that is lost fails its query and nothing else. The pool listens only while a client is idle: one lost in the middle of a transaction would end the process. */
export function logLosses(pool: pg.Pool, log: Logger): pg.Pool {
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')));
  // The same losses once more, of idle clients.
  return pool.on('error', () => undefined);
}

/**
 * The pool of connections to a PostgreSQL that may restart, fail over, hang or vanish behind a dead network. A connection
 * that nobody answers any more is found out within seconds and given up, so that its query fails instead of waiting for ever.
 */
export function openPostgresPool({ url, schema, types, work = 'request' }: PostgresOptions, log: Logger): PostgresPool {
  const settings = {
    connectionString: url,
    stream: () => new CarefulSocket() as never,
    keepAlive: true,
    application_name: 'vimarsh',
  };
  const pool = new pg.Pool({
    ...settings,
    Client: FrankClient,
    types,
    max: 12,
    connectionTimeoutMillis: 5000,
    statement_timeout: TIME_LIMITS[work].statement,
    lock_timeout: TIME_LIMITS[work].lock,
    idle_in_transaction_session_timeout: TIME_LIMITS[work].idle,
    options: [...SESSION_OPTIONS, ...(schema ? [`-c search_path=${schema}`] : [])].join(' '),
  });
  /** Connections under the limits of another kind than the pool's own. */
  const limitedAs = new WeakMap<pg.PoolClient, WorkKind>();
  async function connect(kind: WorkKind): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if ((limitedAs.get(client) ?? work) === kind) return client;
    try {
      await client.query(limitsStatement(kind));
    } catch (error) {
      client.release(true);
      throw error;
    }
    limitedAs.set(client, kind);
    return client;
  }
  const clients = new Set<Watched>();
  logLosses(pool, log).on('connect', (client) => clients.add(client as never as Watched));
  // Kept, it would go on refusing writes after the database has long been writable again. The pool gives away what ends.
  pool.on('release', (_error, client) => {
    if (client instanceof FrankClient && client.onlyReads) (client as never as Watched)._ending = true;
  });
  pool.on('remove', (client) => {
    clients.delete(client as never as Watched);
    silence.delete(client as never as Watched);
  });

  /** Since when a busy connection has heard nothing, and how much it had heard by then. */
  const silence = new Map<Watched, { bytes: number; since: number }>();
  const isSilent = (client: Watched): boolean => {
    const { since } = silence.get(client) ?? {};
    return since !== undefined && performance.now() - since > SILENT_MS && !hasMoved(client);
  };
  const hasMoved = (client: Watched): boolean => client.readyForQuery || silence.get(client)?.bytes !== client.connection.stream.bytesRead;

  let looking = false;
  async function look(): Promise<void> {
    for (const client of clients) {
      if (client.readyForQuery) silence.delete(client);
      else if (hasMoved(client)) silence.set(client, { bytes: client.connection.stream.bytesRead, since: performance.now() });
    }
    if (looking || ![...clients].some(isSilent)) return;
    looking = true;
    // One that is opened meanwhile was not asked after: that nothing is known of it says nothing.
    const lookedAt = new Set(clients);
    const states = await statesOf(settings, lookedAt);
    looking = false;
    for (const client of lookedAt) {
      const state = states?.get(client.processID);
      // What the server still works at may take as long as `statement_timeout` lets it. A silent connection that the server
      // does not know, or knows as done, gets no answer any more; an idle one that it does not know would fail the next query.
      const isLost = isSilent(client) ? state !== 'active' : states !== null && client.readyForQuery && state === undefined;
      if (isLost) client.connection.stream.destroy();
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();

  return {
    pool,
    connect: () => connect(workKind() ?? work),
    end() {
      clearInterval(timer);
      return pool.end();
    },
  };
}

export interface PostgresPool {
  pool: pg.Pool;
  /** A connection under the limits of the work that runs now. */
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** What pg keeps on its client and its types leave out. */
interface Watched {
  processID: number;
  /** False from the moment a query leaves until the server is ready for another. */
  readyForQuery: boolean;
  _ending: boolean;
  connection: { stream: Socket } & NodeJS.EventEmitter;
}

const READ_ONLY_TRANSACTION = '25006';

/** Knows whether its connection can only read: the server says so as it opens, whenever it changes, and with each write it refuses. */
class FrankClient extends pg.Client {
  readonly #because = new Set<string>();

  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this as never as Watched;
    connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }: { parameterName: string; parameterValue: string }) => {
      if (name !== 'default_transaction_read_only' && name !== 'in_hot_standby') return;
      if (value === 'on') this.#because.add(name);
      else this.#because.delete(name);
    });
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY_TRANSACTION) this.#because.add(code);
    });
  }

  get onlyReads(): boolean {
    return this.#because.size > 0;
  }
}

/** What the server says its connections do, by process id; null when it can't be asked. */
async function statesOf(settings: pg.ClientConfig, clients: ReadonlySet<Watched>): Promise<ReadonlyMap<number, string> | null> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: LOOK_WITHIN_MS, query_timeout: LOOK_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const pids = [...clients].map(({ processID }) => processID);
    const { rows } = await client.query<{ pid: number; state: string }>('select pid, state from pg_stat_activity where pid = any($1)', [pids]);
    return new Map(rows.map(({ pid, state }) => [pid, state]));
  } catch {
    return null;
  } finally {
    (client as never as Watched).connection.stream.destroy();
  }
}

/** Ends when what it hears is no protocol at all: pg throws then, where nobody catches. */
export class CarefulSocket extends Socket {
  override emit(event: string, ...args: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...args);
    try {
      return super.emit(event, ...args);
    } catch {
      this.destroy();
      return true;
    }
  }
}
