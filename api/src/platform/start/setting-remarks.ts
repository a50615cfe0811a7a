import { isEmail } from '@vimarsh/shared/domain/people/validation.ts';
import type { Config } from '../../config.ts';

type Settings = Pick<Config, 'production' | 'demo' | 'DATABASE_URL' | 'TRUST_PROXY' | 'SMTP_URL' | 'SMS_URL' | 'ADMIN_EMAILS'>;

/** What a server works without and its operator may not have meant, one sentence each, for the log of its start. */
export function settingRemarks({ production, demo, DATABASE_URL, TRUST_PROXY, SMTP_URL, SMS_URL, ADMIN_EMAILS }: Settings): string[] {
  const refused = ADMIN_EMAILS.filter((email) => !isEmail(email));
  return [
    ...(production && !DATABASE_URL ? [EMBEDDED_IN_PRODUCTION] : []),
    ...(production && !TRUST_PROXY ? ['TRUST_PROXY is not set: all visitors who come by a proxy share one limit'] : []),
    ...(production && !demo && !SMTP_URL ? ['SMTP_URL is not set: no mail is sent, so nobody can sign up with an address'] : []),
    ...(production && !demo && !SMS_URL ? ['SMS_URL is not set: no SMS is sent, so nobody can sign in with a mobile number'] : []),
    ...(refused.length > 0
      ? [
          `ADMIN_EMAILS names ${refused.length === 1 ? 'an address' : `${refused.length} addresses`} that sign-up refuses: a domain ends in 2 to 4 letters there`,
        ]
      : []),
  ];
}

export const EMBEDDED_IN_PRODUCTION = 'DATABASE_URL is not set: all data lie in the embedded database in DATA_DIR, which only one node can use';
