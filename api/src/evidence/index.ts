export { answerOf, streamed, streamedZip } from './answer.ts';
export { signedFiles } from './bundle.ts';
export { createEvidence } from './create-evidence.ts';
export { createProofs } from './proofs/create-proofs.ts';
export { wrapText } from './readme.ts';
export { zipOf } from './zip.ts';
