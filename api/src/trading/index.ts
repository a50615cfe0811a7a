export { createTrading } from './create-trading.ts';
