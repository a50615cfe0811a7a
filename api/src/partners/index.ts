export { createPartners } from './create-partners.ts';
export { authOptionOf, entrancesOf } from './entrances.ts';
export type { AccessKey, Partners } from './partners.ts';
export { createTestKeys, testKeyFault } from './test-keys.ts';
