export { createMoney } from './create-money.ts';
export { offersAt } from './shop.ts';
