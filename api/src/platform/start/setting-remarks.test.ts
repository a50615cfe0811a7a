import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { settingRemarks } from './setting-remarks.ts';

const WHOLE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/x',
  SECRET_KEY: 'one secret of thirty-two characters',
  TRUST_PROXY: '10.0.0.0/8',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'no-reply@vimarsh.example',
  SMS_URL: 'https://api.sms.example',
  SMS_FROM: 'VIMRSH',
  ADMIN_EMAILS: 'admin@vimarsh.example.com',
};
const remarksWith = (change: Record<string, string>): string[] => settingRemarks(readConfig({ ...WHOLE, ...change }));

test('a start in production says of each setting that is missing what does not work without it', () => {
  expect(remarksWith({})).toEqual([]);
  for (const name of ['DATABASE_URL', 'TRUST_PROXY', 'SMTP_URL', 'SMS_URL'])
    expect(remarksWith({ [name]: '' })).toEqual([expect.stringMatching(new RegExp(`^${name} is not set: `))]);
});

test('a start names admins whom sign-up refuses, without their addresses', () => {
  expect(remarksWith({ ADMIN_EMAILS: 'admin@vimarsh.example' })).toEqual([expect.stringMatching(/^ADMIN_EMAILS names an address that sign-up refuses/)]);
});

test('a demo on one machine needs none of them', () => expect(settingRemarks(readConfig({}))).toEqual([]));
