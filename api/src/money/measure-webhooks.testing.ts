import { createHmac } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hearProvider } from '@vimarsh/shared/contract/plans/routes.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { sql } from 'kysely';
import { createBrokers } from '../brokers/index.ts';
import { insertCrowd } from '../identity/crowd.testing.ts';
import { createIdentity } from '../identity/index.ts';
import { createPartners } from '../partners/index.ts';
import { databases, openPlatform } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { createPush } from '../push/index.ts';
import { unbalanced } from './books.ts';
import { createMoney } from './create-money.ts';
import { order } from './ordering.ts';
import { buyerOf, offersOf, quote } from './shop.ts';
import { moneyOf } from './tables.ts';

/*
 * Lets so many people pay within so many seconds: their events come over HTTP at a steady rate, whether or not the ones before were
 * answered, every tenth twice at once. Says as JSON how long answers took and what the books hold afterwards.
 */

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '200' }, seconds: { type: 'string', default: '15' }, database: { type: 'string', default: 'postgres' } },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const people = rate * seconds;
const database = values.database === 'pglite' ? 'pglite' : 'postgres';
// On a machine on which nothing has run yet this also makes the database.
if (!(await databases()).includes(database)) throw new Error('No PostgreSQL answers at TEST_DATABASE_URL');
const opened = await openPlatform({ database, settings: { DATA_DIR: await mkdtemp(join(tmpdir(), 'vimarsh-measure-')) } });
const { platform } = opened;
try {
  const partners = await createPartners(platform);
  const identity = await createIdentity(platform, {
    partners,
    push: await createPush(platform),
    brokers: await createBrokers(platform, { partners }),
  });
  const shop = await createMoney(platform, { identity, partners });
  const db = moneyOf(platform.db);
  await platform.start();
  await insertCrowd(platform.db, 1, people);
  const offer = (await offersOf(db, '')).find(({ plan, days }) => plan === 'Premium' && days === 30)!;
  const { pay_paise } = quote(await buyerOf(shop, db, 'usr_1'), offer);
  const bought = { plan: offer.plan, days: offer.days, pay_paise, method: 'card', mitc_version: MITC_VERSION, place: '27' } as const;
  const events: string[] = [];
  for (let person = 1; person <= people; person += 1) {
    const { id } = await order(shop, `usr_${person}`, '', { ...bought, key: ulid() });
    events.push(
      JSON.stringify({ id: `evt_${person}`, kind: 'payment.paid', order_id: id, payment_id: `pay_${person}`, amount_paise: pay_paise, currency: 'INR' }),
    );
  }
  await sql`analyze`.execute(platform.db);

  const { rows } = await sql<{ secret: string }>`select secret from demo_bank_key`.execute(platform.db);
  const sign = (event: string): string => createHmac('sha256', rows[0]!.secret).update(event).digest('hex');
  const origin = await platform.app.listen({ port: 0, host: '127.0.0.1' });
  const took: number[] = [];
  const outcomes: Record<string, number> = {};
  async function tell(event: string): Promise<void> {
    const began = performance.now();
    const answer = await fetch(`${origin}${hearProvider.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event, signature: sign(event) }),
    });
    const { data } = (await answer.json()) as { data: { outcome: string } | null };
    const outcome = data?.outcome ?? `HTTP ${answer.status}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    took.push(performance.now() - began);
  }
  const began = performance.now();
  const told: Promise<void>[] = [];
  for (const [at, event] of events.entries()) {
    const early = began + (at * 1000) / rate - performance.now();
    if (early > 0) await wait(early);
    told.push(tell(event));
    if (at % 10 === 0) told.push(tell(event));
  }
  await Promise.all(told);
  const took_s = (performance.now() - began) / 1000;

  const count = async (table: 'plan_payments' | 'invoices') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows,
    );
  const plans = await sql<{ rows: string }>`select count(distinct user_id) as rows from plan_orders where state = 'paid'`.execute(platform.db);
  const sorted = took.toSorted((a, b) => a - b);
  console.log(
    JSON.stringify({
      ...{ rate, people, took_s, p99_ms: sorted[Math.floor(sorted.length * 0.99)], outcomes },
      ...{ plans: Number(plans.rows[0]!.rows), payments: await count('plan_payments'), invoices: await count('invoices'), unbalanced: await unbalanced(db) },
    }),
  );
} finally {
  await opened.end();
}
process.exit(0);
