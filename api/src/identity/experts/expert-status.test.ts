import { isVerified } from '@vimarsh/shared/domain/access/verified.ts';
import { expect, test } from 'vitest';
import { expertStatus } from './expert-status.ts';

const registration = { status: 'verified' as const, valid_to: '2026-12-31', nism_expiry: '2027-06-30' };

test.each([
  ['verified', registration, '2026-11-30', 'verified', true],
  ['30 days before the end', registration, '2026-12-01', 'expiring', true],
  ['on the last day', registration, '2026-12-31', 'expiring', true],
  ['the day after', registration, '2027-01-01', 'lapsed', false],
  ['an earlier NISM end counts', { ...registration, nism_expiry: '2026-11-19' }, '2026-11-20', 'lapsed', false],
  ['suspended stays so', { ...registration, status: 'suspended' as const }, '2026-11-20', 'suspended', false],
  ['pending stays so', { ...registration, status: 'pending' as const }, '2027-11-20', 'pending', false],
])('%s', (_what, given, today, status, verified) => {
  expect(expertStatus(given, today)).toBe(status);
  expect(isVerified(expertStatus(given, today))).toBe(verified);
});
