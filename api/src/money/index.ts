export { createMoney } from './create-money.ts';
export { advertisedBy } from './for-features/advertised.ts';
export { boughtBy, type HasBought, worthOf } from './for-features/first-purchase.ts';
export { offersAt } from './shop.ts';
