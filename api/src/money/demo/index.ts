export { seedDemoCoupon } from './coupons.ts';
export { createDemoBank } from './demo-bank.ts';
export { DEMO_SUPPLIER } from './supplier.ts';
