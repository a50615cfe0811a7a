import { POSTBACKS_PATH } from '@vimarsh/shared/contract/trading/routes.ts';
import type { Brokers } from '../../brokers/index.ts';
import { answerAs } from '../../platform/http/security-headers.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { BookLine } from '../brokers/port.ts';
import { lookAtBookBy } from '../store/account.store.ts';
import { orderOfBroker } from '../store/order.store.ts';
import type { TradeOrderRow } from '../tables.ts';
import type { Postback, ReadPostback } from './postback.ts';

const MOST_BYTES = 16_384;
/** A broker tells of all its customers' orders from few addresses. */
const LIMIT = { max: 3_000, perSeconds: 60 };
const FORGED_LIMIT = { max: 30, perSeconds: 60 };
/** ms of market time; several hints of one moment become one reading. */
const SOON_MS = 1_000;

interface PostbackDeps {
  readonly platform: Pick<Platform, 'app' | 'db' | 'limits'>;
  readonly brokers: Pick<Brokers, 'sessionOf'>;
  /** Null: this broker tells nothing of its own accord. */
  readerOf(broker_id: number): ReadPostback | null;
  /** The order machine's judgement. */
  hear(broker_id: number, line: BookLine): Promise<unknown>;
  /** Market time, ms. */
  now(): number;
}

/**
 * Where brokers tell what became of orders. A message is checked before anything is looked up, so that a flood of forged ones costs a hash each;
 * after some, who sends them is not listened to for a minute. A message about nobody's order is answered like any other: it says nothing about ours.
 */
export function servePostbacks({ platform: { app, db, limits }, brokers, readerOf, hear, now }: PostbackDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) => done(null, body));
    scope.post(POSTBACKS_PATH, async ({ params, query, body, ip }, reply) => {
      await limits.takeFrom(ip, 'postbacks', LIMIT);
      const broker_id = Number((params as { broker: string }).broker);
      const told = (typeof body === 'string' && readerOf(broker_id)?.(body, query)) || FORGED;
      if (told.kind === 'forged') {
        await limits.takeFrom(ip, 'forged postbacks', FORGED_LIMIT);
        throw new Fail('POSTBACK_FORGED');
      }
      await take(broker_id, told);
      if (told.kind === 'unreadable') throw new Fail('POSTBACK_UNREADABLE');
      return answerAs(reply, 'data').header('cache-control', 'no-store').type('application/json; charset=utf-8').send('{"status":true}');
    });
  });

  async function take(broker_id: number, told: Exclude<Postback, { kind: 'forged' }>): Promise<void> {
    const named = told.kind === 'word' ? told.line : told;
    const order = await orderOfBroker(db, broker_id, named);
    if (!order || !(await isOf(order, told.client_id))) return;
    if (told.kind !== 'word') return lookAtBookBy(db, order, new Date(now() + SOON_MS));
    await hear(broker_id, told.line);
  }

  /** A customer of the broker who is somebody else has no say, whatever ids the message names. */
  async function isOf(order: TradeOrderRow, client_id: string): Promise<boolean> {
    const session = await brokers.sessionOf(order);
    return session.state !== 'active' || session.client_id.toUpperCase() === client_id.toUpperCase();
  }
}

const FORGED = { kind: 'forged' } as const;
