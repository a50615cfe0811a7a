import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nextOpen, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import fastify from 'fastify';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { createClient } from 'redis';
import { expect, test } from 'vitest';
import { BadSetting, type Config, readConfig } from './config.ts';
import { addressForDay, filePlaceOf } from './market/files/watch/file-place.ts';
import { addressFinder, protocolFinder, proxiesOf } from './platform/http/address.ts';
import { createLogger } from './platform/log/logging.ts';
import { carriersOf } from './platform/messages/outbox.carriers.ts';

/*
 * A setting that only looks right ends a start in the middle, after tables were made, with a sentence that names nothing. Here every setting
 * is changed a little, many times over: what the configuration takes must be taken by whoever reads it later.
 */

const private_key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

/** A value of every setting that works together with all others. */
const WORKING: Readonly<Record<string, string>> = {
  PORT: '4000',
  PARTNER_PORT: '4001',
  DATA_DIR: '/tmp/vimarsh',
  DATABASE_URL: 'postgres://user:p%40ss@db.example:5432/vimarsh?application_name=x',
  REDIS_URL: 'redis://user:p%40ss@redis.example:6379/1',
  NODE_ENV: 'development',
  DEMO: 'on',
  SEED: '20261120',
  MARKET_FEED: 'simulated',
  PERF_POLICY: 'demo',
  MARKET_NOW: '2026-11-20T04:00:00Z',
  MARKET_SPEED: '1',
  MARKET_TIME: 'real',
  FILES_FROM: 'https://files.example/{date}.csv',
  REPLAY_FROM: '2026-03-02',
  LOG_LEVEL: 'info',
  SECRET_KEY: 'one secret of thirty-two characters',
  VAULT_ADDR: 'https://vault.example:8200',
  VAULT_TOKEN: 'hvs.token',
  VAULT_KEY: 'transit/vimarsh',
  ADMIN_EMAILS: 'asha@vimarsh.example, ops@vimarsh.example',
  SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
  MAIL_FROM: 'Vimarsh <noreply@vimarsh.example>',
  SMS_URL: 'https://sid:p%40ss@api.sms.example/2010/Messages.json',
  SMS_FROM: 'VIMRSH',
  WHATSAPP_FROM: '+911234567890',
  PUSH: 'on',
  PUSH_SERVICES: 'https://push.example.com',
  FCM: JSON.stringify({ project_id: 'p', client_email: 'a@b.example', private_key, api_key: 'k', app_id: 'a', web_key: 'B'.repeat(87) }),
  WITNESSES: '',
  OTS_CALENDARS: 'https://calendar.example',
  PUBLIC_HOST: 'vimarsh.example',
  SECURITY_CONTACT: 'mailto:security@vimarsh.example',
  DRAIN_SECONDS: '15',
  METRICS_TOKEN: 'a-token-of-the-one-who-watches',
  TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32',
  GOOGLE_CLIENT_ID: 'id.apps.example',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-secret',
  BROKERS: '{"11":{"protocol":"handover","secret":"one secret of thirty-two characters","sign_in":"https://partner.example/in"}}',
  ORDER_WAYS: '{"45":{"adapter":"paper","way":"page"}}',
  REFERRALS: 'on',
  RAZORPAY_KEY_ID: 'rzp_test_abcdef',
  RAZORPAY_KEY_SECRET: 'secret-of-api',
  RAZORPAY_WEBHOOK_SECRET: 'secret-of-webhook',
  SUPPLIER: '{"name":"Rao Research","address":"5 Road, Mumbai 400051","gstin":"27AAACV0000V1Z6"}',
  EXPORT_OF_SERVICES: 'lut',
  RATE_LIMIT: '3000',
};

/** Reads a setting as the server does where it uses it; throws where it can't. A setting that is missing here is read by the configuration alone. */
const READERS: Readonly<Record<string, (config: Config) => void>> = {
  DATABASE_URL: ({ DATABASE_URL }) => void (DATABASE_URL && new pg.Client({ connectionString: DATABASE_URL })),
  REDIS_URL: ({ REDIS_URL }) => void (REDIS_URL && createClient({ url: REDIS_URL })),
  FILES_FROM: ({ FILES_FROM }) => {
    for (const place of FILES_FROM.map(filePlaceOf)) if (place.kind === 'address') addressForDay(place.pattern, '2026-12-04');
  },
  REPLAY_FROM: ({ REPLAY_FROM: from }) => {
    if (from && !sessionOf(from, false)) nextOpen(new Date(from)).toISOString();
  },
  MARKET_NOW: ({ MARKET_NOW }) => void (MARKET_NOW && nextOpen(new Date(MARKET_NOW)).toISOString()),
  LOG_LEVEL: ({ LOG_LEVEL }) => void createLogger(LOG_LEVEL),
  VAULT_ADDR: ({ VAULT_ADDR, VAULT_TOKEN = '' }) => {
    if (VAULT_ADDR) new Headers({ 'x-vault-token': VAULT_TOKEN });
  },
  SMTP_URL: ({ SMTP_URL }) => void (SMTP_URL && nodemailer.createTransport({ url: SMTP_URL })),
  SMS_URL: (config) => void carriersOf(config),
  PUBLIC_HOST: ({ PUBLIC_HOST }) => expect(new URL(`https://${PUBLIC_HOST}`).host).toBe(PUBLIC_HOST),
  TRUST_PROXY: ({ TRUST_PROXY }) => {
    addressFinder(TRUST_PROXY);
    protocolFinder(TRUST_PROXY);
    fastify({ trustProxy: proxiesOf(TRUST_PROXY) });
  },
  SECRET_KEY: ({ SECRET_KEY = '' }) => expect(SECRET_KEY).toBe(SECRET_KEY.trim()),
  METRICS_TOKEN: ({ METRICS_TOKEN = 'x' }) => void new Headers({ authorization: `Bearer ${METRICS_TOKEN}` }),
  BROKERS: ({ BROKERS }) => {
    for (const broker of Object.values(BROKERS)) if (broker.protocol === 'handover') new URL(broker.sign_in).searchParams.set('state', 'x');
  },
};

/** What readers stumble over, or drop without a word. */
const HOSTILE = [
  '%',
  '%zz',
  '%E0%A4',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\u00a0',
  '/',
  '//',
  '/33',
  ':',
  '::',
  '@',
  '#',
  '?',
  '.',
  '..',
  '-',
  ',',
  '0',
  '300',
  '٣',
  '🧿',
  '"',
];

const mutationOf = (value: string): fc.Arbitrary<string> =>
  fc
    .array(fc.record({ at: fc.nat(value.length), gone: fc.integer({ min: 0, max: 3 }), put: fc.constantFrom('', ...HOSTILE) }), { minLength: 1, maxLength: 2 })
    .map((changes) => changes.reduce((text, { at, gone, put }) => text.slice(0, at) + put + text.slice(at + gone), value));

/** Mistakes that somebody made. */
const MISTAKES: readonly [name: string, value: string][] = [
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.300'],
  ['TRUST_PROXY', ':::'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/255.0.255.0'],
  ['SMS_URL', 'https://sid:100%@api.sms.example'],
  ['SMS_URL', 'https://sid:token@api.sms.example\n'],
  ['SMTP_URL', 'smtp://me:p%zz@mail.example'],
  ['REDIS_URL', 'redis://:p%zz@redis.example'],
  ['SMTP_URL', 'smtp://मेल.example'],
  ['SMTP_URL', 'smtp://ops@vimarsh.example:p@ss#1@mail.example:587'],
  ['SMTP_URL', 'smtp://ops:p#ss@mail.example:587'],
  ['SMTP_URL', 'smtp://ops:p/ss@mail.example:587'],
  ['SMTP_URL', 'smtp://ops:1/ss@mail.example:587'],
  ['SMTP_URL', 'smtp://ops:1?ss@mail.example:587'],
  ['SMTP_URL', 'smtp://ops:p\\ss@mail.example:587'],
  ['SMTP_URL', 'smtp://ops:p@ss@mail.example:587'],
  ['SMTP_URL', '"smtp://ops:pass@mail.example:587"'],
  ['SMTP_URL', "'smtp://ops:pass@mail.example:587"],
  ['SMTP_URL', 'smtp://ops:pass@mail.example:70000'],
  ['SMTP_URL', 'smtp://ops:pass@mail.example:0'],
  ['SMTP_URL', 'smtp://ops:pass@mail.example:'],
  ['SMTP_URL', 'smtp://ops:pass@mail.example:587.'],
  ['SMTP_URL', 'smtp://ops:pass@mail.example.:587'],
  ['SMTP_URL', 'smtp://ops:pass@mail.example:587/inbox'],
  ['SMTP_URL', 'smtp://ops:pass@'],
  ['SMTP_URL', 'smtp:ops:pass@mail.example:587'],
  ['SMTP_URL', 'ops:pass@mail.example:587'],
  ['SMTP_URL', 'smtp://ops:pass@mail.example\u200b:587'],
  ['SMS_URL', 'https://sid:to#ken@api.sms.example/2010'],
  ['SMS_URL', 'https://sid:1/ken@api.sms.example/2010'],
  ['SMS_URL', 'https://sid:to@ken@api.sms.example/2010'],
  ['SMS_URL', 'https://sid:token@api.sms.example./2010'],
  ['DATABASE_URL', 'postgres://me:1#x@db.example/x'],
  ['DATABASE_URL', 'postgres://me:1/x@db.example/x'],
  ['DATABASE_URL', 'postgres://me:1?x@db.example/x'],
  ['DATABASE_URL', 'postgres://me:x@y@db.example/x'],
  ['DATABASE_URL', 'postgres://me:x@db.example:99999/x'],
  ['DATABASE_URL', 'postgres://me:x@db.example/x/y'],
  ['DATABASE_URL', '“postgres://me:x@db.example/x”'],
  ['REDIS_URL', 'redis://me:1#x@redis.example:6379'],
  ['REDIS_URL', 'redis://me:1/x@redis.example:6379'],
  ['REDIS_URL', 'redis://me:x@redis.example:6379?db=1'],
  ['REDIS_URL', 'redis.example:6379'],
  ['REDIS_URL', 'redis://'],
  ['VAULT_ADDR', 'https://me:1#x@vault.example'],
  ['VAULT_ADDR', 'https://vault.example:8200?x=1'],
  ['VAULT_ADDR', 'https://vault.example.'],
  ['PUSH_SERVICES', 'https://push.example.'],
  ['OTS_CALENDARS', 'https://me:x@calendar.example'],
  ['OTS_CALENDARS', '"https://calendar.example"'],
  ['BROKERS', WORKING.BROKERS!.replace('partner.example', 'me:p#x@partner.example')],
  ['BROKERS', WORKING.BROKERS!.replace('partner.example', 'partner.example:70000')],
  ['FCM', WORKING.FCM!.replace('{', '{"url":"https://me:1#x@fcm.example",')],
  ['REDIS_URL', 'redis://redis.example/first'],
  ['DATABASE_URL', 'postgres://me:p%zz@db.example/x'],
  ['DATABASE_URL', 'postgres://db.example/x%'],
  ['DATABASE_URL', ' postgres://db.example/x'],
  ['REPLAY_FROM', '2026-02-30'],
  ['REPLAY_FROM', '9999-12-31'],
  ['MARKET_NOW', '2026-02-30T04:00:00Z'],
  ['MARKET_NOW', '2026-11-20T24:00:00Z'],
  ['PUBLIC_HOST', '1.2'],
  ['PUBLIC_HOST', 'vimarsh..example'],
  ['DATA_DIR', '/tmp/vimarsh\n'],
  ['SECRET_KEY', ' '.repeat(40)],
  ['SECRET_KEY', '\n'.repeat(32)],
  ['SECRET_KEY', `${WORKING.SECRET_KEY}\n`],
  ['SECRET_KEY', ` ${WORKING.SECRET_KEY}`],
  ['SECRET_KEY', 'x'.repeat(40)],
  ['SECRET_KEY', 'abcabc'.repeat(8)],
  ['METRICS_TOKEN', '-'.repeat(24)],
  ['METRICS_TOKEN', `${WORKING.METRICS_TOKEN}\n`],
  ['RAZORPAY_KEY_SECRET', 'x'.repeat(20)],
  ['RAZORPAY_WEBHOOK_SECRET', `${WORKING.RAZORPAY_WEBHOOK_SECRET}\n`],
  ['GOOGLE_CLIENT_SECRET', `${WORKING.GOOGLE_CLIENT_SECRET}\n`],
  ['GOOGLE_CLIENT_ID', ''],
  ['BROKERS', WORKING.BROKERS!.replace('one secret of', '\\n')],
  ['BROKERS', WORKING.BROKERS!.replace(/one secret of [a-z-]+ characters/, '-'.repeat(40))],
];

function read(name: string, value: string): Config | BadSetting {
  try {
    return readConfig({ ...WORKING, [name]: value });
  } catch (error) {
    if (error instanceof BadSetting) return error;
    throw error;
  }
}

function expectSentence({ message }: BadSetting, name: string): void {
  expect(message).toContain(name);
  expect(message.match(/[.!?](\s[A-Z]|$)/g)).toHaveLength(1);
}

test('all settings are tried, and work together', () => {
  const files = ['config.ts', 'money/razorpay/razorpay-settings.ts'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));
  const names = files.flatMap((text) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:z\.|listOf\()/gm)].map(([, name]) => name!));
  expect(Object.keys(WORKING).toSorted()).toEqual(names.toSorted());
  const config = readConfig(WORKING);
  for (const reader of Object.values(READERS)) reader(config);
});

test.each(MISTAKES)('%s=%j is refused with its name', (name, value) => {
  const refused = read(name, value);
  if (!(refused instanceof BadSetting)) expect.fail('it was taken');
  for (const secret of ['p@ss', 'ss@mail', 'pass@', 'ken@', 'x@y']) expect(refused.message).not.toContain(secret);
  expectSentence(refused, name);
});

test.each(Object.keys(WORKING))('%s, changed anyhow, works or is refused with its name', (name) => {
  fc.assert(
    fc.property(mutationOf(WORKING[name]!), (value) => {
      const config = read(name, value);
      if (config instanceof BadSetting) expectSentence(config, name);
      else READERS[name]?.(config);
    }),
    { seed: 20_261_128, numRuns: 100 },
  );
});
