export { createIdentity } from './create-identity.ts';
export { DEMO_PASSWORD, demoSignIns } from './demo.people.ts';
export type { ExpertActivity, ExpertRecord, Identity, PersonalData } from './identity.ts';
