import type { ProductLine } from '@vimarsh/shared/domain/money/purchase.ts';

/** What the shop knows of a campaign's coupon and of who looks at it. */
export interface Advertised {
  isPaying(user_id: string): Promise<boolean>;
  /** Whether a coupon is one of this site for all of this time. */
  couponLasts(code: string, where: { site: string; from: Date; to: Date }): Promise<boolean>;
  /** Whether somebody can use it there now, for a plan of those that are offered to them. */
  couponCounts(code: string, who: { user_id: string; site: string; line: ProductLine }): Promise<boolean>;
}
