import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { expect, test } from 'vitest';
import { mailedOtp, otpSms } from './otp-text.ts';

const neem = { ...ENVIRONMENTS.find(({ utm_source_str }) => utm_source_str === 'neem')!, hostUrl: 'https://neem.example:8443' };

test('an SMS ends in the line that binds the OTP to its site; a mail has none', () => {
  expect(otpSms('482913', { partner: null, mainHost: 'vimarsh.example' })).toBe(
    '482913 is your OTP for Vimarsh. It is valid for 5 minutes. Never share it.\n\n@vimarsh.example #482913',
  );
  expect(otpSms('482913', { partner: neem, mainHost: 'vimarsh.example' })).toMatch(/^482913 is your OTP for Neem.*\n\n@neem\.example #482913$/s);
  expect(mailedOtp('482913', { partner: null, mainHost: 'vimarsh.example' })).not.toContain('@');
});
