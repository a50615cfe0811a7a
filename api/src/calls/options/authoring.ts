import type { OptionDraft, StructureFigures } from '@vimarsh/shared/contract/calls/options/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { tightenProblem } from '@vimarsh/shared/domain/calls/options/figures.ts';
import { standingAt } from '@vimarsh/shared/domain/calls/options/lifecycle.ts';
import { OPTION_LIMITS, type OptionContext } from '@vimarsh/shared/domain/calls/options/publish-context.ts';
import { checkOptionDraft, OPTION_WORDS } from '@vimarsh/shared/domain/calls/options/publish-rules.ts';
import { structureOf } from '@vimarsh/shared/domain/calls/options/structure.ts';
import type { AuthorFacts } from '@vimarsh/shared/domain/calls/publishing/publish-rules.ts';
import { isTradingDay, istDay, istTime, phaseAt } from '@vimarsh/shared/domain/market/calendar.ts';
import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import { type Database, Fail } from '../../platform/platform.ts';
import type { Written } from '../authoring.ts';
import type { AuthoredKind, CallAuthoring, OwnCalls } from '../call-authoring.ts';
import { type ChainFacts, chainFacts, contractOf, expectedMoveOf, lotOf, type Valued, valued, worthAt } from './chain-facts.ts';
import { publishEvent } from './publication.ts';
import { readState } from './recorded.ts';
import { type OptionRow, optionsTables } from './tables.ts';

type Compared = 'stock' | 'strategy' | 'expiry';

/** The market that a draft is judged on. */
interface Weighed {
  readonly facts: ChainFacts;
  readonly worth: Valued | null;
  readonly figures: StructureFigures | null;
}

const CLOSING = 'The end of this call is decided; it follows at the next quotes.';

export type OptionAuthoring = CallAuthoring<OptionDraft, OptionRow, Weighed, Pick<Weighed, 'figures'>, Compared>;

/** Option calls where authors write: rules of a chain, a stop-loss by what the legs are worth together. */
export const authoredOptions = (
  kind: Written<OptionRow>['kind'],
  market: Market & { readonly options: OptionMarket },
  db: Database,
): AuthoredKind<OptionDraft, OptionRow, Weighed, Pick<Weighed, 'figures'>, Compared> => ({
  kind,
  wordsRule: OPTION_WORDS,
  feedRule: 'OPT-FEED',
  compared: ['stock', 'strategy', 'expiry'],
  mayPublish: (asking) => may(asking, 'options.publish'),
  mayChange: (asking, row) => may(asking, 'options.change', row),
  intentOf: (draft) => ({ publishOptions: draft }),
  stockOf: ({ underlying }) => underlying,
  async marketFor(draft, now) {
    const facts = await chainFacts(market, draft, now);
    const worth = valued(facts, draft.legs, now, INTEREST_RATE);
    return { facts, worth, figures: worth && structureOf(worth.legs, worth.assumed) };
  },
  check: (draft, author, weighed, own, now) => checkOptionDraft(draft, contextOf(author, weighed, own, now)),
  figures: (_, { figures }) => ({ figures }),
  publishEvent(draft, { facts: { listing, at }, worth, figures }, head) {
    if (!listing || !at || !worth || !figures) throw new Fail('FEED_STALE');
    return publishEvent({ ...head, draft, feedAt: at, listing, ...worth, figures });
  },
  async tighten(id, stopLoss) {
    const now = market.now();
    const stored = await optionsTables(db).selectFrom('option_calls').select('stock').where('id', '=', id).executeTakeFirst();
    const [beat] = stored ? (await market.options.beats(stored.stock, new Date(now.getTime() - OPTION_LIMITS.oldest), now)).slice(-1) : [];
    return (row) => {
      const state = readState(row);
      if (state.not_judgeable) throw new Fail('BAD_REQUEST', { validation: 'The call can’t be judged at the moment, so its stop-loss stays where it is.' });
      if (state.closing) throw new Fail('BAD_REQUEST', { validation: CLOSING });
      const problem = tightenProblem(state, stopLoss, beat ? standingAt(state, beat.quote, beat.c) : null);
      if (problem) throw new Fail('BAD_REQUEST', { validation: problem, problems: [{ path: 'stop_loss', message: problem }] });
      return { type: 'tighten_sl', payload: { stop_loss: stopLoss, from: row.stop_loss } };
    };
  },
  exitProblem(row) {
    const { closing, exit_request } = readState(row);
    if (closing) return CLOSING;
    return exit_request ? 'An exit was already asked for; it follows at the next quotes.' : null;
  },
  lookBackProblem: (row) => (readState(row).post_mortem ? 'This call already has its look back.' : null),
});

/** Everything the rules need, as of `now`. */
export const contextOf = (author: AuthorFacts, { facts, worth, figures }: Weighed, own: OwnCalls<Pick<OptionRow, Compared>>, now: Date): OptionContext => ({
  author,
  underlying: facts.listing && {
    kind: facts.listing.kind === 'index' ? 'index' : 'stock',
    status: facts.listing.status,
    // Legs of an unknown lot can't be valued, so no rule decides by this one.
    lot: lotOf(facts, [...facts.chains.keys()].toSorted()[0] ?? '') ?? 1,
  },
  expiries: facts.expiries,
  contract: (leg) => contractOf(facts, leg),
  spot: facts.spot,
  move: worth && expectedMoveOf(worth),
  doubt: facts.doubt,
  age: facts.at && now.getTime() - facts.at.getTime(),
  rate: INTEREST_RATE,
  figures,
  worthAt: worth && worthAt(worth),
  phase: phaseAt(now),
  today: istDay(now),
  time: istTime(now),
  isTradingDay,
  ...own,
  limits: OPTION_LIMITS,
});
