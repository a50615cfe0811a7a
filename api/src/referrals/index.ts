export { createReferrals } from './create-referrals.ts';
