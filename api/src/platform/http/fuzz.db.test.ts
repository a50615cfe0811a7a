import { answer } from '@vimarsh/shared/contract/answer.ts';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DEMO_NOW, demoPlace } from '../../demo-data.testing.ts';
import { DEMO_PASSWORD, demoSignIns } from '../../identity/demo/index.ts';
import { createServer } from '../../server.ts';
import { createLogger } from '../log/logging.ts';
import type { PlatformProcess } from '../platform.create.ts';
import { type Answered, requests } from '../testing/testing.arbitrary.ts';
import { featureDatabase, testConfig } from '../testing.ts';

/**
 * Requests per route. For a long night: `FUZZ_RUNS=10000 FUZZ_PATHS='^/(auth|admin)/' npx vitest run --project api fuzz`.
 * A failure prints seed and path, which replay it.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
/** Only routes whose path fits. */
const PATHS = new RegExp(process.env.FUZZ_PATHS ?? '');
/** Demo accounts whose bearers the requests carry. */
const CALLERS = new Set(['admin', 'free investor', 'Pro investor', 'verified expert', 'expert with documents pending']);
const SLOWEST_MS = 5000;
/** Texts kept of a name, of all that answers hold. */
const KEPT_OF_A_NAME = 12;

describe.each(await featureDatabase())('every route under hostile input on %s', (kind) => {
  let server: PlatformProcess;
  let remove: () => Promise<void>;
  let client = 0;
  const surprises: string[] = [];

  beforeAll(async () => {
    const { DATA_DIR, place, ...copy } = await demoPlace(kind);
    remove = copy.remove;
    const config = testConfig({ DATA_DIR, LOG_LEVEL: 'error', MARKET_NOW: DEMO_NOW });
    server = await createServer(config, createLogger('error', { write: (line) => void surprises.push(line) }), { place });
    await server.start();
  }, 300_000);
  afterAll(async () => {
    await server.close();
    await remove();
  });

  /** Each request comes from an address of its own, so that limits per address do not hide what lies behind them. */
  function nextAddress(): string {
    client += 1;
    return `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
  }

  function signIn(): Promise<string[]> {
    const people = demoSignIns.filter((each) => CALLERS.has(each.shows));
    expect(people).toHaveLength(CALLERS.size);
    return Promise.all(
      people.map(async ({ email }) => {
        const payload = { username: email, password: DEMO_PASSWORD, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' };
        const given = await server.app.inject({
          method: 'POST',
          url: '/auth/v1/sign_in',
          payload,
          remoteAddress: nextAddress(),
          headers: { host: 'localhost' },
        });
        if (!given.json().status) throw new Error(`The demo user ${email} could not sign in: ${given.body}`);
        return given.json().token_data.access_token as string;
      }),
    );
  }

  /** Whether all of them are still let in: the route before may have signed everybody out. To ask costs a hundredth of signing in. */
  async function areIn(bearers: readonly string[]): Promise<boolean> {
    const answers = await Promise.all(
      bearers.map((bearer) =>
        server.app.inject({ url: '/auth/v1/profile', remoteAddress: nextAddress(), headers: { host: 'localhost', authorization: `Bearer ${bearer}` } }),
      ),
    );
    return answers.every(({ statusCode }) => statusCode === 200);
  }

  /**
   * What the server answers to each of these people where nothing need be known to ask: the texts under each name, first those of the same part of the
   * server. A path's `:room` is what an answer of rooms calls `id`.
   */
  async function answeredTo(bearers: readonly string[]): Promise<(route: Route) => Answered> {
    const found = new Map<string, Set<string>>();
    const keep = (name: string, text: string): void => {
      const texts = found.get(name) ?? new Set();
      if (texts.size < KEPT_OF_A_NAME) found.set(name, texts.add(text));
    };
    const partOf = ({ path }: Route): string => path.split('/').slice(0, 3).join('/');
    for (const route of server.routes()) {
      if (route.method !== 'GET' || route.path.includes(':')) continue;
      for (const bearer of bearers) {
        const headers = { host: 'localhost', authorization: `Bearer ${bearer}` };
        const given = await server.app.inject({ url: route.path, remoteAddress: nextAddress(), headers });
        if (given.statusCode !== 200 || !given.headers['content-type']?.toString().startsWith('application/json')) continue;
        JSON.stringify(given.json(), (name, value: unknown) => {
          if (typeof value === 'string' && value.length <= 60) {
            keep(name, value);
            keep(`${partOf(route)} ${name}`, value);
          }
          return value;
        });
      }
    }
    return (route) => (name) => {
      const names = [`${partOf(route)} ${name}`, name, ...(route.path.includes(`:${name}`) ? [`${partOf(route)} id`] : [])];
      return [...(names.map((each) => found.get(each)).find(Boolean) ?? [])];
    };
  }

  const chosen = () => server.routes().filter(({ path }) => PATHS.test(path));

  test('there is something to fuzz', () => {
    expect(server.routes().length).toBeGreaterThan(20);
    expect(chosen()).not.toEqual([]);
  });

  test(`${RUNS} requests each: no 5xx, every answer an envelope of its contract, none slow`, { timeout: 1_800_000 }, async () => {
    const broken: string[] = [];
    const reached: Record<string, number> = {};
    let bearers = await signIn();
    const answered = await answeredTo(bearers);
    for (const route of chosen()) {
      const envelope = answer(route.data);
      if (!(await areIn(bearers))) bearers = await signIn();
      const property = fc.asyncProperty(requests(route, bearers, answered(route)), async (request) => {
        surprises.length = 0;
        const begun = performance.now();
        const given = await server.app.inject({
          ...request,
          remoteAddress: nextAddress(),
          headers: { host: 'localhost', ...request.headers },
        });
        const took = performance.now() - begun;
        // Nothing is released here, which is what this one call says.
        if (given.statusCode === 503 && route.path === '/base/v1/releases') return;
        if (given.statusCode >= 500) throw new Error(`${given.statusCode} ${surprises.join('')}`);
        // A file of proof that was asked for as it is.
        if (given.statusCode === 200 && given.headers['content-type'] === 'application/zip') return;
        const body = z.safeParse(envelope, given.json());
        if (!body.success) throw new Error(`not the envelope: ${body.error.issues[0]?.path.join('.')}`);
        if (!body.data.status && !body.data.code) throw new Error('a failure without a code');
        if (took > SLOWEST_MS) throw new Error(`took ${Math.round(took)} ms`);
        if (body.data.status) reached[nameOf(route)] = (reached[nameOf(route)] ?? 0) + 1;
      });
      const result = await fc.check(property, { numRuns: RUNS, endOnFailure: true });
      if (result.failed)
        broken.push(`${nameOf(route)}: ${String(result.errorInstance)}\n  seed ${result.seed} ${JSON.stringify(result.counterexample).slice(0, 600)}`);
    }
    expect(broken).toEqual([]);
    // Were the requests all refused at the door, nothing behind it would have been tried. No guess gets through some doors.
    if (!process.env.FUZZ_PATHS) expect(Object.keys(reached).length).toBeGreaterThan(chosen().length / 2);
  });
});

const nameOf = (route: Route): string => `${route.method} ${route.path}`;
