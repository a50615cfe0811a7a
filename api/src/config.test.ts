import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BadSetting, readConfig, readServerConfig } from './config.ts';

describe('settings', () => {
  test('all are optional', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 4000,
      PARTNER_PORT: 4001,
      DATA_DIR: '.data',
      demo: true,
      production: false,
      SEED: 20_261_120,
      MARKET_FEED: 'simulated',
      MARKET_SPEED: 1,
      LOG_LEVEL: 'info',
      ADMIN_EMAILS: [],
      PUBLIC_HOST: 'localhost',
    });
  });

  test.each([
    [{ NODE_ENV: 'production' }, { production: true, demo: false }],
    [
      { NODE_ENV: 'production', DEMO: 'on' },
      { production: true, demo: true },
    ],
    [{ DEMO: 'off' }, { demo: false }],
    // Bringing people earns days in the demo, and elsewhere only where it is asked for.
    [{}, { referrals: true }],
    [{ NODE_ENV: 'production' }, { referrals: false }],
    [{ DEMO: 'off' }, { referrals: false }],
    [{ REFERRALS: 'off' }, { referrals: false }],
    [{ NODE_ENV: 'production', REFERRALS: 'on' }, { referrals: true }],
    // Who stops a demo waits for nothing; behind a balancer it takes a while until nobody is sent here any more.
    [{}, { drainMs: 0 }],
    [{ NODE_ENV: 'production' }, { drainMs: 15_000 }],
    [{ NODE_ENV: 'production', DRAIN_SECONDS: '0' }, { drainMs: 0 }],
    [{ DRAIN_SECONDS: '20' }, { drainMs: 20_000 }],
    [{ PORT: '' }, { PORT: 4000 }],
    [{ PORT: '0' }, { PORT: 0 }],
    [{ MARKET_SPEED: '60' }, { MARKET_SPEED: 60 }],
    // The demo on made-up prices is always open, unless its clock is set, asked to be real, or counted by several nodes.
    [{}, { demoTime: true, realTime: false }],
    [{ NODE_ENV: 'production', DEMO: 'on', MARKET_FEED: 'simulated' }, { demoTime: true }],
    [{ NODE_ENV: 'production' }, { demoTime: false }],
    [{ DEMO: 'off' }, { demoTime: false }],
    [{ MARKET_FEED: 'files' }, { demoTime: false }],
    [{ MARKET_TIME: 'demo' }, { demoTime: true }],
    [{ MARKET_TIME: 'real' }, { demoTime: false, realTime: true }],
    [{ MARKET_NOW: '2026-11-20T04:00:00Z' }, { demoTime: false, realTime: false }],
    [{ REDIS_URL: 'redis://127.0.0.1' }, { demoTime: false }],
    [{ MARKET_NOW: '2026-11-20T04:00:00Z' }, { MARKET_NOW: '2026-11-20T04:00:00Z' }],
    [{ ADMIN_EMAILS: ' Asha@vimarsh.example, ,ops@vimarsh.example' }, { ADMIN_EMAILS: ['asha@vimarsh.example', 'ops@vimarsh.example'] }],
    [{ PERF_POLICY: 'off' }, { PERF_POLICY: 'off' }],
    [{ UNRELATED: 'x' }, { PORT: 4000 }],
  ])('%o is read', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PARTNER_PORT', '4001.5'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['DATABASE_URL', 'nonsense-secret'],
    ['REDIS_URL', 'http://redis'],
    ['NODE_ENV', 'staging'],
    ['DEMO', 'yes'],
    ['SEED', 'abc'],
    ['MARKET_FEED', 'live'],
    ['PERF_POLICY', 'all'],
    ['MARKET_NOW', '2026-11-20 10:00'],
    ['MARKET_NOW', '2026-13-45T99:00:00Z'],
    ['MARKET_TIME', 'wall'],
    ['MARKET_SPEED', '0'],
    ['MARKET_SPEED', '61'],
    ['REPLAY_FROM', '2026-3-2'],
    ['REPLAY_FROM', '2026-99-99'],
    ['LOG_LEVEL', 'loud'],
    ['SECRET_KEY', 'too-short-secret'],
    ['ADMIN_EMAILS', 'asha@vimarsh.example,nobody'],
    ['PUBLIC_HOST', 'https://vimarsh.example'],
    ['TRUST_PROXY', 'my proxy'],
    ['RATE_LIMIT', 'many'],
    ['METRICS_TOKEN', 'too-short'],
    ['METRICS_TOKEN', 'two words that are long enough'],
    ['DRAIN_SECONDS', '61'],
    ['DRAIN_SECONDS', 'soon'],
    ['BROKERS', 'no json at all'],
    ['BROKERS', '{"11":{"protocol":"kite","api_key":"hidden-key"}}'],
    ['BROKERS', '{"11":{"protocol":"another"}}'],
    ['RAZORPAY_KEY_ID', 'key_without_prefix'],
    ['RAZORPAY_KEY_ID', 'rzp_test_alone'],
    ['RAZORPAY_KEY_SECRET', 'two words-of-it'],
    ['RAZORPAY_WEBHOOK_SECRET', 'secret-alone'],
    ['SUPPLIER', '{"name":"Rao Research","address":"5 Road, Mumbai 400051","gstin":"27AAACV0000V1Z5"}'],
    ['SUPPLIER', 'no json at all'],
  ])('%s=%s is refused in one sentence that names it and hides the value', (name, value) => {
    const refused = (() => {
      try {
        return readConfig({ [name]: value });
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(BadSetting);
    const { message } = refused as BadSetting;
    expect(message).toContain(name);
    expect(message.match(/[.!?](\s|$)/g)).toHaveLength(1);
    if (value.length > 6) expect(message).not.toContain(value);
  });

  test.each([
    [{ DEMO: 'off' }, 'SUPPLIER'],
    [{ DEMO: 'off', SUPPLIER: '{"name":"Rao Research","address":"5 Road, Mumbai 400051","gstin":"27AAACV0000V1Z6"}' }, null],
    [{}, null],
    [{ RAZORPAY_WEBHOOK_SECRET: '' }, 'RAZORPAY_WEBHOOK_SECRET'],
    [{ RAZORPAY_KEY_ID: 'rzp_live_abcdef' }, 'rzp_test_'],
  ])('the keys of a payment provider with %o', (more, refused) => {
    const env = { RAZORPAY_KEY_ID: 'rzp_test_abcdef', RAZORPAY_KEY_SECRET: 'secret-of-api', RAZORPAY_WEBHOOK_SECRET: 'secret-of-webhook', ...more };
    if (refused) expect(() => readConfig(env)).toThrow(refused);
    else expect(readConfig(env)).toMatchObject({ RAZORPAY_KEY_ID: 'rzp_test_abcdef' });
  });

  test('several nodes in production must share a secret', () => {
    expect(() => readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/x' })).toThrow('SECRET_KEY');
  });

  test.each([{ DEMO: 'off' }, { MARKET_FEED: 'replay' }, { MARKET_FEED: 'files' }])('figures as in the demo are refused with %o', (env) => {
    expect(() => readConfig({ ...env, PERF_POLICY: 'demo' })).toThrow('PERF_POLICY');
  });

  const PRODUCTION = {
    NODE_ENV: 'production',
    PUBLIC_HOST: 'vimarsh.example',
    DATABASE_URL: 'postgres://db/x',
    SECRET_KEY: 'one secret of thirty-two characters',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'no-reply@vimarsh.example',
  };
  test.each([
    ['no host name', { ...PRODUCTION, MARKET_FEED: 'replay', PUBLIC_HOST: '' }, /^PUBLIC_HOST must be set in production[^.]*\.$/],
    ['neither mail nor SMS', { ...PRODUCTION, MARKET_FEED: 'replay', SMTP_URL: '' }, /^SMTP_URL or SMS_URL must be set in production[^.]*\.$/],
    ['a replay from a day to come', { ...PRODUCTION, MARKET_FEED: 'replay', REPLAY_FROM: '2099-01-01' }, /^REPLAY_FROM must not be [^.]*\.$/],
    [
      'a public host, and nothing that says whether it is a demo',
      { PUBLIC_HOST: 'vimarsh.example' },
      /^NODE_ENV must be set to production, or DEMO to on[^.]*\.$/,
    ],
  ])('a start with %s is refused in one sentence that names the setting', (_what, env, sentence) => {
    expect(() => readServerConfig(env)).toThrow(BadSetting);
    expect(() => readServerConfig(env)).toThrow(sentence);
  });

  test.each([
    ['no feed', PRODUCTION, 'MARKET_FEED must be set in production'],
    ['an empty one', { ...PRODUCTION, MARKET_FEED: '' }, 'MARKET_FEED must be set in production'],
    ['no feed in a demo', { ...PRODUCTION, DEMO: 'on' }, 'MARKET_FEED must be set in production'],
    ['prices that are made up', { ...PRODUCTION, MARKET_FEED: 'simulated' }, 'unless DEMO is on'],
    ['made-up prices and no demo', { ...PRODUCTION, MARKET_FEED: 'simulated', DEMO: 'off' }, 'unless DEMO is on'],
  ])('a server in production with %s is refused in one sentence that says what to do', (_what, env, sentence) => {
    const start = () => readServerConfig(env);
    expect(start).toThrow(BadSetting);
    expect(start).toThrow(sentence);
    expect(start).toThrow(/^MARKET_FEED must [^.]*\.$/);
    // Commands beside the server (backups, imports, checks) take no prices.
    expect(readConfig(env).production).toBe(true);
  });

  test.each([
    { ...PRODUCTION, MARKET_FEED: 'replay' },
    { ...PRODUCTION, MARKET_FEED: 'files' },
    { ...PRODUCTION, MARKET_FEED: 'replay', DEMO: 'on' },
    { ...PRODUCTION, MARKET_FEED: 'simulated', DEMO: 'on' },
    { ...PRODUCTION, MARKET_FEED: 'simulated', DEMO: 'on', SMTP_URL: '' },
    { ...PRODUCTION, MARKET_FEED: 'replay', SMTP_URL: '', SMS_URL: 'https://api.sms.example', SMS_FROM: 'VIMRSH' },
    { PUBLIC_HOST: 'vimarsh.localhost' },
    { PUBLIC_HOST: 'demo.vimarsh.example', DEMO: 'on' },
    {},
    { DEMO: 'off' },
  ])('a server starts with %o', (env) => {
    expect(readServerConfig(env)).toEqual(readConfig(env));
  });

  test.each([
    [{}, 'MARKET_FEED must be set in production'],
    [{ MARKET_FEED: 'simulated' }, 'MARKET_FEED must not be simulated in production'],
  ])('a production start with %o ends with that sentence and code 1', async (more, sentence) => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      SECRET_KEY: 'one secret of thirty-two characters',
      ...more,
    };
    const run = await new Promise<{ code: unknown; stderr: string }>((done) => {
      execFile(process.execPath, [main], { env }, (error, _stdout, stderr) => done({ code: error?.code, stderr }));
    });
    expect(run).toEqual({ code: 1, stderr: expect.stringMatching(new RegExp(`^${sentence}[^.]*\\.\n$`)) });
  });

  test('a bad setting ends the process with that sentence and code 1', async () => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const run = await new Promise<{ code: unknown; stderr: string }>((done) => {
      execFile(process.execPath, [main], { env: { PATH: process.env.PATH, PORT: 'eighty' } }, (error, _stdout, stderr) => done({ code: error?.code, stderr }));
    });
    expect(run).toEqual({ code: 1, stderr: 'PORT must be a whole number.\n' });
  });
});
