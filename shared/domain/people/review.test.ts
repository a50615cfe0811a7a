import { expect, test } from 'vitest';
import { proofOfName } from './review.ts';

test.each([
  ['Verified', 'Verified', 'Verified', 'sebi_certificate'],
  ['Pending', 'Verified', 'Verified', 'pan_card'],
  ['Rejected', '', 'Verified', 'aadhar_card'],
  ['Pending', 'Pending', '', null],
  ['', '', '', null],
] as const)('certificate %j, PAN card %j, Aadhaar %j: a new name needs %s', (sebi, pan, aadhar, type) => {
  const statuses = { sebi_certificate_status: sebi, pan_card_status: pan, aadhar_card_status: aadhar, nism_certificate_status: '' as const };
  expect(proofOfName(statuses)).toBe(type);
});
