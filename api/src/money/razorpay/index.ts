export { hearRazorpay } from './hear-razorpay.ts';
export { createRazorpay } from './razorpay.ts';
