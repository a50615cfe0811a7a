export type { AccessKey } from './access-key.ts';
export { createPartners } from './create-partners.ts';
export { authOptionOf, entrancesOf } from './entrances.ts';
export { type AccessKeyRow, KeyRefusal, listLiveKeys, makeLiveKey, revokeLiveKey, rotateLiveKey } from './live-keys.ts';
export type { PartnersDb } from './partner.store.ts';
export type { Partners } from './partners.ts';
export { createTestKeys, testKeyFault } from './test-keys.ts';
