import * as z from 'zod/mini';
import { route } from '../route.ts';
import { code, site, text } from '../text.ts';
import { soldPlan } from './types.ts';

const instant = z.iso.datetime('Give a UTC time such as 2026-12-01T00:00:00Z').check(z.maxLength(40));

/** As it is stored; how somebody types it does not matter. */
export const COUPON_CODE = /^[A-Z0-9]{4,20}$/;
const couponCode = code(40).check(z.regex(COUPON_CODE, 'A code has 4 to 20 capital letters and digits'));

/** A code that takes something off a plan’s price, of one site, for some time and so many purchases; one for each person. */
export const coupon = z.object({
  code: couponCode,
  site,
  percent: z.number().check(z.int(), z.minimum(1), z.maximum(90)),
  /** '' is every plan of investors; that of experts is taken off only by a coupon that names it. */
  plan: z.union([z.literal(''), soldPlan]),
  starts_at: instant,
  ends_at: instant,
  most_uses: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
  /** The reference of its approval as an advertisement. */
  approval: text(60),
});
export type Coupon = z.output<typeof coupon>;

/** COUPON_EXISTS; BAD_REQUEST names `site`, `approval` or `ends_at` where they don’t hold. */
export const setCoupon = route({
  method: 'POST',
  path: '/admin/v1/coupons',
  summary: 'Make a coupon. What a code says never changes: COUPON_EXISTS for one that was made before.',
  access: 'admin',
  body: coupon,
  data: z.object({}),
});

/** NOT_FOUND for one that there is not, or not any more. */
export const withdrawCoupon = route({
  method: 'POST',
  path: '/admin/v1/coupons/withdraw',
  summary: 'From now on nobody orders by it; orders that were made keep their price.',
  access: 'admin',
  body: z.object({ code: couponCode }),
  data: z.object({}),
});

export const listCoupons = route({
  method: 'GET',
  path: '/admin/v1/coupons',
  summary: 'Coupons of all sites and how often each is used by open and paid orders, newest first, at most 200.',
  access: 'admin',
  data: z.array(z.extend(coupon, { uses: z.number(), set_at: z.string(), withdrawn_at: z.nullable(z.string()) })),
});
