import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { mayAsk } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/log/logging.ts';
import { freePort } from '../../platform/testing/free-port.testing.ts';
import { databases, freshPlace } from '../../platform/testing.ts';
import type { OutgoingOrder } from '../brokers/port.ts';
import { BrokerTruth, intOf } from '../engine/broker-truth.testing.ts';
import { HISTORY_DAY, wishFor, wrongAtTheEnd } from '../engine/histories.testing.ts';
import { ordersOfDay } from '../store/order.store.ts';
import type { TradeOrderRow } from '../tables.ts';
import { openJsonServer, postJson } from './json-server.testing.ts';

/** `ORDER_KILLS=100` kills more often than `npm test` has time for; `ORDER_SEED` draws other orders. */
const KILLS = Number(process.env.ORDER_KILLS ?? 3);
const SEED = Number(process.env.ORDER_SEED ?? 48);
const SERVER = new URL('ordering.testing.ts', import.meta.url);
const ACCOUNT = { user_id: 'killed', broker_id: 1 };
const OPEN = Date.parse(`${HISTORY_DAY}T04:00:00Z`);
const FINAL = Date.parse(`${HISTORY_DAY}T10:40:00Z`);
/** Market time goes faster than the wall's: what waits for 15 s waits for one and a half. */
const SPEED = 10;
/** Where a server ends: between any two steps of an order. A transaction is named by what it belongs to and its place there. */
const STEPS = [
  'place 1 before its commit',
  'place 1 after its commit',
  'place 2 before its commit',
  'place 2 after its commit',
  'submit before the broker',
  'submit after the broker',
  'place 3 before its commit',
  'place 3 after its commit',
  'postback 1 before its commit',
  'postback 1 after its commit',
  'book 1 before its commit',
  'book 1 after its commit',
  'book before the broker',
  'book after the broker',
  'book 2 before its commit',
  'book 2 after its commit',
  'modify 1 before its commit',
  'modify 1 after its commit',
  'modify before the broker',
  'modify after the broker',
  'modify 2 before its commit',
  'modify 2 after its commit',
  'cancel 1 before its commit',
  'cancel 1 after its commit',
  'cancel before the broker',
  'cancel after the broker',
  'cancel 2 before its commit',
  'cancel 2 after its commit',
];

const there = await databases();

describe.skipIf(!there.includes('postgres'))('orders under kills', () => {
  test(`S2.1-ROUTE-19: ${KILLS} servers killed between two steps of an order: no order twice, none rejected falsely, no fill lost, both books equal at the end`, {
    timeout: 60_000 + KILLS * 20_000,
  }, async () => {
    const random = rng(SEED);
    const directory = await mkdtemp(join(tmpdir(), 'vimarsh-orders-'));
    const [port, brokerPort] = [await freePort(), await freePort()];
    let clock = { origin: Date.now(), marketAt: OPEN, speed: SPEED };
    const now = (): number => Math.floor(clock.marketAt + (Date.now() - clock.origin) * clock.speed);
    const truth = new BrokerTruth(random, { keepsTags: true, faults: 0.1 }, now, () => {});
    const session = { client_id: 'C', token: 't' };
    const stand = await openJsonServer(brokerPort, async (path, body) => {
      const args = body as unknown[];
      if (path === '/submit') return truth.submit(session, args[0] as OutgoingOrder);
      if (path === '/modify') return truth.modify(session, args[0] as string, args[1] as { quantity: number; price: number | null; trigger: number | null });
      if (path === '/cancel') return truth.cancel(session, args[0] as string);
      return truth.book();
    });
    const died = new Map<string, number>();
    const { place, remove } = await freshPlace('postgres');
    const { db, close } = await openDatabase(place, createLogger('silent'));
    let child: ChildProcess | null = null;
    const start = async (): Promise<ChildProcess> => {
      const next = fork(SERVER, [JSON.stringify({ place, port, brokerPort, ...clock })], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { ...process.env, NODE_COMPILE_CACHE: join(directory, 'compiled') },
      });
      let wrong = '';
      next.stderr!.on('data', (bytes) => {
        wrong += String(bytes);
      });
      next.stdout!.on('data', (bytes) => {
        const step = String(bytes).trim();
        died.set(step, (died.get(step) ?? 0) + 1);
      });
      await Promise.race([
        once(next, 'message'),
        once(next, 'exit').then(() => {
          throw new Error(wrong);
        }),
      ]);
      return next;
    };
    const post = (path: string, body: unknown) => postJson<unknown>(port, path, body);
    const wishes: string[] = [];
    const answered = new Set<string>();
    const place_ = async (key: string): Promise<void> => {
      if (await post('/place', wishFor(SEED, key))) answered.add(key);
    };
    async function work(): Promise<void> {
      const key = `k${wishes.length}`;
      wishes.push(key);
      await place_(key);
      const alive = (await ordersOfDay(db, ACCOUNT, HISTORY_DAY)).filter(({ record }) => mayAsk(record).cancel);
      for (const { id, record } of alive.slice(0, 3)) {
        if (mayAsk(record).modify) await post('/ask', { id, kind: 'modify', quantity: record.quantity + 1, price: 100 + intOf(random, 0, 4), trigger: null });
        else await post('/ask', { id, kind: 'cancel' });
      }
      const ending = alive.at(-1);
      if (ending) await post('/ask', { id: ending.id, kind: 'cancel' });
      truth.live();
      const words = truth.postbacks.splice(0, 6);
      await Promise.all(words.map(({ line }) => post('/postback', line)));
    }
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        child = await start();
        const gone = once(child, 'exit');
        let ended = false;
        void gone.then(() => {
          ended = true;
        });
        // A client whose answer was lost asks again, by the same key.
        for (const key of wishes.slice(-1)) if (!answered.has(key)) await place_(key);
        const step = STEPS[(kill * 5 + intOf(random, 0, 1)) % STEPS.length]!;
        await post('/die', { step, left: intOf(random, 1, 2) });
        const until = Date.now() + 5_000;
        while (!ended && Date.now() < until) await work();
        if (!ended) child.kill('SIGKILL');
        await gone;
      }
      clock = { origin: Date.now(), marketAt: FINAL, speed: SPEED };
      truth.endDay();
      child = await start();
      for (const key of wishes.slice(-1)) if (!answered.has(key)) await place_(key);
      let left: TradeOrderRow[] = [];
      for (let tries = 0; tries < 200; tries += 1) {
        for (const { line } of truth.postbacks.splice(0)) await post('/postback', line);
        truth.endDay();
        left = (await ordersOfDay(db, ACCOUNT, HISTORY_DAY)).filter((order) => wrongAtTheEnd(order, truth).length > 0);
        if (left.length === 0) break;
        await sleep(100);
      }
      const orders = await ordersOfDay(db, ACCOUNT, HISTORY_DAY);
      const tags = new Set(orders.map(({ tag }) => tag));
      expect(truth.orders.filter(({ out }) => !tags.has(out.tag))).toEqual([]);
      expect(orders.flatMap((order) => wrongAtTheEnd(order, truth))).toEqual([]);
      expect(orders.filter(({ record }) => record.filled > 0).length).toBeGreaterThan(0);
      const atSteps = [...died.values()].reduce((sum, each) => sum + each, 0);
      if (process.env.ORDER_KILLS) console.log(`${KILLS} kills, ${atSteps} of them at a step, ${orders.length} orders`, Object.fromEntries([...died].sort()));
      expect(atSteps, 'kills at a step').toBeGreaterThan(KILLS / 2);
    } finally {
      child?.kill('SIGKILL');
      await close();
      await remove();
      stand.closeAllConnections();
      stand.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
