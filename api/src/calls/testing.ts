import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import type { AuthorEntry } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { PublishLimits } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { type Kysely, sql } from 'kysely';
import type { ExpertRecord, Identity, PersonalData, ReviewPart } from '../identity/index.ts';
import { withReviews } from '../identity/testing.ts';
import { createLedger, type Ledger, type LedgerTables } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import { type StagedMarket, stageMarket } from '../market/staged-market.testing.ts';
import { createNotices, type Notices } from '../notices/index.ts';
import { createPerformance, type Performance } from '../performance/index.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import type { Caller } from '../platform/platform.ts';
import { openPlatform, type TestDatabase, type TestPlatform, type TestSettings } from '../platform/testing.ts';
import type { EquityTables } from './equity/tables.ts';
import { type Calls, createCalls } from './index.ts';
import type { CallsTables } from './tables.ts';

/** Tables of everything a call passes through. */
type AllTables = LedgerTables & CallsTables & EquityTables;

/** What a test's request got back. */
export interface Answered {
  readonly http: number;
  readonly status: boolean;
  readonly code?: string;
  readonly validation: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  readonly data: any;
  readonly problems?: { path: string; message: string }[];
  readonly text: string;
}

export interface Stage {
  readonly calls: Calls;
  readonly market: Market;
  readonly db: Kysely<AllTables>;
  readonly identity: Identity;
  readonly ledger: Ledger;
  readonly performance: Performance;
  readonly platform: TestPlatform['platform'];
  /** Experts by id; a test may change their status. */
  readonly experts: Map<string, ExpertRecord>;
  /** Experts whose Publisher plan has ended; a test adds them. */
  readonly withoutPlan: Set<string>;
  /** The messages to followers, and their recipients, sorted: they are told in an order drawn for each. */
  readonly notices: { kind: string; user_ids: readonly string[]; text: string; path: string }[];
  /** What the calls keep of a person. */
  readonly personalData: PersonalData[];
  goTo(instant: string): Promise<void>;
  readonly take: StagedMarket['take'];
  /** Sends a request as a user (the id is the bearer) or a visitor (''), to the main host by default. */
  get(user: string, url: string, host?: string): Promise<Answered>;
  post(user: string, url: string, body: object, host?: string): Promise<Answered>;
  end(): Promise<void>;
}

/** A verified expert of a stage, `exp_01` by the number 1. */
export const stagedExpert = (number: number, change: Partial<ExpertRecord> = {}): ExpertRecord => ({
  user_id: `exp_${String(number).padStart(2, '0')}`,
  full_name: `Expert ${number}`,
  profession: 'Analyst',
  picture: '',
  city: 'Pune',
  style: 'Swing',
  skill_key: '',
  reg_no: `INH99990000${number}`,
  status: 'verified',
  verified: true,
  valid_to: '2030-12-31',
  ...change,
});

const entryOf = ({ full_name, profession, reg_no, valid_to, status }: ExpertRecord): AuthorEntry => ({
  name: full_name,
  category: profession,
  reg_no,
  valid_to,
  nism_valid_to: valid_to,
  standing: status === 'suspended' ? 'suspended' : status === 'verified' || status === 'expiring' || status === 'lapsed' ? 'registered' : 'review',
});

const user = (user_id: string, change: Partial<Caller> = {}): Caller => ({
  user_id,
  session_id: `s_${user_id}`,
  roles: ['Retail Investor'],
  profession: 'Retail Investor',
  is_admin: false,
  partner_key: '',
  plan: null,
  promotional: false,
  kyc_gate: null,
  chat: false,
  publisher: false,
  expert_status: '',
  ...change,
});

const INVESTORS = new Map(
  [
    user('usr_free'),
    user('usr_lite', { plan: 'Lite' }),
    user('usr_broker', { plan: 'Lite' }),
    user('usr_premium', { plan: 'Premium' }),
    user('usr_pro', { plan: 'Pro' }),
    // Bought it, and gave no PAN.
    user('usr_waits', { plan: 'Premium', kyc_gate: { open: null } }),
    user('usr_admin', { is_admin: true }),
    user('usr_admin2', { is_admin: true }),
    user('exp_noplan', { profession: 'Analyst', expert_status: 'verified' }),
  ].map((caller) => [caller.user_id, caller]),
);

/** Hosts of partners in tests: the tier matters here, and whether options are traded. */
const TENANTS: Readonly<Record<string, Environment>> = {
  'neem.localhost': { utm_source_str: 'neem', tier: 'brokerWithoutPlans' } as Environment,
  'ruby.localhost': { utm_source_str: 'ruby', tier: 'brokerWithoutPlans', optionsTrade: true } as Environment,
  'garnet.localhost': { utm_source_str: 'garnet', tier: 'brokerWithPlans' } as Environment,
};

export interface StageOptions {
  readonly database: TestDatabase;
  /** UTC instant at which market time stands. */
  readonly start: string;
  readonly settings?: Record<string, string>;
  /** Where the data lies, for who made and removes it. */
  readonly place?: DatabasePlace;
  readonly files?: readonly string[];
  /** Stages another market than the settings name. */
  readonly market?: (platform: TestPlatform['platform']) => Promise<StagedMarket>;
  readonly limits?: Partial<PublishLimits>;
  readonly seed?: boolean;
  /** Whether authors have signed records; a test of calls alone counts events without them. */
  readonly authorRecords?: boolean;
  /** Takes every line of the log; without it nothing is logged. */
  readonly log?: TestSettings['log'];
  /** The time of people, for their quiet hours; the real one by default. */
  readonly clock?: () => Date;
  /** Composes a feature that stands on calls, before the start. */
  readonly compose?: (
    platform: TestPlatform['platform'],
    parts: { market: StagedMarket['market']; identity: Identity; notices: Notices; calls: Calls; ledger: Ledger; performance: Performance },
  ) => void | Promise<void>;
  /** Experts known from the start; names are read every ten seconds, so one added later is known within that time. */
  readonly authors?: readonly ExpertRecord[];
  /** What people have and may by now, by their id; asked anew each time. */
  readonly changed?: (user_id: string) => Partial<Caller> | undefined;
}

/** Calls on a real database and a market whose clock the test moves. The bearer says who the user is. */
export async function openStage({
  database,
  start,
  settings,
  place,
  files,
  limits,
  seed = false,
  authorRecords = seed,
  log,
  authors,
  clock,
  changed,
  compose,
  market,
}: StageOptions): Promise<Stage> {
  const opened = await openPlatform({ database, ...(settings && { settings }), ...(place && { place }), ...(log && { log }) });
  const { platform } = opened;
  const experts = new Map(
    (authors ?? [stagedExpert(1), stagedExpert(2), stagedExpert(3, { status: 'suspended', verified: false })]).map((record) => [record.user_id, record]),
  );
  const withoutPlan = new Set<string>();
  const callerOf = (id: string): Caller | null => {
    const record = experts.get(id);
    if (record) return user(id, { profession: record.profession, roles: ['Analyst'], publisher: !withoutPlan.has(id), expert_status: record.status });
    const investor = INVESTORS.get(id);
    return investor ? { ...investor, ...changed?.(id) } : null;
  };
  const noPlans = async (): Promise<never> => {
    throw new Error('Nothing is bought on this stage');
  };
  platform.authenticator(async (token) => callerOf(token));
  platform.tenant((host) => TENANTS[host] ?? null);
  let reviews: ReviewPart = async () => new Map();
  const notices: Stage['notices'] = [];
  const personalData: PersonalData[] = [];
  const identity: Identity = {
    expert: async (id) =>
      (
        await withReviews(
          [experts.get(id)].flatMap((record) => record ?? []),
          reviews,
        )
      )[0] ?? null,
    experts: () => withReviews([...experts.values()], reviews),
    entries: async (_db, ids) =>
      new Map([...experts.values()].flatMap((record) => (!ids || ids.includes(record.user_id) ? [[record.user_id, entryOf(record)]] : []))),
    authenticate: async (token) => callerOf(token),
    asker: async (id) => {
      const caller = callerOf(id);
      return caller && { caller, partner: null };
    },
    askers: async (ids) => new Map(ids.flatMap((id) => (callerOf(id) ? [[id, { caller: callerOf(id), partner: null }] as const] : []))),
    mailOf: async () => '',
    isOpen: async () => true,
    contactsOf: async () => new Map(),
    lastSeen: async () => new Map(),
    // The followers of a seed are accounts that identity would have seeded.
    known: async (ids) => new Set(seed ? ids : ids.filter((id) => callerOf(id))),
    throughBroker: async (id) => id === 'usr_broker',
    wasHereBefore: async () => false,
    settled: async (_tx, ids) => new Set(ids),
    plans: { of: async () => [], give: noPlans, reward: noPlans, move: noPlans, end: noPlans, changed: () => undefined },
    pans: { isGiven: async () => true, isProven: async () => false, same: async (_tx, user_id) => [user_id], lock: async () => undefined },
    on: () => undefined,
    addActivity: () => undefined,
    knowReviews: (part) => {
      reviews = part;
    },
    setRiskCategory: async () => undefined,
    keeps: (data) => void personalData.push(data),
    evidence: () => personalData.flatMap(({ evidence }) => evidence ?? []),
    notify: async (_tx, kind, user_ids, { subject, text, path }) => {
      notices.push({ kind, user_ids: user_ids.toSorted(), text: `${subject}: ${text('Vimarsh')}`, path });
      return [];
    },
  };
  const staged = (await market?.(platform)) ?? (await stageMarket(platform, new Date(start), files));
  staged.serveSegments();
  const ledger = await createLedger(platform);
  const told = createNotices(platform, { identity, ...(clock && { clock }) });
  const calls = await createCalls(platform, {
    market: staged.market,
    identity,
    ledger,
    notices: told,
    seed,
    authorRecords,
    ...(limits && { limits }),
  });
  const performance = createPerformance(platform, { market: staged.market, calls, identity });
  await compose?.(platform, { market: staged.market, identity, notices: told, calls, ledger, performance });
  await platform.start();

  const send = async (method: 'GET' | 'POST', bearer: string, url: string, host: string, payload?: object): Promise<Answered> => {
    const headers = { host, ...(bearer && { authorization: `Bearer ${bearer}` }) };
    const answer = await platform.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { http: answer.statusCode, text: answer.body, ...(answer.json() as Omit<Answered, 'http' | 'text'>) };
  };
  return {
    calls,
    market: staged.market,
    db: platform.db,
    identity,
    ledger,
    performance,
    platform,
    experts,
    withoutPlan,
    notices,
    personalData,
    goTo: (instant) => staged.goTo(new Date(instant)),
    take: staged.take,
    get: (bearer, url, host = 'localhost') => send('GET', bearer, url, host),
    post: (bearer, url, body, host = 'localhost') => send('POST', bearer, url, host, body),
    end: opened.end,
  };
}

/** Backdates all calls by days, since callers who may not see them are told only of those open this morning. */
export async function dateBack({ db, calls }: Stage, days: number): Promise<void> {
  await db
    .updateTable('calls')
    .set({ published_at: sql`published_at - ${days} * interval '1 day'` })
    .execute();
  calls.listAnswers.forget();
}

/** A draft that is valid except for its prices. */
export function draftOf(change: Partial<CallDraft> & Pick<CallDraft, 'stock' | 'entry_low' | 'entry_high' | 'target' | 'stop_loss' | 'valid_till'>): CallDraft {
  return {
    exchange: 'NSE',
    call_type: 'Buy',
    term: 'shortTerm',
    entry_mode: 'market',
    rationale: {
      thesis:
        'The price has built a base above its rising 50-day average while its sector lagged, and each dip in the last three weeks was bought on higher volume.',
      trigger: 'A close above the upper edge of the base on rising volume came yesterday, the first in six weeks of trading in this stock.',
      risks: 'A weak day of the index overrides the chart, and a gap at the open can pass the stop-loss; the sector trades together.',
      kill_criteria: 'A daily close back below the base ends the idea, whatever the index does.',
      method: 'technical',
      sources: [],
      ai_used: 'none',
    },
    disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
    ...change,
  };
}

export { wholeOf } from './reading/paged-list.ts';
