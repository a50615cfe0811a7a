import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client';
import type { Config } from '../../config.ts';
import type { OpenDatabase } from '../database/database.types.ts';
import { Fail } from '../http/fail.ts';
import { patternOf } from '../http/http.ts';

const PING_MS = 2000;
const LOOK_EVERY_MS = 10_000;

interface Surroundings {
  app: FastifyInstance;
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
  config: Config;
  database: Pick<OpenDatabase, 'db' | 'whyReadOnly'>;
  /** Why it is not started or no longer serves, in a sentence; null in between. */
  notServing(): string | null;
  /** Why it should get no traffic for now, in a sentence; null while nothing hinders it. */
  hindered(): Promise<string | null>;
  /** Sentences for who runs it; they name files and settings, never a person. */
  remarks(): Promise<readonly string[]>;
  sockets(): number;
  quickAnswers(): number;
}

/** So far apart clocks are allowed to be, ms. */
const CLOCKS_APART_MS = 60_000;

/** Servers with one database end orders and sign-ins by their own clocks: one that is wrong ends those of the others. */
export function clockRemark(database: Date, here: Date): string[] {
  const apart = here.getTime() - database.getTime();
  if (Math.abs(apart) <= CLOCKS_APART_MS) return [];
  return [
    `The clock of this server is ${Math.round(Math.abs(apart) / 1000)} s ${apart > 0 ? 'ahead of' : 'behind'} its database’s: set it, or orders and sign-ins end too ${apart > 0 ? 'soon' : 'late'}.`,
  ];
}

/** `clockRemark`, which also writes to the log when the clock begins to be wrong and when it is right again. */
export function createClockWatch(log: Pick<Logger, 'warn' | 'info'>): typeof clockRemark {
  let isWrong = false;
  return (database, here) => {
    const remark = clockRemark(database, here);
    const wasWrong = isWrong;
    isWrong = remark.length > 0;
    if (isWrong && !wasWrong) log.warn(remark[0]);
    if (!isWrong && wasWrong) log.info('The clock of this server is right again.');
    return remark;
  };
}

const AWAY = 'The database does not answer.';

interface Health {
  /** Looks at the database and its clock now and every ten seconds, whether or not somebody asks `/readyz`. */
  watchDatabase(): Promise<void>;
  /** The same as `Platform.gauge`. */
  gauge(name: string, help: string, read: () => Promise<number>): void;
}

/** `/healthz`: the process answers. `/readyz`: it may get traffic; where it may not, the answer says why. `/metrics`: Prometheus text, for whoever brings METRICS_TOKEN as bearer. */
export function addHealth({ app, log, config, database, notServing, hindered, remarks, sockets, quickAnswers }: Surroundings): Health {
  const lookAtClock = createClockWatch(log);
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: true }));

  app.get('/readyz', async (_request, reply) => {
    const why = notServing();
    if (why !== null) throw new Fail('RETRY', { validation: why });
    const at = await inTime(ask());
    const said = [...(await inTime(remarks())), ...lookAtClock(at, new Date())];
    return reply.header('cache-control', 'no-store').send({ status: true, ...(said.length > 0 && { remarks: said }) });
  });

  function inTime<T>(answer: Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(PING_MS);
    return Promise.race([answer, new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(new Fail('RETRY', { validation: AWAY }))))]);
  }

  /** The database's time, when it takes writes and nothing hinders them. */
  async function ask(): Promise<Date> {
    const { rows } = await sql<{ refuses: boolean; at: Date }>`
      select current_setting('transaction_read_only')::boolean as refuses, clock_timestamp() as at`
      .execute(database.db)
      .catch(() => {
        throw new Fail('RETRY', { validation: AWAY });
      });
    if (rows[0]?.refuses) throw new Fail('RETRY', { validation: `Nothing can be saved: ${database.whyReadOnly()}.` });
    const why = await hindered();
    // A remark is often the reason: a broker that refuses the token, a file that could not be read.
    if (why !== null) throw new Fail('RETRY', { validation: [why, ...(await remarks())].join(' ') });
    return rows[0]!.at;
  }

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'sockets_open',
    help: 'Live sockets of this node.',
    registers: [registry],
    collect() {
      this.set(sockets());
    },
  });
  new Gauge({
    name: 'http_quick_answers',
    help: 'Requests answered from memory in front of routing since the start; they are not in http_request_duration_seconds.',
    registers: [registry],
    collect() {
      this.set(quickAnswers());
    },
  });
  const gauge: Health['gauge'] = (name, help, read) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // While the database is away the other figures are told all the same.
        const value = await inTime(read()).catch(() => null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
  gauge('readyz_remarks', 'Sentences under the remarks of /readyz: each needs somebody.', async () => (await remarks()).length);
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe({ method: request.method, route: patternOf(request), status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  const mayRead = bearerCheck(config.METRICS_TOKEN);
  app.get('/metrics', async (request, reply) => {
    // Counts by route tell when somebody publishes, and what: they are for whoever runs the server, wherever a request comes from.
    if (!mayRead(request.headers.authorization)) throw new Fail('NOT_FOUND');
    // Features count in prom-client's own registry; merged per request, because a merge knows only what exists by then.
    const everything = Registry.merge([registry, register]);
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await everything.metrics());
  });

  let timer: NodeJS.Timeout | undefined;
  app.addHook('onClose', async () => clearInterval(timer));
  let awaySince: number | null = null;
  async function look(): Promise<void> {
    const begun = performance.now();
    try {
      const { rows } = await inTime(sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.db));
      if (awaySince !== null) log.info({ away_s: Math.round((performance.now() - awaySince) / 1000) }, 'The database answers again.');
      awaySince = null;
      lookAtClock(rows[0]!.at, new Date());
    } catch (error) {
      if (awaySince !== null) return;
      awaySince = begun;
      log.error({ err: error }, 'The database does not answer: what needs it is refused until it does.');
    }
  }
  return {
    gauge,
    async watchDatabase() {
      await look();
      timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    },
  };
}

/** Whether an `Authorization` header brings the token. The time it takes says nothing of it. */
function bearerCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const right = digest(`Bearer ${token}`);
  return (authorization = '') => timingSafeEqual(digest(authorization), right);
}
