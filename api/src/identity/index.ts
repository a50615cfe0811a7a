export { createIdentity } from './create-identity.ts';
export type { ExpertActivity, ExpertRecord, Identity, PersonalData } from './identity.ts';
