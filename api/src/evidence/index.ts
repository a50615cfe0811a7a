export { createEvidence } from './create-evidence.ts';
