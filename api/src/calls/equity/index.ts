export { createEquity, type Equity } from './create-equity.ts';
