/* What comes after the choice of a plan, in one file: who only compares plans does not load it. */
export { Checkout } from './checkout.tsx';
export { OrderStatus } from './order-status.tsx';
