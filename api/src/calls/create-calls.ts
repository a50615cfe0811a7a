import type { PublishLimits } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import type { Identity } from '../identity/index.ts';
import type { Carried, Kind, Ledger } from '../ledger/index.ts';
import type { Market, OptionMarket } from '../market/index.ts';
import type { Notices } from '../notices/index.ts';
import type { Platform } from '../platform/platform.ts';
import { Authoring } from './authoring.ts';
import { authorKind } from './authors/author-kind.ts';
import { AuthorRecords } from './authors/author-records.ts';
import { hasOpenCall } from './call-authoring.ts';
import type { Calls, ClosedCall } from './calls.ts';
import { Corrections } from './corrections/corrections.ts';
import { serveCorrections } from './corrections/routes.ts';
import { Engine } from './engine/engine.ts';
import type { CallsOfKind, DealingSource, KindDependencies } from './kind.ts';
import * as creators from './kinds.ts';
import { RecordChanges } from './reading/changes/record-changes.ts';
import { LISTS, SharedAnswers } from './reading/changes/shared-answers.ts';
import { checkFollows } from './reading/check-follows.ts';
import { callEvidence } from './reading/evidence.ts';
import { ExpertDirectory } from './reading/expert-directory.ts';
import { Experts } from './reading/experts.ts';
import { followedBy, followerCounts, followsOf, unfollowAll } from './reading/follows.store.ts';
import { callNotices } from './reading/notices.ts';
import { PostMortemDesk } from './reading/post-mortems.ts';
import { readableEvents } from './reading/readable-events.ts';
import { receiptCopy } from './reading/receipt-copy.ts';
import { serveCalls } from './routes.ts';
import { callTables } from './tables.ts';

export interface CallsDependencies {
  readonly market: Market & { readonly options: OptionMarket };
  readonly identity: Identity;
  readonly ledger: Ledger;
  readonly notices: Notices;
  /** Other limits for the publishing rules, e.g. a shorter history while there are few files. */
  readonly limits?: Partial<PublishLimits>;
  /** Whether to fill an empty record with the demo's history at start. Default: in the demo on simulated prices. */
  readonly seed?: boolean;
  /** Whether authors have signed records of their own. Default: yes. */
  readonly authorRecords?: boolean;
}

/** Shares and indices with their options. */
type PricedMarket = CallsDependencies['market'];

type Listener = (call: ClosedCall) => Promise<void> | void;
type Kinds = { readonly [Name in keyof typeof creators]: ReturnType<(typeof creators)[Name]> };

/** Every kind of call as the prices of a market judge it, for who serves nobody. */
export const kindsOn = (market: PricedMarket): Kind[] => Object.values<{ kind: (market: PricedMarket) => Kind }>(creators).map(({ kind }) => kind(market));

/** Publishing, the engine that closes calls by prices, and all reading, for every kind of call. Runs from ready to shutdown. */
export async function createCalls(
  platform: Platform,
  { market, identity, ledger, notices, limits, seed, authorRecords = true }: CallsDependencies,
): Promise<Calls> {
  const { config } = platform;
  const now = (): Date => market.now();
  const { policy } = config;
  const directory = new ExpertDirectory(identity);
  const changes = new RecordChanges(ledger);
  const answers = new SharedAnswers(changes, () => now().getTime());
  const listAnswers = new SharedAnswers(changes, () => now().getTime(), LISTS);
  const experts = new Experts({ db: platform.db, ledger, kinds: () => kinds, directory, answers, now });
  const published: Parameters<Calls['onPublished']>[0][] = [];
  const { tell, readersOf } = callNotices({
    ...{ platform, identity, ledger, notices, kinds: () => kinds },
    onPublished: async (tx, call) => {
      for (const listener of published) await listener(tx, call);
    },
  });
  const authors = new AuthorRecords({ db: platform.db, transaction: platform.transaction, identity, ledger, now });
  const authoring = new Authoring({ platform, ledger, tell, now, judgeUntil: (until) => engine.advanceTo(until) });

  let dealtOn: DealingSource = async () => null;
  const parts: KindDependencies = {
    platform,
    market,
    identity,
    ledger,
    authoring,
    dealtOn: (...query) => dealtOn(...query),
    authors: authorRecords ? authors : null,
    directory,
    experts,
    answers,
    listAnswers,
    policy,
    ...(limits && { limits }),
  };
  const callsOfKinds = Object.fromEntries(Object.entries(creators).map(([name, create]) => [name, create(parts)])) as Kinds;
  const kinds: ReadonlyMap<string, CallsOfKind> = new Map(Object.values<CallsOfKind>(callsOfKinds).map((each) => [each.kind.name, each]));
  for (const { kind } of kinds.values()) ledger.register(kind);
  ledger.register(authorKind);
  await ledger.renewRows(platform.transaction);

  const listeners: Listener[] = [];
  const tellSessions = announce(platform, kinds);
  const onChanged = (changed: readonly Carried[]): void => {
    tellSessions(changed);
    // Read here, so that it costs no reader's next answer anything. A failure comes back at the next question.
    changes.refresh().catch(() => undefined);
  };
  const engine = new Engine({ platform, market, identity, ledger, tell, onChanged, onEnded: ended(platform, listeners) });
  const postMortems = new PostMortemDesk(kinds, answers, now);
  const readable = readableEvents({ ledger, kinds, directory });
  serveCorrections(platform, new Corrections({ platform, ledger, authoring, directory, market, now, kinds: () => kinds }));
  serveCalls(platform, { ledger, authors, readable: readable.of, cards: readable.cards, directory, experts, postMortems });

  const db = callTables(platform.db);
  ledger.alsoCheck((pace) => authors.check(pace));
  ledger.addRule((pace) => authors.publishedUnregistered(pace));
  identity.knowReviews((user_ids) => authors.reviews(user_ids));
  if (authorRecords) identity.on('registration.changed', (tx, change) => authors.keep(tx, change));
  ledger.alsoCheck((pace) => checkFollows(platform.db, (ids) => identity.known(ids), pace));
  identity.keeps({ name: 'follows', of: (user_id) => followsOf(db, user_id), erase: unfollowAll });

  // A signed record is public by law, so its name stays when the account goes.
  identity.keeps({ name: 'author_record', of: (user_id) => authors.proof(user_id, user_id), erase: async () => undefined });

  const receipts = receiptCopy({ platform, identity, ledger, kinds: () => kinds });
  const evidence = callEvidence({ identity, ledger, authors, notices, directory, kinds: () => kinds });
  identity.keeps({ name: 'receipts', of: receipts, erase: async () => undefined, evidence });

  platform.onReady(async () => {
    if (seed ?? (config.demo && market.source.invented)) {
      const { seedDemo } = await import('./demo/seed.ts');
      await seedDemo({ platform, market, identity, ledger, seed: config.SEED });
    }
    await engine.start();
    // Behind the roots that were due.
    if (authorRecords) await authors.openOnFile();
  });
  platform.onShutdown(() => engine.stop());

  const { publicView, liveCallsOf, liveCallsByStock, publicCallsOf, closedRecords, readableRecord, hasRecord, openCallsOf, fills } = callsOfKinds.equity;
  const { optionFigures } = callsOfKinds.options;
  return {
    policy,
    publicView,
    liveCallsOf,
    liveCallsByStock,
    publicCallsOf,
    closedRecords,
    readableRecord,
    hasRecord,
    openCallsOf,
    optionFigures,
    fills,
    authors: () => ledger.authors(),
    answers,
    listAnswers,
    followersOf: (expert_ids) => followerCounts(db, expert_ids),
    followedBy: (user_id) => followedBy(db, user_id),
    postMortemsOf: (expert_id, asker) => postMortems.counts(expert_id, asker),
    publishedBy: (expert_id) => experts.publishedBy(expert_id),
    onPublished: (listener) => void published.push(listener),
    dealings(source) {
      dealtOn = source;
    },
    hasOpenCall: (db, authors, stocks) =>
      hasOpenCall(
        db,
        [...kinds.values()].map(({ kind }) => kind.table),
        authors,
        stocks,
      ),
    readersOf,
    readableCall: readable.call,
    cardsOf: readable.cards,
    stocksOf: readable.stocks,
    endedCallsOf: readable.endedOf,
    authorOf: async (expert_id) => ({ shown: await directory.name(expert_id), events: await authors.events(expert_id) }),
    onClosed: (listener) => void listeners.push(listener),
  };
}

/** Tells every open session which changed calls it may know about. */
const announce =
  ({ realtime }: Platform, kinds: ReadonlyMap<string, CallsOfKind>) =>
  (changed: readonly Carried[]): void =>
    realtime.broadcast('call:changed', ({ caller, partner }) =>
      [...Map.groupBy(changed, ({ kind }) => kind)].flatMap(([kind, own]) => {
        // An author's record is no call.
        const sees = kinds.get(kind)?.sees({ caller, partner }) ?? (() => false);
        return own.flatMap(({ row }) => (sees(row) ? [{ id: row.id, status: row.status }] : []));
      }),
    );

const ended =
  ({ log }: Platform, listeners: readonly Listener[]) =>
  ({ kind, row: { id, status, stock, expert_id } }: Carried): void => {
    const hear = async (listener: Listener): Promise<void> => {
      try {
        await listener({ kind, id, status, stock, expert_id });
      } catch (error) {
        log.error({ err: error, call: id }, 'A listener failed on a closed call');
      }
    };
    for (const listener of listeners) void hear(listener);
  };
