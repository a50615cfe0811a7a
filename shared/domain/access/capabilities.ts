import type { Term } from '../../contract/calls/types.ts';
import type { Audience } from './audiences.ts';
import type { Caller } from './caller.ts';

/** A thing with an owner. */
interface Owned {
  readonly expert_id: string;
}

/** An option call or strategy, as far as plans tell them apart. */
export interface OptionsStrategy extends Owned {
  /** The loss is limited to a known amount. */
  readonly defined_risk: boolean;
  readonly underlying: 'index' | 'stock';
}

/** The thing each right is about; `undefined` where the caller alone decides. */
export interface Things {
  'equity.live': { readonly term: Term };
  'equity.pick-of-the-week': undefined;
  'equity.ended-at-once': undefined;
  'equity.ended-next-session': undefined;
  'equity.locked-rows': undefined;
  'equity.publish': undefined;
  'equity.change': Owned;
  'calls.publish-new': undefined;
  'options.live': OptionsStrategy;
  'options.publish': undefined;
  'options.change': Owned;
  'categories.open': { readonly through_broker: boolean };
  'categories.keep': undefined;
  'alerts.conditions': undefined;
  'chat.ask': undefined;
  'chat.answer': undefined;
  'chat.moderate': undefined;
  'buzz.read': undefined;
  'buzz.like': undefined;
  'buzz.comment': undefined;
  'buzz.post': undefined;
  'buzz.moderate': undefined;
  'money.see-plans': undefined;
  'money.buy': undefined;
  'money.buy-publisher': undefined;
  'referral.earn': undefined;
  'trade.order': undefined;
  'risk.profile': undefined;
  'support.answer': undefined;
  'communications.export': undefined;
  'demo.give': undefined;
  'campaign.set': undefined;
  'coupon.set': undefined;
  'money.read-books': undefined;
  'refund.settle': undefined;
  'share.set': undefined;
  'watchlist.options': undefined;
  'record.correct': undefined;
  'admin.review-documents': undefined;
  'admin.performers': undefined;
}
export type Capability = keyof Things;

/** Who has a right: members of any audience in `to` whom `when` admits. */
export interface Right<Thing> {
  readonly to: readonly Audience[];
  readonly when?: (caller: Caller, thing: Thing) => boolean;
}

/** Audiences whose plan includes live calls of a term (product D.4). */
const LIVE: Readonly<Record<Term, readonly Audience[]>> = {
  shortTerm: ['liteReaders', 'premiumReaders', 'proReaders', 'bundled', 'admins'],
  mediumTerm: ['premiumReaders', 'proReaders', 'bundled', 'admins'],
  longTerm: ['premiumReaders', 'proReaders', 'bundled', 'admins'],
  intraday: ['proReaders', 'admins'],
};
const own = ({ user_id }: Caller, { expert_id }: Owned): boolean => user_id === expert_id;

/**
 * The one table of rights. Where the audience depends on the thing, the entry is a function of it. Everything else that is
 * allowed or refused (a closed market, a full quota, a call that ended) is the feature's own rule, not a right.
 */
export const CAPABILITIES: { readonly [C in Capability]: Right<Things[C]> | ((thing: Things[C]) => Right<Things[C]>) } = {
  'equity.live': ({ term }) => ({ to: LIVE[term] }),
  // Whoever has a plan keeps what everybody has without one.
  'equity.pick-of-the-week': { to: ['members'] },
  'equity.ended-at-once': { to: ['lite', 'premium', 'pro', 'bundled', 'admins'] },
  'equity.ended-next-session': { to: ['members'] },
  'equity.locked-rows': { to: ['members'] },
  'equity.publish': { to: ['verifiedExperts'] },
  'equity.change': { to: ['verifiedExperts'], when: own },
  // Of any kind. What was published is looked after without the plan: prices close it, and its author may still change it.
  'calls.publish-new': { to: ['publisher'], when: ({ verified }) => verified },

  // Premium and bundles whose partner trades options read calls on an index with a limited loss.
  'options.live': ({ defined_risk, underlying }) => ({
    to: defined_risk && underlying === 'index' ? ['premiumReaders', 'proReaders', 'bundled', 'admins'] : ['proReaders', 'admins'],
    when: ({ partner, is_admin }) => is_admin || partner?.tier !== 'brokerWithoutPlans' || partner.optionsTrade === true,
  }),
  'options.publish': { to: ['verifiedExperts'] },
  'options.change': { to: ['verifiedExperts'], when: own },

  // Premium and Pro skip the broker login (S6-PERM-07), promotional plans too (S6-PERM-A04). Experts, admins and a partner's
  // visitors are not customers of a broker.
  'categories.open': {
    to: ['members'],
    when: ({ plan, partner, is_admin, registered }, { through_broker }) =>
      plan === 'Premium' || plan === 'Pro' || partner !== null || is_admin || registered || through_broker,
  },
  'categories.keep': { to: ['pro', 'admins'] },

  // Everybody sets alerts on prices and new calls; those on RSI and open interest are conditions (product D.4).
  'alerts.conditions': { to: ['pro', 'admins'] },

  'chat.ask': { to: ['investors'], when: ({ chat, plan, partner }) => partner?.isChatAvailable !== false && (chat || plan === 'Pro' || partner !== null) },
  'chat.answer': { to: ['verifiedExperts'] },
  // Texts by an open case alone, and never of one's own chat: the feature's rules.
  'chat.moderate': { to: ['admins'] },

  // The whole feed; visitors read its last posts (product D.4).
  'buzz.read': { to: ['members'] },
  'buzz.like': { to: ['members'] },
  // Experts answer below posts, too.
  'buzz.comment': { to: ['lite', 'premium', 'pro', 'bundled', 'verifiedExperts'] },
  'buzz.post': { to: ['authors'], when: ({ verified }) => verified },
  // Never one's own text, nor an appeal against one's own decision: the feature's rules.
  'buzz.moderate': { to: ['admins'] },

  'money.see-plans': { to: ['everyone'], when: ({ partner }) => partner?.tier !== 'brokerWithoutPlans' },
  'money.buy': { to: ['buyers'] },
  // Nobody is charged before their papers are accepted (refund and cancellation for experts).
  'money.buy-publisher': { to: ['expertBuyers'], when: ({ verified }) => verified },
  // Nobody is paid for bringing clients: experts and those who run the site earn no days either (product D.9).
  'referral.earn': { to: ['buyers'], when: ({ is_admin, registered }) => !is_admin && !registered },
  // A direct user has no partner, so never trades (S4-MISC-A01).
  'trade.order': { to: ['premium', 'pro'], when: ({ promotional, partner }) => !promotional && partner?.isTradeAvailable === true },

  // What one says of oneself, to be warned by.
  'risk.profile': { to: ['investors'] },

  'support.answer': { to: ['admins'] },
  // Never alone: the feature’s rule.
  'communications.export': { to: ['admins'] },
  'demo.give': { to: ['admins'] },
  'campaign.set': { to: ['admins'] },
  'coupon.set': { to: ['admins'] },
  'money.read-books': { to: ['admins'] },
  // By our bank, where the provider could not.
  'refund.settle': { to: ['admins'] },
  // Of a partner's contract, two at a time: the feature's rule.
  'share.set': { to: ['admins'] },

  'watchlist.options': { to: ['pro', 'admins'] },

  // Never alone, and never of one's own call: the feature's rules.
  'record.correct': { to: ['admins'] },
  'admin.review-documents': { to: ['admins'] },
  'admin.performers': { to: ['admins'] },
};

/**
 * Rights that no code asks for yet, and the screens of the specification they wait for. Whoever builds one takes its line out.
 * @waiting read by a test, which fails when a right is asked for and still listed
 */
export const WAITING: Readonly<Partial<Record<Capability, string>>> = {
  'admin.performers': 'the dashboard of admins',
};
