import { defaultPolicy, type PerfPolicy } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import * as z from 'zod/mini';
import { brokerSettings } from './broker-settings.ts';
import { witnessSettings } from './ledger/witnesses/witness-settings.ts';
import { filePlace } from './market/files/watch/file-place.ts';
import { kiteProblem, kiteSettings } from './market/live/kite/kite-settings.ts';
import { upstoxProblem, upstoxSettings } from './market/live/upstox/upstox-settings.ts';
import { supplierSetting } from './money/billing/supplier-setting.ts';
import { razorpayProblem, razorpaySettings } from './money/razorpay/razorpay-settings.ts';
import { areProxies } from './platform/http/address.ts';
import { type Rest, url } from './platform/settings/address.ts';
import { givenWord, secret } from './platform/settings/secret.ts';
import { fcmSettings } from './push/fcm-settings.ts';
import { orderWaySettings, orderWaysProblem } from './trading/ways/way-settings.ts';

const onOff = (name: string) => z.enum(['on', 'off'], `${name} must be on or off`);
const wholeNumber = (name: string, min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/, `${name} must be a whole number`)),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.minimum(min, `${name} must be ${min} or more`), z.maximum(max, `${name} must be ${max} or less`)),
    ),
  );
const isOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value && !new URL(value).hostname.endsWith('.');

const ONE_NAME: Rest = { allowed: /^(\/[^/?]*)?(\?.*)?$/, words: 'must have one name behind its host and port, that of the database' };
const NUMBER_OF_DATABASE: Rest = { allowed: /^(\/\d{0,5})?$/, words: 'must end with its port, or with / and the number of a database' };
const NO_PATH: Rest = { allowed: /^\/?(\?.*)?$/, words: 'must have no path behind its host and port' };
const NO_QUERY: Rest = { allowed: /^[^?]*$/, words: 'must end with its host, port or path' };
/** From the year in which the exchange opened to the last that the calendar is meant for. */
const IST_DAY = /^(199[4-9]|20\d\d)-\d\d-\d\d$/;
const UTC_TIME = /^(199[4-9]|20\d\d)-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;
/** Whether a time is in the calendar: JavaScript reads the 30th of February as the 2nd of March. */
const isInCalendar = (time: string): boolean => {
  const read = new Date(time);
  return !Number.isNaN(read.getTime()) && time.startsWith(read.toISOString().slice(0, time.length > 10 ? 16 : 10));
};
/** Encrypted and checked, as the driver treats these three modes as well, with ten lines of warning about a version to come. */
const LIKE_VERIFY_FULL = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;
const checkedTls = (postgres: string): string => (/[?&]uselibpqcompat=/.test(postgres) ? postgres : postgres.replace(LIKE_VERIFY_FULL, '$1verify-full'));

/** `vimarsh.example`, `a-b.in`. */
const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
/** A URL keeps it as it is written: `1.2` would become 1.0.0.2. */
const isHost = (value: string): boolean => URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value;

/** Values separated by commas; none when the setting is not there. */
const listOf = (item: z.core.$ZodType<string, string>) =>
  z._default(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((value: string) =>
          value
            .split(',')
            .map((each) => each.trim())
            .filter(Boolean),
        ),
        z.array(item),
      ),
    ),
    [],
  );

/** Balancers look every few seconds whether a server is ready; live lines are given away over this time. */
const PRODUCTION_DRAIN_SECONDS = 15;

/** Facts about each source of prices that the start needs before it opens one. */
interface FeedKind {
  /** Its prices are made up. */
  readonly invented: boolean;
  /** Its days are imported files. */
  readonly files: boolean;
  /** Its clock plays days gone by. */
  readonly again: boolean;
  /** Its prices are a broker's, as they come. */
  readonly live: boolean;
}

/** Every value of MARKET_FEED. */
export const FEEDS = {
  simulated: { invented: true, files: false, again: false, live: false },
  files: { invented: false, files: true, again: false, live: false },
  replay: { invented: false, files: true, again: true, live: false },
  kite: { invented: false, files: false, again: false, live: true },
  upstox: { invented: false, files: false, again: false, live: true },
} as const satisfies Record<string, FeedKind>;

/** Every setting of the server: name, form and default. All are optional. */
const environment = z.object({
  PORT: z._default(wholeNumber('PORT', 0, 65_535), 4000),
  PARTNER_PORT: z._default(wholeNumber('PARTNER_PORT', 0, 65_535), 4001),
  DATA_DIR: z._default(z.string().check(z.refine((value) => value === value.trim(), 'DATA_DIR must not begin or end with a blank or a line end')), '.data'),
  DATABASE_URL: z.optional(z.pipe(url('DATABASE_URL', ['postgres:', 'postgresql:'], ONE_NAME), z.transform(checkedTls))),
  REDIS_URL: z.optional(url('REDIS_URL', ['redis:', 'rediss:'], NUMBER_OF_DATABASE)),
  NODE_ENV: z._default(z.enum(['development', 'test', 'production'], 'NODE_ENV must be development, test or production'), 'development'),
  DEMO: z.optional(onOff('DEMO')),
  SEED: z._default(wholeNumber('SEED', 0, 4_294_967_295), 20_261_120),
  MARKET_FEED: z._default(
    z.enum(['simulated', 'files', 'replay', 'kite', 'upstox'], 'MARKET_FEED must be simulated, files, replay, kite or upstox'),
    'simulated',
  ),
  PERF_POLICY: z.optional(z.enum(['demo', 'parrva', 'client_request', 'off'], 'PERF_POLICY must be demo, parrva, client_request or off')),
  MARKET_NOW: z.optional(
    z.string().check(z.refine((value) => UTC_TIME.test(value) && isInCalendar(value), 'MARKET_NOW must be a UTC time such as 2026-11-20T04:00:00Z')),
  ),
  MARKET_TIME: z.optional(z.enum(['demo', 'real'], 'MARKET_TIME must be demo or real')),
  MARKET_SPEED: z._default(wholeNumber('MARKET_SPEED', 1, 60), 1),
  FILES_FROM: listOf(filePlace),
  REPLAY_FROM: z.optional(z.string().check(z.refine((value) => IST_DAY.test(value) && isInCalendar(value), 'REPLAY_FROM must be a day such as 2026-03-02'))),
  LOG_LEVEL: z._default(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent'),
    'info',
  ),
  SECRET_KEY: z.optional(secret(32, 'SECRET_KEY')),
  VAULT_ADDR: z.optional(url('VAULT_ADDR', ['https:', 'http:'], NO_QUERY)),
  VAULT_TOKEN: z.optional(z.string().check(z.regex(/^[!-~]+$/, 'VAULT_TOKEN must be one word'))),
  VAULT_KEY: z.optional(z.string().check(z.regex(/^\w[\w-]*(\/\w[\w-]*)*$/, 'VAULT_KEY must be the name of a transit key, or <mount>/<name>'))),
  ADMIN_EMAILS: listOf(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((email: string) => email.toLowerCase()),
      ),
      z.string().check(z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'ADMIN_EMAILS must be e-mail addresses separated by commas')),
    ),
  ),
  SMTP_URL: z.optional(url('SMTP_URL', ['smtp:', 'smtps:'], NO_PATH)),
  MAIL_FROM: z.optional(z.string().check(z.regex(/^[^\r\n]*[^@\s<]+@[^@\s>]+\.[^@\s>]+>?$/, 'MAIL_FROM must be an e-mail address, with or without a name'))),
  SMS_URL: z.optional(url('SMS_URL', ['https:', 'http:'])),
  SMS_FROM: z.optional(z.string().check(z.regex(/^\+?[A-Za-z0-9]{3,20}$/, 'SMS_FROM must be a number or a sender name'))),
  WHATSAPP_FROM: z.optional(z.string().check(z.regex(/^\+\d{6,15}$/, 'WHATSAPP_FROM must be a number with its country code'))),
  PUSH: z._default(onOff('PUSH'), 'on'),
  PUSH_SERVICES: listOf(z.string().check(z.refine(isOrigin, 'PUSH_SERVICES must be origins such as https://push.example.com, separated by commas'))),
  FCM: z.optional(fcmSettings),
  WITNESSES: z._default(witnessSettings, []),
  OTS_CALENDARS: listOf(z.string().check(z.refine(isOrigin, 'OTS_CALENDARS must be origins such as https://calendar.example, separated by commas'))),
  PUBLIC_HOST: z._default(
    z.string().check(z.refine((value) => HOST_NAME.test(value) && isHost(value), 'PUBLIC_HOST must be a host name without scheme and port')),
    'localhost',
  ),
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(value) && URL.canParse(value),
          'SECURITY_CONTACT must begin with mailto: or https://, as mailto:security@example.com',
        ),
      ),
  ),
  DRAIN_SECONDS: z.optional(wholeNumber('DRAIN_SECONDS', 0, 60)),
  METRICS_TOKEN: z.optional(secret(24, 'METRICS_TOKEN').check(z.regex(/^[!-~]{24,200}$/, 'METRICS_TOKEN must be one word of 24 to 200 characters'))),
  TRUST_PROXY: z._default(z.string().check(z.refine(areProxies, 'TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, separated by commas')), ''),
  GOOGLE_CLIENT_ID: z.optional(givenWord(300, 'GOOGLE_CLIENT_ID')),
  GOOGLE_CLIENT_SECRET: z.optional(givenWord(300, 'GOOGLE_CLIENT_SECRET')),
  ...kiteSettings,
  ...upstoxSettings,
  BROKERS: z._default(brokerSettings, {}),
  ORDER_WAYS: z._default(orderWaySettings, {}),
  REFERRALS: z.optional(onOff('REFERRALS')),
  ...razorpaySettings,
  SUPPLIER: z.optional(supplierSetting),
  EXPORT_OF_SERVICES: z.optional(z.enum(['igst', 'lut'], 'EXPORT_OF_SERVICES must be igst or lut')),
  RATE_LIMIT: z._default(wholeNumber('RATE_LIMIT', 0, 10_000_000), 3000),
});

type Environment = z.output<typeof environment>;

/** The settings a process runs with. */
export interface Config extends Omit<Environment, 'DEMO' | 'REFERRALS' | 'DRAIN_SECONDS' | 'MARKET_TIME'> {
  /** Demo data, outbox page and demo routes. On by default, off in production unless asked for. */
  readonly demo: boolean;
  /** Whether the market's clock is the demo's own, which is always in a session: MARKET_TIME, or in the demo on simulated prices. */
  readonly demoTime: boolean;
  /** Whether the market's clock was asked to be the wall clock. */
  readonly realTime: boolean;
  /** Who brings somebody gets days on a plan, and so do they: REFERRALS, or only in the demo. */
  readonly referrals: boolean;
  /** What may be said of past performance: PERF_POLICY, or what the prices allow. */
  readonly policy: PerfPolicy;
  readonly production: boolean;
  /** How long a server that ends still serves while `/readyz` says 503, so that balancers send nobody any more, ms: DRAIN_SECONDS, or fifteen seconds in production. */
  readonly drainMs: number;
}

/** A setting that can't be used; the message is one sentence that names it and never repeats its value. */
export class BadSetting extends Error {}

const whichOf = (message: string): string => (/^(must|can’t) /.test(message) ? `, which ${message}` : '');
/** Inside FCM, BROKERS and ORDER_WAYS an issue names the key, never what was written there. */
const sentenceOf = ({ path, message }: z.core.$ZodIssue): string =>
  path[0] === 'FCM'
    ? `FCM must be JSON with the keys that api/src/push/fcm-settings.ts names${path.length > 1 ? `; ${path.slice(1).join('.')} is not valid` : ''}${whichOf(message)}`
    : (path[0] === 'BROKERS' || path[0] === 'ORDER_WAYS') && path.length > 1
      ? `${path[0]} is not valid at ${path.slice(1).join('.')}${whichOf(message)}`
      : message;

/** `localhost`, `vimarsh.localhost`: names that lead to one's own machine only. */
const OWN_MACHINE = /^(.+\.)?localhost$/;

/**
 * The settings of a server. In production it starts only on a feed that is named: prices that are made up are for demos, and nobody could
 * tell the record's results from real ones afterwards. Throws BadSetting.
 */
export function readServerConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = readConfig(env);
  if (config.REPLAY_FROM && config.REPLAY_FROM > istDay(new Date())) throw new BadSetting('REPLAY_FROM must not be a day that is still to come.');
  if (config.FILES_FROM.length > 0 && FEEDS[config.MARKET_FEED].invented)
    throw new BadSetting('FILES_FROM must not be set where MARKET_FEED is simulated, because real prices and made-up ones are kept apart.');
  if (!config.production) {
    if (!env.NODE_ENV && !env.DEMO && !OWN_MACHINE.test(config.PUBLIC_HOST))
      throw new BadSetting(
        'NODE_ENV must be set to production, or DEMO to on, where PUBLIC_HOST is not this machine, because the demo’s passwords are known to everybody.',
      );
    return config;
  }
  if (!env.MARKET_FEED)
    throw new BadSetting(
      'MARKET_FEED must be set in production, to kite or upstox for a broker’s prices, to files for those of imported exchange files, or in a demo (DEMO=on) to simulated.',
    );
  if (FEEDS[config.MARKET_FEED].invented && !config.demo)
    throw new BadSetting('MARKET_FEED must not be simulated in production unless DEMO is on, because its prices are made up; set it to kite, upstox or files.');
  if (!env.PUBLIC_HOST) throw new BadSetting('PUBLIC_HOST must be set in production, to the host name of the portal.');
  if (!config.demo && !config.SMTP_URL && !config.SMS_URL)
    throw new BadSetting('SMTP_URL or SMS_URL must be set in production, because people sign in with codes that are sent to them.');
  return config;
}

/** Why the market's clock can't be the demo's own; null where it can. */
function demoTimeProblem({ MARKET_FEED, MARKET_NOW, REDIS_URL }: Pick<Environment, 'MARKET_FEED' | 'MARKET_NOW' | 'REDIS_URL'>, demo: boolean): string | null {
  if (!demo || !FEEDS[MARKET_FEED].invented) return 'MARKET_TIME may be demo only in the demo on simulated prices.';
  if (MARKET_NOW) return 'MARKET_TIME must not be demo with MARKET_NOW, which sets the market’s clock itself.';
  if (REDIS_URL) return 'MARKET_TIME must not be demo with REDIS_URL, because each node would count market time by itself.';
  return null;
}

/** Reads the settings; empty variables count as absent. Throws BadSetting on the first that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = z.safeParse(environment, given);
  if (!read.success) throw new BadSetting(`${sentenceOf(read.error.issues[0]!)}.`);
  const { DEMO, REFERRALS, DRAIN_SECONDS, MARKET_TIME, ...settings } = read.data;
  const production = settings.NODE_ENV === 'production';
  if (production && !settings.SECRET_KEY && settings.DATABASE_URL)
    throw new BadSetting('SECRET_KEY must be set in production, or nodes would not trust each other’s tokens.');
  if (settings.VAULT_KEY && !(settings.VAULT_ADDR && settings.VAULT_TOKEN)) throw new BadSetting('VAULT_ADDR and VAULT_TOKEN must be set with VAULT_KEY.');
  if (production && settings.VAULT_KEY && !/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$))/.test(settings.VAULT_ADDR!))
    throw new BadSetting('VAULT_ADDR must begin with https:// in production, or be this machine’s own.');
  if (settings.SMTP_URL && !settings.MAIL_FROM) throw new BadSetting('MAIL_FROM must be set with SMTP_URL.');
  if (settings.SMS_URL && !settings.SMS_FROM && !settings.WHATSAPP_FROM) throw new BadSetting('SMS_FROM or WHATSAPP_FROM must be set with SMS_URL.');
  if (Boolean(settings.GOOGLE_CLIENT_ID) !== Boolean(settings.GOOGLE_CLIENT_SECRET))
    throw new BadSetting('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.');
  if (production && settings.PUSH_SERVICES.some((origin) => !origin.startsWith('https:')))
    throw new BadSetting('PUSH_SERVICES must begin with https:// in production.');
  const wrongFeed = kiteProblem(settings) ?? upstoxProblem(settings);
  if (wrongFeed) throw new BadSetting(wrongFeed);
  const demo = DEMO ? DEMO === 'on' : !production;
  const wrongKeys = razorpayProblem(settings, demo);
  if (wrongKeys) throw new BadSetting(wrongKeys);
  const wrongWay = orderWaysProblem(settings, { demo, production, invented: FEEDS[settings.MARKET_FEED].invented });
  if (wrongWay) throw new BadSetting(wrongWay);
  if (settings.PERF_POLICY === 'demo' && !(demo && FEEDS[settings.MARKET_FEED].invented))
    throw new BadSetting('PERF_POLICY may be demo only in the demo on simulated prices.');
  const notDemoTime = demoTimeProblem(settings, demo);
  if (MARKET_TIME === 'demo' && notDemoTime) throw new BadSetting(notDemoTime);
  const demoTime = MARKET_TIME ? MARKET_TIME === 'demo' : notDemoTime === null;
  const realTime = MARKET_TIME === 'real' && !settings.MARKET_NOW;
  const referrals = REFERRALS ? REFERRALS === 'on' : demo;
  const drainMs = 1000 * (DRAIN_SECONDS ?? (production ? PRODUCTION_DRAIN_SECONDS : 0));
  return {
    ...settings,
    production,
    demo,
    demoTime,
    realTime,
    referrals,
    drainMs,
    policy: settings.PERF_POLICY ?? defaultPolicy(demo, FEEDS[settings.MARKET_FEED].invented),
  };
}
