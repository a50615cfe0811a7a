import { type Coupon, listCoupons, setCoupon, withdrawCoupon } from '@vimarsh/shared/contract/plans/coupons.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import type { Partners } from '../../partners/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { doneBy } from '../../platform/access/audit.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../../platform/platform.ts';
import { allCoupons, endCoupon, makeCoupon } from './coupons.ts';

interface Deps {
  readonly partners: Pick<Partners, 'byKey'>;
  readonly clock: () => Date;
}

const LONGEST_MS = 366 * 24 * 3_600_000;

/** Admins make coupons as data and take them back; each time is noted in the audit log. */
export function serveCoupons(platform: Platform, { partners, clock }: Deps): void {
  platform.on(setCoupon, async ({ body }, ctx) => {
    mayMake(ctx);
    const now = clock();
    if (body.site !== '' && !partners.byKey(body.site)) refuseField('site', 'There is no such site.');
    refuseWrong(body, now);
    await platform.transaction(async (tx) => {
      if (!(await makeCoupon(tx, body, ctx.caller!.user_id, now))) throw new Fail('COUPON_EXISTS');
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'coupon.set', object: body.code, after: JSON.stringify(body) });
    });
    return {};
  });

  platform.on(withdrawCoupon, async ({ body: { code } }, ctx) => {
    mayMake(ctx);
    await platform.transaction(async (tx) => {
      if (!(await endCoupon(tx, code, clock()))) throw new Fail('NOT_FOUND');
      await platform.audit.write(tx, { ...doneBy(ctx), action: 'coupon.withdraw', object: code });
    });
    return {};
  });

  platform.on(listCoupons, async (_input, ctx) => {
    mayMake(ctx);
    return (await allCoupons(platform.db)).map(({ code, site, percent, plan, starts_at, ends_at, most_uses, approval, uses, set_at, withdrawn_at }) => ({
      ...{ code, site, percent, plan, most_uses, approval, uses: uses ?? 0 },
      ...{ starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), set_at: set_at.toISOString() },
      withdrawn_at: withdrawn_at?.toISOString() ?? null,
    }));
  });
}

function mayMake(ctx: Ctx): void {
  if (!may(callerOf(ctx), 'coupon.set')) throw new Fail('FORBIDDEN');
}

function refuseWrong({ approval, starts_at, ends_at }: Coupon, now: Date): void {
  if (approval.trim() === '') refuseField('approval', 'Give the reference of its approval as an advertisement.');
  const [from, to] = [new Date(starts_at), new Date(ends_at)];
  if (to <= now || to <= from || to.getTime() - from.getTime() > LONGEST_MS)
    refuseField('ends_at', 'It ends after its start, in the future, and within a year.');
}
