export type { HeldNotice, NoticeText } from './consents/notify.ts';
export { createIdentity } from './create-identity.ts';
export type { PersonRegistered } from './events.ts';
export { expertNames, GONE } from './expert-names.ts';
export type { Evidence, EvidenceFile, ExpertActivity, ExpertRecord, GivenPlan, Identity, PersonalData, ReviewPart } from './identity.ts';
export { isPublicExpert, mayPublish } from './public-expert.ts';
export { kycSealing } from './secrets.ts';
export { readDevice } from './sessions/device-cookie.ts';
