export { createRiskProfile } from './create-risk-profile.ts';
