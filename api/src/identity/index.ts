export type { NoticeText } from './consents/notify.ts';
export { createIdentity } from './create-identity.ts';
export type { ExpertActivity, ExpertRecord, Identity, PersonalData } from './identity.ts';
