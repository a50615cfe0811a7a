export { brokerOf, tradingBroker } from './broker-list.ts';
export { createPartners } from './create-partners.ts';
export { demoAccessKey } from './demo.seed.ts';
export { demoAppKey, demoProofKey, signDemoProof } from './demo-app-key.ts';
export type { AccessKey, Partners } from './partners.ts';
