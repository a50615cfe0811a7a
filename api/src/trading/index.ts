export { createTrading, type Trading } from './create-trading.ts';
