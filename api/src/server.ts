import type { Logger } from 'pino';
import { createAlerts } from './alerts/index.ts';
import { createBookings } from './bookings/index.ts';
import { createBrokers } from './brokers/index.ts';
import { createBuzz } from './buzz/index.ts';
import { createCalls } from './calls/index.ts';
import { createCampaigns } from './campaigns/index.ts';
import { createChat } from './chat/index.ts';
import { type Communications, createCommunications } from './communications/index.ts';
import { BadSetting, type Config } from './config.ts';
import { createEvidence, createProofs } from './evidence/index.ts';
import { createIdentity } from './identity/index.ts';
import { createInsights } from './insights/index.ts';
import { createLedger, type Ledger } from './ledger/index.ts';
import { createMarket, drawPrices, openCalendar } from './market/index.ts';
import { advertisedBy, boughtBy, createMoney, offersAt, worthOf } from './money/index.ts';
import { createNotices } from './notices/index.ts';
import { createPartners } from './partners/index.ts';
import { createPerformance } from './performance/index.ts';
import { databasePlace } from './platform/database/database.ts';
import { underLimits } from './platform/database/time-limits.ts';
import { type CreateOptions, createPlatform, type PlatformProcess } from './platform/platform.create.ts';
import { claimDatabase } from './platform/start/database-purpose.ts';
import { EMBEDDED_IN_PRODUCTION } from './platform/start/setting-remarks.ts';
import { takeStartTurn } from './platform/start/start-turn.ts';
import { createPortal } from './portal/index.ts';
import { createPush } from './push/index.ts';
import { createReferrals } from './referrals/index.ts';
import { createRiskProfile } from './risk-profile/index.ts';
import { createSupport } from './support/index.ts';
import { createTexts, readLibrary } from './texts/index.ts';
import { createTrading } from './trading/index.ts';
import { createWatchlists } from './watchlists/index.ts';

/** The whole server. Not listening yet: `start`, then `listen`. */
export const createServer = async (config: Config, log: Logger, options?: CreateOptions): Promise<PlatformProcess> =>
  (await composeServer(config, log, options, { starts: true })).platform;

export interface Composed {
  readonly platform: PlatformProcess;
  readonly ledger: Ledger;
  readonly communications: Communications;
  /** Lets other nodes start, for who won't. */
  endTurn(): Promise<void>;
}

/**
 * The whole server, composed in the way the data flows: who a host belongs to, who calls, what prices do, which calls
 * they close, what is read from that, the page; and its record, for who checks it.
 */
export const composeServer = (config: Config, log: Logger, options?: CreateOptions, begin: Begin = { starts: false }): Promise<Composed> =>
  underLimits('start', () => compose(config, log, options, begin));

interface Begin {
  /** Whether it will serve, by its own settings. A check of the record serves nobody and may run with others. */
  readonly starts: boolean;
}

async function compose(config: Config, log: Logger, options: CreateOptions | undefined, { starts }: Begin): Promise<Composed> {
  // Both while the database opens.
  const library = readLibrary(config);
  library.catch(() => undefined);
  const prices = drawPrices(config);
  prices.catch(() => undefined);
  const platform = await createPlatform(config, log, options);
  const place = options?.place ?? databasePlace(config);
  let endTurn = async (): Promise<void> => {};
  try {
    // Features look for what is there and write what is missing: two nodes at once would both find nothing.
    endTurn = await takeStartTurn(place, log);
    if (starts) await claimDatabase(platform.db, place, config);
    if (config.production && !config.DATABASE_URL) platform.remark(() => [EMBEDDED_IN_PRODUCTION]);
    // Before anything asks whether a day is traded.
    const calendar = await openCalendar(platform);
    // The record is checked while the features before the calls ask for what they need.
    const opened = createLedger(platform);
    opened.catch(() => undefined);
    const partners = await createPartners(platform);
    const push = await createPush(platform);
    const brokers = await createBrokers(platform, { partners });
    // One waits for the database, the other for files.
    const [identity, texts] = await Promise.all([createIdentity(platform, { partners, push, brokers }), createTexts(platform, { library })]);
    createRiskProfile(platform, { identity });
    createSupport(platform, { identity });
    const notices = createNotices(platform, { identity });
    const shop = await createMoney(platform, { identity, partners, tellPerson: notices.tellPerson });
    createCampaigns(platform, { identity, partners, money: advertisedBy(shop) });
    createReferrals(platform, { identity, partners, money: { boughtBy, worthOf }, tellPerson: notices.tellPerson });
    createBookings(platform, { identity, tellPerson: notices.tellPerson });
    const ledger = await opened;
    const { signed, judged } = await ledger.reached();
    const market = await createMarket(platform, prices, later(signed, judged), calendar);
    if (starts && !config.demo) refuseEarlierClock(market.now(), signed);
    if (starts && config.demo && config.realTime) refuseTimeBehind(market.now(), signed);
    const calls = await createCalls(platform, { market, identity, ledger, notices });
    const trading = createTrading(platform, { market, identity, calls, brokers, tellPerson: notices.tellPerson });
    createChat(platform, { identity, notices, calls, market });
    createBuzz(platform, { identity, calls, market });
    const alerts = createAlerts(platform, { market, identity, calls, notices });
    const performance = createPerformance(platform, { market, calls, identity });
    const insights = await createInsights(platform, { market, calls, performance, partners });
    createWatchlists(platform, { market, identity, insights, alerts });
    createEvidence(platform, { identity, ledger });
    const communications = createCommunications(platform, { identity, ledger });
    createProofs(platform, { calls, identity, ledger, market, performance });
    await createPortal(platform, { partners, calls, market, insights, trading, texts, offers: () => offersAt(shop, '') });
    if (config.demo) (await import('./demo/index.ts')).createDemo(platform, { partners, market });
    platform.onReady(endTurn);
    return { platform, ledger, communications, endTurn };
  } catch (error) {
    await endTurn();
    await platform.close();
    throw error;
  }
}

const later = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

/** Nobody could tell afterwards what was known when, where events are signed with earlier times than those before them. A demo may play a day again. */
function refuseEarlierClock(now: Date, signed: Date | null): void {
  if (!signed || now >= signed) return;
  throw new BadSetting(
    `MARKET_NOW must not start the market’s clock at ${now.toISOString()}, because this database’s record is signed up to ${signed.toISOString()}: take it out, or set it to that time or a later one.`,
  );
}

/** A demo that ran on its own time is ahead of the real one, and its record must not be dated twice. */
function refuseTimeBehind(now: Date, signed: Date | null): void {
  if (!signed || now >= signed) return;
  throw new BadSetting(
    `MARKET_TIME must not be real yet, because this demo’s record is signed up to ${signed.toISOString()}, ahead of the real time: take it out, or begin with another DATA_DIR.`,
  );
}
