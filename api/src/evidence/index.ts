export { createEvidence } from './create-evidence.ts';
export { createProofs } from './proofs/create-proofs.ts';
