import {
  cancelPlan,
  hearProvider,
  orderPlan,
  readInvoice,
  readOffers,
  readOrder,
  readPlanAccount,
  readPlanQuotes,
  saveBilling,
  stopRenewal,
} from '@vimarsh/shared/contract/plans/routes.ts';
import { PAY_METHODS } from '@vimarsh/shared/contract/plans/types.ts';
import { lineFor, mayBuy } from '@vimarsh/shared/domain/access/buying.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { FEE_CAP_PAISE, isPaidBy, lineOf } from '@vimarsh/shared/domain/money/purchase.ts';
import type { Identity } from '../identity/index.ts';
import type { TellPerson } from '../notices/index.ts';
import type { Partners } from '../partners/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { sealingFor } from '../platform/access/sealing.ts';
import { readSecret } from '../platform/access/server-secret.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import { accountOf } from './account.ts';
import { invoiceFile } from './billing/invoice-file.ts';
import { billedAs, keepBilling, placeOf } from './billing/parties.ts';
import { serveBooks } from './books.routes.ts';
import { unbalanced } from './books.ts';
import { cancel, endAll, settlePlans } from './cancelling.ts';
import { couponFor, endDemoCoupons, quoteLess } from './coupons/coupons.ts';
import { serveCoupons } from './coupons/serve-coupons.ts';
import { createSeller, type Testing } from './create-seller.ts';
import { moneyEvidence } from './for-features/evidence.ts';
import { followPan, movePausedPlans } from './kyc/gate.ts';
import { serveMonth } from './month.ts';
import { expireOrders, isPanFirst, lookAt, lookBriefly, openOrder, order } from './ordering.ts';
import { hear, sendRefund, sendRefundsAgain } from './provider-events.ts';
import { REFUND_JOB } from './refunds/asking.ts';
import { BANK_ACCOUNTS_SEAL, eraseBankAccount, forgetBankAccounts, serveBankAccounts, shownAccount } from './refunds/bank-accounts.ts';
import { serveFailedRefunds } from './refunds/failed-refunds.ts';
import { tellEnds } from './renewal/ending.ts';
import { REVOKE_JOB, renewsBy, sendRevocation, sendRevocationsAgain, stopAsAsked } from './renewal/mandates.ts';
import { mandateConsentsOf } from './renewal/renewals.ts';
import { renewDue } from './renewal/renewing.ts';
import { forgetEvents } from './retention.ts';
import { serveShares } from './shares/serve-shares.ts';
import { writeStatements } from './shares/write-statements.ts';
import { buyerOf, feesToldTo, hasDemoBank, inPaise, offersAt, offersOf, type Shop, shownOrder } from './shop.ts';
import { isCharge, type MoneyDb, moneyOf } from './tables.ts';

interface Deps {
  readonly partners: Pick<Partners, 'byKey'>;
  readonly identity: Pick<Identity, 'plans' | 'pans' | 'mailOf' | 'asker' | 'isOpen' | 'keeps' | 'on'>;
  /** Without it people read of their renewals by mail and in their account. */
  readonly tellPerson?: TellPerson;
  readonly clock?: () => Date;
  readonly testing?: Testing;
}

/** Plans that people buy, every rupee of it, and how they get it back. Returns the shop, for who drives it without HTTP. */
export async function createMoney(
  platform: Platform,
  { identity, partners, tellPerson = async () => {}, clock = () => new Date(), testing }: Deps,
): Promise<Shop> {
  const db = moneyOf(platform.db);
  if (hasDemoBank(platform.config)) await (await import('./demo/index.ts')).seedDemoCoupon(db);
  else await endDemoCoupons(db, clock());
  const seller = await createSeller(platform, { partners, clock, testing, tell: (...told) => hear(shop, ...told) });
  const shop: Shop = {
    ...{ platform, db, identity, tellPerson, clock, sealing: sealingFor(readSecret(platform.config), BANK_ACCOUNTS_SEAL) },
    ...{ provider: seller?.provider ?? null, supplier: seller?.supplier ?? null },
    get exports() {
      return platform.config.EXPORT_OF_SERVICES ?? null;
    },
  };
  const siteOf = ({ partner }: Pick<Ctx, 'partner'>): string => partner?.utm_source_str ?? '';

  identity.keeps({
    name: 'plan_purchases',
    of: async (user_id) => {
      const { billing, invoices, refunds } = await accountOf(shop, user_id);
      const kept = { billed_as: await billedAs(db, user_id), renewals: await mandateConsentsOf(db, user_id), bank_account: await shownAccount(db, user_id) };
      return { billing, invoices, refunds, ...kept };
    },
    settle: (tx, user_id, mail) => settlePlans(shop, tx, user_id, mail),
    async erase(tx: MoneyDb, user_id) {
      await endAll(shop, tx, user_id);
      await eraseBankAccount(tx, user_id);
    },
    evidence: moneyEvidence(shop),
  });

  identity.on('pan.changed', (tx, { user_id }) => followPan(shop, tx, user_id));

  platform.on(readOffers, async (_input, ctx) => {
    const caller = callerOf(ctx);
    if (!may(caller, 'money.see-plans')) throw new Fail('NO_PLANS');
    return offersAt(shop, siteOf(ctx), lineFor(caller));
  });

  platform.on(
    readPlanQuotes,
    async ({ query }, ctx) => {
      const caller = callerOf(ctx);
      if (!may(caller, 'money.see-plans')) throw new Fail('NO_PLANS');
      const line = lineFor(caller);
      const { user_id } = ctx.caller!;
      const open = await openOrder(shop, user_id);
      // One whose time is over ends here, and gives its coupon free.
      const seen = open && (await lookBriefly(shop, open));
      const coupon = await couponFor(db, query.coupon, { user_id, site: siteOf(ctx), now: clock() });
      const quotes = [];
      const buyer = await buyerOf(shop, db, user_id);
      for (const offer of await offersOf(db, siteOf(ctx), line)) {
        const { starts_at, ends_at, pay_paise, discount_paise, refused, ...fee } = quoteLess(buyer, offer, coupon?.row ?? null);
        quotes.push({
          ...{ ...offer, ...inPaise(fee), discount_paise, credit_paise: offer.price_paise - discount_paise - pay_paise, pay_paise },
          renews_by: renewsBy(shop, offer),
          ...{ refused: refused ?? ('' as const), starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
        });
      }
      return {
        quotes,
        coupon: coupon?.given ?? null,
        place: await placeOf(db, user_id),
        abroad: shop.exports,
        can_buy: seller !== null && mayBuy(caller, line),
        pan_missing: line === 'investors' && !(await identity.pans.isGiven(db, user_id)),
        pan_first: line === 'investors' && (await isPanFirst(shop, user_id)),
        methods: (seller?.provider.methods ?? PAY_METHODS).filter((method) => isPaidBy(line, method)),
        // What a mandate pays waits for nobody.
        open: seen?.state === 'open' && !isCharge(seen) ? shownOrder(seen, clock()) : null,
        ...(await feesToldTo(shop, db, user_id, clock())),
        fee_cap_paise: FEE_CAP_PAISE,
      };
    },
    // Nobody tries codes by the thousand.
    { limit: { max: 240, perSeconds: 3600 } },
  );

  platform.on(
    orderPlan,
    async ({ body }, ctx) => {
      if (!mayBuy(callerOf(ctx), lineOf(body.plan))) throw new Fail('FORBIDDEN');
      return shownOrder(await order(shop, ctx.caller!.user_id, siteOf(ctx), body), clock());
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );
  platform.on(readOrder, async ({ params: { id } }, { caller }) => shownOrder(await lookAt(shop, caller!.user_id, id), clock()));
  platform.on(hearProvider, async ({ body: { event, signature } }) => ({ outcome: await hear(shop, event, signature) }));
  platform.on(stopRenewal, async ({ body }, { caller }) => stopAsAsked(shop, caller!.user_id, body.order_id), { limit: { max: 30, perSeconds: 3600 } });
  platform.on(readPlanAccount, async (_input, { caller }) => accountOf(shop, caller!.user_id));
  platform.on(cancelPlan, async ({ body }, { caller }) => cancel(shop, caller!.user_id, body), { limit: { max: 30, perSeconds: 3600 } });

  platform.on(
    saveBilling,
    async ({ body }, ctx) => {
      const caller = callerOf(ctx);
      if (!mayBuy(caller, lineFor(caller))) throw new Fail('FORBIDDEN');
      return keepBilling(shop, ctx.caller!.user_id, body);
    },
    { limit: { max: 60, perSeconds: 3600 } },
  );
  platform.on(readInvoice, async ({ query: { number } }, { caller }) => invoiceFile(db, caller!.user_id, number), { limit: { max: 120, perSeconds: 3600 } });

  serveCoupons(platform, { partners, clock });

  serveMonth(platform);
  serveBooks(platform);

  serveFailedRefunds(shop);

  serveBankAccounts(shop);

  serveShares(platform, { partners, clock });

  workOn(shop);
  return shop;
}

/** What is queued, and what goes by the clock (IST). */
function workOn(shop: Shop): void {
  const { platform, db } = shop;
  platform.jobs.work<{ order_id: string }>(REVOKE_JOB, ({ order_id }) => sendRevocation(shop, order_id));
  platform.jobs.schedule('money.revoke-again', '25 * * * *', () => sendRevocationsAgain(shop));
  platform.jobs.schedule('money.renew', '*/10 * * * *', () => renewDue(shop));
  platform.jobs.schedule('money.plan-ends', '15 * * * *', () => tellEnds(shop));
  platform.jobs.work<{ id: string }>(REFUND_JOB, ({ id }) => sendRefund(shop, id));
  platform.jobs.schedule('money.refund-again', '35 * * * *', () => sendRefundsAgain(shop));
  platform.jobs.schedule('money.expire', '*/5 * * * *', () => expireOrders(shop));
  platform.jobs.schedule('money.kyc-pause', '31 * * * *', () => movePausedPlans(shop));
  platform.jobs.schedule('money.forget', '20 2 * * *', async () => {
    await forgetEvents(shop);
    await forgetBankAccounts(db);
  });
  // Each night: on the first for the month before, and on others for what an outage left out.
  platform.jobs.schedule('money.shares', '40 0 * * *', async () => void (await writeStatements(shop)));
  platform.jobs.schedule('money.balance', '50 1 * * *', async () => {
    for (const wrong of await unbalanced(db)) platform.log.error({ wrong }, 'the books do not agree');
  });
}
