import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { GST_RATE, sacOf, totalOf } from '@vimarsh/shared/domain/money/gst.ts';
import { purchaseOf } from '@vimarsh/shared/domain/money/purchase.ts';
import { Fail } from '../platform/platform.ts';
import { partiesOf } from './billing/parties.ts';
import { book, creditNote, issue } from './books.ts';
import { gateOf } from './kyc/gate.ts';
import { type ProviderEvent, providerEvent } from './provider.ts';
import { type ComesBack, refundWhole, whyWhole } from './refunds/deciding.ts';
import { refundFailed } from './refunds/failed-refunds.ts';
import { revokedAtBank, setUp, stopOthers } from './renewal/mandates.ts';
import { chargeRefused, tellRenewed } from './renewal/renewing.ts';
import { feesOfYear, heldBy, inWords, isSold, type Shop, writeMail } from './shop.ts';
import { sweep } from './sweep.ts';
import { isCharge, lockMoney, type MoneyDb, type OrderRow } from './tables.ts';

type Paid = Extract<ProviderEvent, { kind: 'payment.paid' }>;
/** What became of an event. All but the first six are logged for somebody to look at. */
export type HearingOutcome =
  | 'activated'
  | 'failed'
  | 'refunded'
  | 'set up'
  | 'revoked'
  | 'doubled'
  | 'returned'
  | 'unreadable'
  | 'unknown order'
  | 'other amount'
  | 'other currency'
  | 'refund failed'
  | 'paid twice'
  | 'ignored';
const EXPECTED: ReadonlySet<HearingOutcome> = new Set(['activated', 'failed', 'refunded', 'set up', 'revoked', 'doubled']);

/**
 * What the provider says is the only way to a plan. Each event counts once, in one transaction with everything that follows from
 * it, so a process may end anywhere and the provider tells it again.
 */
export async function hear(shop: Shop, signedText: string, signature: string, delivery = ''): Promise<HearingOutcome> {
  const { platform, provider, clock } = shop;
  if (!provider?.signed(signedText, signature)) {
    platform.log.warn(
      `an event of the payment provider is not signed by it${provider?.secretName ? `: is ${provider.secretName} the one of its dashboard?` : ''}`,
    );
    throw new Fail('EVENT_FORGED');
  }
  const told = provider.read ? await provider.read(signedText, delivery) : parsed(signedText);
  if (provider.read && told === null) return 'ignored';
  // Of a provider with words of its own only ours are kept: theirs name the payer.
  const event = provider.read ? JSON.stringify(told) : signedText;
  const read = providerEvent.safeParse(told);
  if (!read.success) {
    const id = `unreadable ${createHash('sha256').update(signedText).digest('hex')}`;
    platform.log.error({ event: id }, 'a signed event of the payment provider can’t be read');
    await shop.db
      .insertInto('plan_events')
      .values({ id, event, outcome: 'unreadable', received_at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return 'unreadable';
  }
  return take(shop, read.data, event);
}

/** Takes in what the provider said, by itself or asked: the same payment or refund counts once. */
export async function take(shop: Shop, said: ProviderEvent, event = JSON.stringify(said)): Promise<HearingOutcome> {
  const { platform, clock } = shop;
  const order = await whoseIs(shop, said);
  const mail = order ? await shop.identity.mailOf(order.user_id) : '';
  const { outcome, refunds } = await platform.transaction(async (tx: MoneyDb) => {
    if (order) await lockMoney(tx, order.user_id);
    const first = await tx
      .insertInto('plan_events')
      .values({ id: said.id, event, outcome: '', received_at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!first) return { outcome: 'doubled' as const, refunds: [] };
    const done = await follow(shop, tx, said, mail);
    await tx.updateTable('plan_events').set({ outcome: done.outcome }).where('id', '=', said.id).execute();
    return done;
  });
  if (order && outcome === 'activated') shop.identity.plans.changed(order.user_id);
  if (!EXPECTED.has(outcome)) platform.log.error({ event: said.id, order: said.order_id, outcome }, 'an event of the payment provider needs a look');
  await sendSoon(shop, refunds);
  return outcome;
}

/** Whose money an event is about: a refund is known by its own id, whatever order the event names. */
async function whoseIs({ db }: Shop, said: ProviderEvent): Promise<{ user_id: string } | undefined> {
  const refund = 'refund_id' in said && (await db.selectFrom('plan_refunds').select('user_id').where('id', '=', said.refund_id).executeTakeFirst());
  return refund || db.selectFrom('plan_orders').select('user_id').where('id', '=', said.order_id).executeTakeFirst();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Followed {
  outcome: HearingOutcome;
  refunds: string[];
}
const only = (outcome: HearingOutcome): Followed => ({ outcome, refunds: [] });

async function follow(shop: Shop, tx: MoneyDb, said: ProviderEvent, mail: string): Promise<Followed> {
  if (said.kind === 'refund.done') return refunded(shop, tx, said, mail);
  if (said.kind === 'refund.failed') return only(await refundFailed(shop, tx, said.refund_id, mail));
  if (said.kind === 'mandate.active') return only(await setUp(shop, tx, said.order_id, said));
  if (said.kind === 'mandate.revoked') return only(await revokedAtBank(shop, tx, said.order_id, said.mandate_id, mail));
  const row = await tx.selectFrom('plan_orders').selectAll().where('id', '=', said.order_id).forUpdate().executeTakeFirst();
  if (!row) return only('unknown order');
  if (said.kind === 'payment.failed') {
    if (row.state !== 'open') return only('ignored');
    if (isCharge(row)) {
      await chargeRefused(shop, tx, row, mail);
      return only('failed');
    }
    // One attempt of an order that may still be paid: by another card, or by the same after a word with the bank.
    await tx.updateTable('plan_orders').set({ refused_at: shop.clock() }).where('id', '=', row.id).execute();
    return only('failed');
  }
  // Kept whatever becomes of the payment: a mandate that is for nothing is revoked.
  if (said.mandate) await setUp(shop, tx, row.id, said.mandate);
  if (said.currency !== 'INR') return only('other currency');
  const known = await tx.selectFrom('plan_payments').select('id').where('id', '=', said.payment_id).executeTakeFirst();
  if (known) return only('doubled');
  const comesBack = whyWhole(row, said);
  if (!comesBack) return activate(shop, tx, row, said, mail);
  const given = await giveBack(shop, tx, row, said, comesBack, mail);
  return comesBack === 'amount' ? { ...given, outcome: 'other amount' } : given;
}

async function keepPayment({ clock }: Shop, tx: MoneyDb, row: OrderRow, { payment_id, amount_paise }: Paid): Promise<void> {
  await tx
    .insertInto('plan_payments')
    .values({ id: payment_id, order_id: row.id, user_id: row.user_id, amount_paise, refunded_paise: 0, received_at: clock() })
    .execute();
}

async function activate(shop: Shop, tx: MoneyDb, row: OrderRow, said: Paid, mail: string): Promise<Followed> {
  const { platform, identity, clock } = shop;
  const now = clock();
  const { user_id, plan, days, credits } = row;
  const price_paise = row.taxable_paise + row.gst_paise;
  const held = await heldBy(shop, tx, user_id);
  // Of two accounts with one PAN that were both offered a plan within the limit, the second may find it used.
  await identity.pans.lock(tx, user_id);
  const { refused, starts_at, ends_at } = purchaseOf({ plan, days, price_paise }, held, now, await feesOfYear(shop, tx, user_id, now), {
    taxable: row.taxable_paise,
    gst: row.gst_paise,
  });
  const there = credits.filter(({ order_id }) => held.some((each) => each.order_id === order_id));
  // A plan of which nothing was left may have run out meanwhile: nothing was to be taken off for it.
  const stillThere = credits.every((credit) => totalOf(credit) === 0 || there.includes(credit));
  // What it was to be taken off is gone, a greater plan came meanwhile, or the law allows no more: nobody pays for nothing.
  if (!stillThere || refused === 'PLAN_HELD' || refused === 'FEE_CAP' || !isSold(plan)) return giveBack(shop, tx, row, said, 'late', mail);

  await keepPayment(shop, tx, row, said);
  const gate = await gateOf(shop, tx, user_id, { plan, starts_at });
  await tx
    .updateTable('plan_orders')
    .set({ state: 'paid', decided_at: now, starts_at, ends_at, ...gate })
    .where('id', '=', row.id)
    .execute();
  await identity.plans.give(tx, { id: row.id, user_id, plan_name: plan, kyc_gate: gate.kyc_paused_days !== null, starts_at, ends_at });
  const parties = await partiesOf(tx, row, shop.supplier);
  const number = await issue(
    tx,
    'invoice',
    row,
    { taxable: row.taxable_paise, gst: row.gst_paise, rate: row.gst_paise === 0 ? 0 : GST_RATE, sac: sacOf(plan) },
    parties,
    now,
  );
  const taken = credits.reduce((sum, { taxable, gst }) => ({ taxable: sum.taxable + taxable, gst: sum.gst + gst }), { taxable: 0, gst: 0 });
  for (const { order_id, taxable, gst } of there) {
    await tx.updateTable('plan_orders').set({ ended: 'upgraded' }).where('id', '=', order_id).execute();
    await identity.plans.end(tx, order_id, now);
    if (taxable + gst > 0) await creditNote(tx, order_id, { taxable, gst }, now);
  }
  await book(tx, `paid ${row.id}`, { provider: said.amount_paise, fees: taken.taxable - row.taxable_paise, gst: taken.gst - row.gst_paise }, now);
  await platform.audit.write(tx, { actor: user_id, action: 'plan.paid', object: row.id, result: 'done', partner_key: row.site });
  const text = `Your ${plan} plan for ${days} days is paid: ${inWords(said.amount_paise)}, invoice ${number}. My account shows it, and there you can cancel it at any time.`;
  await writeMail(shop, tx, mail, `Your ${plan} plan`, text);
  if (isCharge(row)) await tellRenewed(shop, tx, row, ends_at);
  await stopOthers(shop, tx, row);
  return only('activated');
}

/** Money that came for nothing: it is kept as it came and goes back whole. */
async function giveBack(shop: Shop, tx: MoneyDb, row: OrderRow, said: Paid, reason: ComesBack, mail: string): Promise<Followed> {
  await keepPayment(shop, tx, row, said);
  return { outcome: 'returned', refunds: [await refundWhole(shop, tx, row, said, reason, mail)] };
}

/** Asks the provider for a refund; asked twice, it is done once. */
export async function sendRefund(shop: Shop, id: string): Promise<void> {
  const { db, provider } = shop;
  const row = await db.selectFrom('plan_refunds').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.state !== 'asked' || !provider) return;
  const { order_id, amount_paise } = row;
  const now = await provider.refund({ refund_id: id, payment_id: row.payment_id, order_id, amount_paise });
  // For want of balance it is refused for a while; what is refused for days, as of a payment of long ago, is never paid back that way.
  const given = now === 'refused' && shop.clock().getTime() - row.asked_at.getTime() > REFUSED_MS ? 'failed' : now;
  if (given === 'refused') throw new Fail('PAY_AWAY');
  // Its event may have got lost.
  if (given === 'failed') await take(shop, { kind: 'refund.failed', id: `failed ${id}`, order_id, refund_id: id });
  if (given === 'done') await take(shop, { kind: 'refund.done', id: `asked ${id}`, order_id, refund_id: id, amount_paise });
}

/** Our texts promise a refund within 7 working days: by then our bank has to have paid it. */
const REFUSED_MS = 3 * 86_400_000;
const WAITED_MS = 2000;

/** Sends refunds at once, and not when their jobs come to it. Whoever waits for an answer waits this long for the provider at most. */
export async function sendSoon(shop: Shop, refunds: readonly string[]): Promise<void> {
  const send = async (): Promise<void> => {
    for (const id of refunds) await sendRefund(shop, id).catch((error) => shop.platform.log.warn({ err: error }, 'a refund waits for its job'));
  };
  const over = new AbortController();
  await Promise.race([send(), wait(WAITED_MS, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

const ASK_AGAIN_MS = 3_600_000;
/** Read at once. */
const MOST_AGAIN = 50;

/** Asks again for what its job gave up: a provider may be away for longer than that. */
export async function sendRefundsAgain(shop: Shop): Promise<void> {
  const before = new Date(shop.clock().getTime() - ASK_AGAIN_MS);
  await sweep(shop, {
    page: (after, most) =>
      shop.db
        .selectFrom('plan_refunds')
        .select('id')
        .where('state', '=', 'asked')
        .where('asked_at', '<', before)
        .where('id', '>', after)
        .orderBy('id')
        .limit(most)
        .execute(),
    key: ({ id }) => id,
    each: ({ id }) => sendRefund(shop, id),
    failed: 'a refund waits for the next hour',
    most: MOST_AGAIN,
  });
}

async function refunded(
  shop: Shop,
  tx: MoneyDb,
  { refund_id, amount_paise }: Extract<ProviderEvent, { kind: 'refund.done' }>,
  mail: string,
): Promise<Followed> {
  const { clock } = shop;
  const row = await tx.selectFrom('plan_refunds').selectAll().where('id', '=', refund_id).forUpdate().executeTakeFirst();
  if (!row) return only('unknown order');
  // What our own bank has paid was not to be paid by the provider too, of whatever amount: it stands among what does not agree.
  if (row.bank_reference !== '') return only('paid twice');
  if (row.amount_paise !== amount_paise) return only('other amount');
  if (row.state === 'done') return only('doubled');
  await tx.updateTable('plan_refunds').set({ state: 'done', done_at: clock() }).where('id', '=', refund_id).execute();
  await book(tx, `refund ${refund_id}`, { refunds_due: row.amount_paise, provider: -row.amount_paise }, clock());
  await writeMail(shop, tx, mail, 'Your refund is paid', `${inWords(amount_paise)} was paid back the way it came. My account shows it under Billing.`);
  return only('refunded');
}
