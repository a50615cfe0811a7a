import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { checkDraft, draftFigures, type PublishLimits, tightenProblem, WORDS } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import type { Market, StockFacts } from '../../market/index.ts';
import { Fail } from '../../platform/platform.ts';
import type { Written } from '../authoring.ts';
import type { AuthoredKind, CallAuthoring } from '../call-authoring.ts';
import { publishEvent } from './publication.ts';
import { contextOf } from './publish-context.ts';
import { readState } from './recorded.ts';
import type { CallRow } from './tables.ts';

type Figures = Omit<ReturnType<typeof draftFigures>, 'entry'>;

type Compared = 'stock' | 'sector' | 'call_type';

export type EquityAuthoring = CallAuthoring<CallDraft, CallRow, StockFacts, Figures, Compared>;

/** Equity calls where authors write: rules of one stock, a stop-loss on its tick grid. */
export const authoredEquity = (
  kind: Written<CallRow>['kind'],
  market: Market,
  limits: PublishLimits,
): AuthoredKind<CallDraft, CallRow, StockFacts, Figures, Compared> => ({
  kind,
  wordsRule: WORDS,
  feedRule: 'EQ-FEED',
  compared: ['stock', 'sector', 'call_type'],
  mayPublish: (asking) => may(asking, 'equity.publish'),
  mayChange: (asking, row) => may(asking, 'equity.change', row),
  intentOf: (draft) => ({ publish: draft }),
  stockOf: ({ stock }) => stock,
  marketFor: ({ stock }, now) => market.factsFor(stock, now),
  check: (draft, author, facts, own, now) => checkDraft(underOwnSymbol(draft, facts), contextOf(author, facts, own, limits, now)),
  figures(draft) {
    const { potential_return, risk_reward } = draftFigures(draft);
    return { potential_return, risk_reward };
  },
  publishEvent(draft, { listing, quote }, head) {
    if (!listing || !quote) throw new Fail('UNKNOWN_SYMBOL');
    return publishEvent({ ...head, draft: underOwnSymbol(draft, { listing }), listing, ltp: quote.ltp, feedTs: quote.ts });
  },
  tighten: async (_, stopLoss) => (row) => {
    const { call_type, moves, stock, stop_loss: stop, target_price: target } = row;
    if (readState(row).not_judgeable)
      throw new Fail('BAD_REQUEST', { validation: 'The call can’t be judged at the moment, so its stop-loss stays where it is.' });
    if (call_type === 'Hold') throw new Fail('BAD_REQUEST', { validation: 'A Hold call’s band can’t be moved.' });
    const tick = market.instrument(stock)?.tick ?? 0.01;
    const ltp = market.quote(stock)?.ltp ?? null;
    const problem = tightenProblem({ call_type, stop, target, moves, tick, ltp }, stopLoss);
    if (problem) throw new Fail('BAD_REQUEST', { validation: problem, problems: [{ path: 'stop_loss', message: problem }] });
    return { type: 'tighten_sl', payload: { stop_loss: stopLoss, from: stop, ...(ltp !== null && { ltp }) } };
  },
  exitProblem: (row) => (readState(row).exit_request ? 'An exit was already asked for; it follows at the next price.' : null),
  lookBackProblem: ({ post_mortem_on }) => (post_mortem_on === null ? null : 'This call has its look back already.'),
});

/** The draft by the symbol that its stock has here: it may be written by the one that the exchange gave it since. */
const underOwnSymbol = (draft: CallDraft, { listing }: Pick<StockFacts, 'listing'>): CallDraft => ({ ...draft, stock: listing?.symbol ?? draft.stock });
