export { createMoney } from './create-money.ts';
export { advertisedBy } from './for-features/advertised.ts';
export { boughtBy, type HasBought, worthOf } from './for-features/first-purchase.ts';
export { BANK_ACCOUNTS_SEAL } from './refunds/bank-accounts.ts';
export { offersAt } from './shop.ts';
