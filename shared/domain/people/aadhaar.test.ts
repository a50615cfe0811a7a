import { expect, test } from 'vitest';
import { holdsAadhaar } from './aadhaar.ts';

// Test numbers of the authority.
test.each(['999941057058', 'my number: 9999-4105-7058.', '234123412346'])('%s is one', (text) => expect(holdsAadhaar(text)).toBe(true));

test.each(['919876543210', '999941057059', '9999410570580', '1234 5678 9012', 'ABCDE1234F', ''])('%s is none', (text) =>
  expect(holdsAadhaar(text)).toBe(false),
);
