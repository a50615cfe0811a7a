import { expect, test } from 'vitest';
import { whyRefusedBy } from './find-postgres.ts';

const URL = 'postgres://me:secret-word@db.example/x';
const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

test.each([
  ['TLS switched off', failure('The server does not support SSL connections'), 'The PostgreSQL at db.example:5432 speaks no TLS: take sslmode'],
  ['TLS that is demanded', failure('no pg_hba.conf entry for host "10.0.0.1", user "me", database "x", no encryption', '28000'), 'lets nobody in without TLS'],
  [
    'a user who has no entry at all',
    failure('no pg_hba.conf entry for host "10.0.0.1", user "me", database "x", SSL encryption', '28000'),
    'does not let me in',
  ],
  ['an issuer that is not known', failure('self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN'), 'sslrootcert'],
  ['an issuer that is not sent', failure('unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'is not trusted here'],
  ['a certificate of another host', failure('Hostname/IP does not match', 'ERR_TLS_CERT_ALTNAME_INVALID'), 'is not trusted here'],
  ['a certificate that is over', failure('certificate has expired', 'CERT_HAS_EXPIRED'), 'is not trusted here'],
])('%s is said in a sentence with the setting', (_what, error, words) => {
  const why = whyRefusedBy(URL, error);
  expect(why).toContain(words);
  expect(why).toContain('DATABASE_URL');
  expect(why).not.toContain('secret-word');
});

test('one that still starts is waited for', () => expect(whyRefusedBy(URL, failure('the database system is starting up', '57P03'))).toBeNull());
