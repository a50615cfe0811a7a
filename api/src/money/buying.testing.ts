import { setTimeout as sleep } from 'node:timers/promises';
import { totalOf } from '@vimarsh/shared/domain/money/gst.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { refundOf } from '@vimarsh/shared/domain/money/refund-amount.ts';
import { createBrokers } from '../brokers/index.ts';
import { createIdentity } from '../identity/index.ts';
import { createPartners } from '../partners/index.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { Fail } from '../platform/platform.ts';
import { openPlatform } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { createPush } from '../push/index.ts';
import { cancel } from './cancelling.ts';
import { createMoney } from './create-money.ts';
import { order } from './ordering.ts';
import { buyerOf, heldOf, offersOf, quote, runningOrders } from './shop.ts';
import { moneyOf } from './tables.ts';

/* Child of the kill test: people buy, pay and cancel without end until it is killed; with `rounds` 0 it only goes on with what was left. */

const { place, directory, rounds } = JSON.parse(process.argv[2]!) as { place: DatabasePlace; directory: string; rounds: number };
const PEOPLE = ['usr_free', 'usr_chat', 'usr_promo'];
try {
  const { platform } = await openPlatform({ database: 'pglite', place, settings: { DATA_DIR: directory } });
  const partners = await createPartners(platform);
  const push = await createPush(platform);
  const identity = await createIdentity(platform, { partners, push, brokers: await createBrokers(platform, { partners }) });
  // They gave their PAN long ago.
  const shop = await createMoney(platform, { identity: { ...identity, pans: { ...identity.pans, isGiven: async () => true } }, partners });
  const db = moneyOf(platform.db);
  await platform.start();
  process.send?.('buying');

  const unlessRefused = (error: unknown) => {
    if (!(error instanceof Fail)) throw error;
  };
  async function live(user_id: string): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const [bought] = await runningOrders(db, user_id, new Date());
      if (bought && Math.random() < 0.6)
        await cancel(shop, user_id, { order_id: bought.id, refund_paise: totalOf(refundOf(heldOf(bought, new Date()), new Date())) }).catch(unlessRefused);
      const offers = await offersOf(db, '');
      const offer = offers[Math.floor(Math.random() * offers.length)]!;
      const { refused, pay_paise } = quote(await buyerOf(shop, db, user_id), offer);
      if (refused) continue;
      const asked = { plan: offer.plan, days: offer.days, pay_paise, method: 'card' as const, mitc_version: MITC_VERSION, place: '27' as const, key: ulid() };
      const row = await order(shop, user_id, '', asked).catch(unlessRefused);
      if (!row?.payable || Math.random() < 0.1) continue;
      const headers = { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' };
      await platform.app.inject({ method: 'POST', url: row.payable.page, headers, payload: `answer=${Math.random() < 0.9 ? 'pay' : 'refuse'}` });
    }
  }
  await Promise.all(PEOPLE.map(live));

  // What an end left over is taken up by the jobs.
  for (let waits = 0; rounds === 0 && waits < 400; waits += 1) {
    const untold = await platform.db
      .selectFrom('demo_bank_events' as never)
      .select('id' as never)
      .where('delivered_at' as never, 'is', null as never)
      .execute();
    const asked = await db.selectFrom('plan_refunds').select('id').where('state', '=', 'asked').execute();
    if (untold.length + asked.length === 0) break;
    await sleep(250);
  }
  await platform.close();
  process.send?.('bought');
  process.disconnect?.();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
