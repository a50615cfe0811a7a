import { defaultPolicy } from '@vimarsh/shared/domain/performance.ts';
import { PUBLISH_LIMITS, type PublishLimits } from '@vimarsh/shared/domain/publish-rules.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Platform } from '../platform/platform.ts';
import { Authoring } from './authoring.ts';
import { type CallRow, tablesOf } from './calls.tables.ts';
import type { Calls, ClosedCall } from './calls.ts';
import { CategorisedCalls } from './categorised/categorised.ts';
import { SavedViews } from './categorised/saved-views.store.ts';
import { seedDemo } from './demo/seed.ts';
import { Engine } from './engine.ts';
import { ExpertDirectory } from './expert-directory.ts';
import { Figures } from './figures.ts';
import { followsOf, unfollowAll } from './follows.store.ts';
import { callNotices } from './notices.ts';
import { Reading } from './reading.ts';
import { serveCalls } from './routes.ts';
import { openSigner } from './signing-key.ts';

export interface CallsParts {
  readonly market: Market;
  readonly identity: Identity;
  /** Other numbers for the publishing rules, e.g. shorter histories while files are few. */
  readonly limits?: Partial<PublishLimits>;
  /** Fill an empty record with the demo's history at start. Default: in the demo on simulated prices. */
  readonly seed?: boolean;
}

/** Publishing, the engine that closes calls by prices, the record, and everything read from it. Runs from ready to shutdown. */
export async function createCalls(platform: Platform, { market, identity, limits, seed }: CallsParts): Promise<Calls> {
  const { config, log } = platform;
  const db = tablesOf(platform.db);
  const signer = openSigner(config.DATA_DIR);
  const now = (): Date => market.now();
  const directory = new ExpertDirectory(identity);
  const figures = new Figures(db, now, defaultPolicy(config.demo, config.MARKET_FEED));
  const reading = new Reading({ db, directory, figures, now, demo: config.demo });
  const listeners: ((call: ClosedCall) => Promise<void> | void)[] = [];

  const changed = (rows: readonly CallRow[]): void => {
    if (rows.length === 0) return;
    platform.realtime.broadcast('call:changed', ({ caller, partner }) => {
      const sees = reading.sees({ caller, partner });
      return rows.filter(sees).map(({ id, status }) => ({ id, status }));
    });
  };
  const judged = (rows: readonly CallRow[]): void => {
    changed(rows);
    for (const row of rows) if (!row.is_open) for (const listener of listeners) void hear(listener, row);
  };
  const hear = async (listener: (call: ClosedCall) => Promise<void> | void, { id, status, stock, expert_id }: CallRow): Promise<void> => {
    try {
      await listener({ id, status, stock, expert_id });
    } catch (error) {
      log.error({ err: error, call: id }, 'A listener failed on a closed call');
    }
  };

  const tell = callNotices(platform, identity);
  const engine = new Engine({ platform, market, identity, signer, tell, onChanged: judged, onFollowed: changed });
  const authoring = new Authoring({
    platform,
    market,
    identity,
    signer,
    tell,
    limits: { ...PUBLISH_LIMITS, ...limits },
    judgeUntil: (until) => engine.advanceTo(until),
  });
  const categorised = new CategorisedCalls({ db, directory, figures, market, identity, demo: config.demo });
  const views = new SavedViews(platform);
  serveCalls(platform, { db, authoring, reading, figures, directory, signer, categorised, views, now });
  identity.keeps({ name: 'saved_views', of: (user_id) => views.of(user_id), erase: (tx, user_id) => views.erase(tx, user_id) });
  identity.keeps({ name: 'follows', of: (user_id) => followsOf(db, user_id), erase: (tx, user_id) => unfollowAll(tablesOf(tx), user_id) });

  identity.activityFrom(async (user_id) => {
    const row = await db
      .selectFrom('calls')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('published_at').as('last')])
      .where('expert_id', '=', user_id)
      .executeTakeFirstOrThrow();
    return { reco_count: Number(row.count), last_published_at: row.last?.toISOString() ?? null, rank: await figures.rank(user_id) };
  });

  platform.onReady(async () => {
    if (seed ?? (config.demo && config.MARKET_FEED === 'simulated')) await seedDemo({ platform, market, identity, signer, seed: config.SEED });
    await engine.start();
  });
  platform.onShutdown(() => engine.stop());

  return {
    publicView: (partner) => reading.publicView(partner),
    async openCallsOf(symbol, at) {
      let query = db.selectFrom('calls').select(['call_type', 'term', 'published_at', 'expert_id']).where('stock', '=', symbol);
      if (at) query = query.where('published_at', '<=', at).where((eb) => eb.or([eb('is_open', '=', eb.lit(true)), eb('ended_at', '>', at)]));
      else query = query.where((eb) => eb('is_open', '=', eb.lit(true)));
      const rows = await query.orderBy('published_at').orderBy('id').execute();
      const scores = await figures.scores();
      return rows.map(({ published_at, ...row }) => ({ ...row, published_at: published_at.toISOString(), score: scores.get(row.expert_id) ?? null }));
    },
    publicCallsOf: (symbol) => reading.publicCallsOf(symbol),
    onClosed: (listener) => void listeners.push(listener),
  };
}
