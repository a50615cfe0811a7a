import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../../platform/database/database.types.ts';
import type { Platform } from '../../platform/platform.ts';
import { openPlatform } from '../../platform/testing.ts';
import type { BookLine, BrokerAnswer, ChangeAnswer, OrderBroker, Submitted } from '../brokers/port.ts';
import { outgoingOf } from '../engine/histories.testing.ts';
import { OrderEngine } from '../engine/order-engine.ts';
import { inSendingOrder, type OrderWish, storeWish } from '../engine/order-placer.ts';
import { orderById } from '../store/order.store.ts';
import { openJsonServer, postJson } from './json-server.testing.ts';

/*
 * Child of tests that kill: a server with orders on a port, whose broker is another process. It kills itself with SIGKILL at a step that it is
 * told of, in the middle of what it is doing, and writes which one it was.
 */

const { place, port, brokerPort, origin, marketAt, speed } = JSON.parse(process.argv[2]!) as {
  place: DatabasePlace;
  port: number;
  brokerPort: number;
  /** Wall time (ms) at which it was `marketAt` in the market, and how much faster its time goes on. */
  origin: number;
  marketAt: number;
  speed: number;
};

/** What the request, or the sweep, that goes on is doing, and how many transactions it has begun. */
const doing = new AsyncLocalStorage<{ readonly what: string; transactions: number }>();
let dieAt: { readonly step: string; left: number } | null = null;

function moment(step: string): void {
  if (!dieAt || !step.startsWith(dieAt.step)) return;
  dieAt.left -= 1;
  if (dieAt.left > 0) return;
  writeSync(1, `${step}\n`);
  process.kill(process.pid, 'SIGKILL');
}

const inStep = <T>(what: string, work: () => Promise<T>): Promise<T> => doing.run({ what, transactions: 0 }, work);

try {
  const { platform } = await openPlatform({ database: 'postgres', place });
  await platform.app.ready();
  const now = (): number => Math.floor(marketAt + (Date.now() - origin) * speed);
  const transaction: Platform['transaction'] = async (work) => {
    const store = doing.getStore();
    if (store) store.transactions += 1;
    const name = store ? `${store.what} ${store.transactions}` : 'sweep';
    const done = await platform.transaction(async (tx) => {
      const result = await work(tx);
      moment(`${name} before its commit`);
      return result;
    });
    moment(`${name} after its commit`);
    return done;
  };
  async function call<A>(name: string, args: readonly unknown[], silent: A): Promise<A> {
    moment(`${name} before the broker`);
    const told = await postJson<A>(brokerPort, `/${name}`, args);
    moment(`${name} after the broker`);
    return told ? told.answer : silent;
  }
  const lost = { kind: 'lost', why: 'silence', session_over: false } as const;
  const broker = {
    perSecond: 1_000,
    perDay: 1_000_000,
    tagLength: 20,
    submit: (_session, order) => call<Submitted>('submit', [order], lost),
    modify: (_session, id, terms) => call<ChangeAnswer>('modify', [id, terms], lost),
    cancel: (_session, id) => call<ChangeAnswer>('cancel', [id], lost),
    book: () => call<BrokerAnswer<readonly BookLine[]>>('book', [], { kind: 'failed', why: 'silence', session_over: false }),
  } satisfies Partial<OrderBroker> as unknown as OrderBroker;
  const deps = {
    db: platform.db,
    transaction,
    now,
    desk: async () => ({ broker, session: { client_id: 'C', token: 't' } }),
    sessionOver: async () => {},
    mayCall: async () => true,
    mayRead: async () => true,
    changed: () => {},
  };
  const engine = new OrderEngine(deps);
  const account = { user_id: 'killed', broker_id: 1 };

  await openJsonServer(port, async (path, body) => {
    if (path === '/die') {
      dieAt = body;
      return null;
    }
    if (path === '/place')
      return inStep('place', async () => {
        const { orders, made } = await storeWish(deps, account, body as OrderWish, async () => {});
        return made ? engine.sender.sendAll(inSendingOrder(orders), outgoingOf) : orders;
      });
    if (path === '/postback') return inStep('postback', () => engine.books.hear(account.broker_id, body as BookLine));
    const { id, kind, ...terms } = body as { id: string; kind: 'modify' | 'cancel' };
    const order = await orderById(platform.db, id, account.user_id);
    return inStep(kind, () => engine.sender.ask(order!, order!.version, { kind, ...terms }, outgoingOf));
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.('serving');
  // The next start reads what this one compiled.
  flushCompileCache();
  for (;;) {
    await inStep('book', () => engine.sweep());
    await sleep(50);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
