export { brokerOf, entrancesOf, tradingBroker } from './broker-list.ts';
export { createPartners } from './create-partners.ts';
export type { AccessKey, Partners } from './partners.ts';
