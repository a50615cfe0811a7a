import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { encode } from 'uqr';
import { type Database, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { PaymentProvider, Untold } from '../provider.ts';
import { addBankPage, BANK_PATH, type BankAnswer } from './demo-bank.page.ts';
import { type BankDb, type BankOrder, bankOf } from './demo-bank.tables.ts';
import { createDemoMandates } from './demo-mandates.ts';

/** Only SEBI-registered intermediaries have addresses with @valid; this one is fictional. */
const HANDLE = 'vimarsh.rsrch@validdemo';
const TELL_JOB = 'money.demo-bank-tells';

/**
 * A payment provider of our own for the demo, with the protocol that real ones have: orders, a page of its own where people pay,
 * refunds, and signed events that it tells until they are taken. All it knows is in its tables, so it goes on after any end.
 */
export async function createDemoBank(platform: Platform, tell: (event: string, signature: string) => Promise<unknown>): Promise<PaymentProvider> {
  const db = bankOf(platform.db);
  await db
    .insertInto('demo_bank_key')
    .values({ id: 1, secret: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret: key } = await db.selectFrom('demo_bank_key').select('secret').executeTakeFirstOrThrow();
  const sign = (event: string): string => createHmac('sha256', key).update(event).digest('hex');

  /** Keeps an event with the change it tells of; it is told by `deliver`, or by the job where the process ended before. */
  async function note(tx: Database, event: Untold): Promise<string> {
    const id = `evt_${ulid()}`;
    await bankOf(tx)
      .insertInto('demo_bank_events')
      .values({ id, event: JSON.stringify({ id, ...event }), delivered_at: null })
      .execute();
    await platform.jobs.enqueue(tx, TELL_JOB, { id });
    return id;
  }
  async function deliver(id: string): Promise<void> {
    const row = await db.selectFrom('demo_bank_events').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.delivered_at) return;
    await tell(row.event, sign(row.event));
    await db.updateTable('demo_bank_events').set({ delivered_at: new Date() }).where('id', '=', id).execute();
  }
  const deliverNow = (id: string) => deliver(id).catch((error) => platform.log.warn({ err: error }, 'the demo’s bank tells it again'));
  platform.jobs.work<{ id: string }>(TELL_JOB, ({ id }) => deliver(id));

  /**
   * What somebody decides on the provider's page. An order is paid at most once, whoever presses twice; refused, it can be tried again.
   * Paid in silence, the shop learns of it only by asking, as where a provider's events are lost.
   */
  async function decide(order_id: string, answer: BankAnswer): Promise<BankOrder> {
    const {
      order,
      event,
      mandate = null,
    } = await platform.transaction(async (tx: BankDb) => {
      const order = await tx.selectFrom('demo_bank_orders').selectAll().where('order_id', '=', order_id).forUpdate().executeTakeFirst();
      if (!order) throw new Fail('NOT_FOUND');
      if (order.state !== 'open') return { order, event: null };
      if (answer === 'refuse') return { order, event: await note(tx, { kind: 'payment.failed', order_id }) };
      const payment_id = `pay_${ulid()}`;
      await tx.updateTable('demo_bank_orders').set({ state: 'paid', payment_id }).where('order_id', '=', order_id).execute();
      if (answer === 'pay silently') return { order, event: null };
      const event = await note(tx, { kind: 'payment.paid', order_id, payment_id, amount_paise: order.amount_paise, currency: 'INR' });
      return { order, event, mandate: order.mandate_paise > 0 ? await mandates.make(tx, order) : null };
    });
    if (event) await deliverNow(event);
    if (mandate) await deliverNow(mandate);
    return order;
  }
  const mandates = createDemoMandates(platform, { note, deliverNow });
  addBankPage(platform, { find: (id) => db.selectFrom('demo_bank_orders').selectAll().where('order_id', '=', id).executeTakeFirst(), decide, mandates });

  return {
    mandates: mandates.ofProvider,
    async createOrder({ order_id, amount_paise, method, return_to, mandate }) {
      await db
        .insertInto('demo_bank_orders')
        .values({ order_id, amount_paise, method, return_to, state: 'open', payment_id: '', mandate_paise: mandate?.most_paise ?? 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { page: `${BANK_PATH}/${order_id}`, upi: method === 'upi' ? upiOf(order_id, amount_paise) : null };
    },
    close: (order_id) =>
      platform.transaction(async (tx: BankDb) => {
        // One it never heard of is closed before it comes, also where that happens at this moment.
        const gone = { order_id, amount_paise: 0, method: '', return_to: '/', state: 'closed', payment_id: '' } as const;
        await tx
          .insertInto('demo_bank_orders')
          .values(gone)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const order = await tx.selectFrom('demo_bank_orders').selectAll().where('order_id', '=', order_id).forUpdate().executeTakeFirstOrThrow();
        if (order.state === 'paid') return 'paid';
        if (order.state === 'open') await tx.updateTable('demo_bank_orders').set({ state: 'closed' }).where('order_id', '=', order_id).execute();
        return 'closed';
      }),
    async payments(order_id) {
      const rows = await db.selectFrom('demo_bank_orders').selectAll().where('order_id', '=', order_id).where('state', '=', 'paid').execute();
      return rows.map(({ payment_id, amount_paise }) => ({ payment_id, amount_paise, currency: 'INR' }));
    },
    async refund({ refund_id, payment_id, amount_paise }) {
      const event = await platform.transaction(async (tx: BankDb) => {
        const order = await tx.selectFrom('demo_bank_orders').selectAll().where('payment_id', '=', payment_id).forUpdate().executeTakeFirst();
        if (!order) throw new Error(`The demo's bank has no payment ${payment_id}`);
        const before = await tx.selectFrom('demo_bank_refunds').selectAll().where('payment_id', '=', payment_id).execute();
        if (before.some((one) => one.refund_id === refund_id)) return null;
        const given = before.reduce((sum, one) => sum + one.amount_paise, 0);
        if (given + amount_paise > order.amount_paise) throw new Error(`More would go back of ${payment_id} than was paid`);
        await tx.insertInto('demo_bank_refunds').values({ refund_id, payment_id, amount_paise }).execute();
        return note(tx, { kind: 'refund.done', order_id: order.order_id, refund_id, amount_paise });
      });
      if (event) await deliverNow(event);
      return event ? 'asked' : 'done';
    },
    signed: (event, signature) => sameText(sign(event), signature),
  };
}

/** The link of NPCI's specification that UPI apps open, and the same as a QR code. */
function upiOf(order_id: string, amount_paise: number) {
  const values = new URLSearchParams({ pa: HANDLE, pn: 'Vimarsh Research', tr: order_id, am: (amount_paise / 100).toFixed(2), cu: 'INR', tn: 'Research plan' });
  const intent = `upi://pay?${values}`;
  const squares = encode(intent, { ecc: 'M', border: 0 }).data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
  return { intent, handle: HANDLE, squares };
}

/** Compared without telling by the time taken how much of it was right. */
const sameText = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
