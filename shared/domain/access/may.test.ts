import { describe, expect, test } from 'vitest';
import { TERMS } from '../../contract/calls/types.ts';
import type { PlanName } from '../../contract/identity/types.ts';
import { AUDIENCES, type Audience, belongsTo, isOneOf } from './audiences.ts';
import type { Caller } from './caller.ts';
import { CAPABILITIES, type Capability } from './capabilities.ts';
import { may } from './may.ts';
import { callerWith, visitorOf } from './testing.ts';
import { waitsForPan } from './waits-for-pan.ts';

const analyst = (change: Parameters<typeof callerWith>[0] = {}) => callerWith({ profession: 'Analyst', registered: true, verified: true, ...change });
const PEOPLE = {
  visitor: visitorOf(),
  free: callerWith(),
  Lite: callerWith({ plan: 'Lite' }),
  Premium: callerWith({ plan: 'Premium' }),
  Pro: callerWith({ plan: 'Pro' }),
  bundled: callerWith({ plan: 'Premium', partner: { tier: 'brokerWithoutPlans' } }),
  newExpert: callerWith({ profession: 'Market Expert' }),
  unverified: analyst({ verified: false }),
  analyst: analyst(),
  dealer: analyst({ profession: 'Dealer' }),
  admin: callerWith({ is_admin: true }),
};
type Who = keyof typeof PEOPLE;
const whoMay = (can: (who: Who) => boolean) => (Object.keys(PEOPLE) as Who[]).filter(can);

describe('audiences', () => {
  const MEMBERS_OF: Readonly<Record<Audience, readonly Who[]>> = {
    everyone: Object.keys(PEOPLE) as Who[],
    visitors: ['visitor'],
    members: whoMay((who) => who !== 'visitor'),
    investors: ['free', 'Lite', 'Premium', 'Pro', 'bundled', 'admin'],
    experts: ['newExpert', 'unverified', 'analyst', 'dealer'],
    authors: ['newExpert', 'unverified', 'analyst', 'dealer'],
    analysts: ['newExpert', 'unverified', 'analyst'],
    brokers: ['dealer'],
    registeredExperts: ['unverified', 'analyst', 'dealer'],
    verifiedExperts: ['analyst', 'dealer'],
    admins: ['admin'],
    lite: ['Lite'],
    premium: ['Premium', 'bundled'],
    pro: ['Pro'],
    liteReaders: ['Lite'],
    premiumReaders: ['Premium', 'bundled'],
    proReaders: ['Pro'],
    publisher: [],
    bundled: ['bundled'],
    free: ['free', 'newExpert', 'unverified', 'analyst', 'dealer'],
    chatPlan: [],
    chatInvestors: ['free', 'Lite', 'Premium', 'Pro', 'bundled', 'admin'],
    buyers: ['free', 'Lite', 'Premium', 'Pro', 'admin'],
    expertBuyers: ['newExpert', 'unverified', 'analyst', 'dealer'],
    planBuyers: ['free', 'Lite', 'Premium', 'Pro', 'newExpert', 'unverified', 'analyst', 'dealer', 'admin'],
    subscribed: ['Premium', 'Pro', 'bundled'],
    underPartnerLogin: [],
    underDisclaimer: [],
    traders: [],
  };
  test.each(Object.entries(MEMBERS_OF) as [Audience, readonly Who[]][])('%s are %j', (audience, who) =>
    expect(whoMay((one) => belongsTo(PEOPLE[one], audience))).toEqual(who),
  );

  test('plan and partner decide the rest', () => {
    expect(belongsTo(callerWith({ chat: true }), 'chatPlan')).toBe(true);
    expect(belongsTo(callerWith({ partner: { isChatAvailable: false } }), 'chatInvestors')).toBe(false);
    expect(belongsTo(analyst({ publisher: true }), 'publisher')).toBe(true);
    for (const partner of [{ tier: 'brokerWithoutPlans' }, { loginModule: 'zebu' }] as const)
      expect(belongsTo(analyst({ partner }), 'expertBuyers')).toBe(false);
    expect(belongsTo(analyst({ partner: {} }), 'expertBuyers')).toBe(true);
    expect(belongsTo(visitorOf({ loginModule: 'zebu' }), 'underPartnerLogin')).toBe(true);
    expect(belongsTo(visitorOf({ loginModule: 'two-step' }), 'underPartnerLogin')).toBe(false);
    expect(belongsTo(visitorOf({ hasBrokerDisclaimer: true }), 'underDisclaimer')).toBe(true);
    expect(belongsTo(visitorOf({ tier: 'brokerWithoutPlans' }), 'bundled')).toBe(false);
    expect(belongsTo(callerWith({ partner: { isTradeAvailable: true } }), 'traders')).toBe(true);
    expect(belongsTo(callerWith({ partner: { isTradeAvailable: false } }), 'traders')).toBe(false);
    expect(belongsTo(visitorOf({ isTradeAvailable: true }), 'traders')).toBe(false);
    expect(belongsTo(callerWith({ partner: {} }), 'buyers')).toBe(true);
    expect(belongsTo(callerWith({ partner: { loginModule: 'zebu' } }), 'buyers')).toBe(false);
    expect(belongsTo(callerWith({ plan: 'Pro', promotional: true }), 'subscribed')).toBe(false);
  });

  test('an audience unknown to this build includes nobody, and none at all includes everyone', () => {
    expect(['newcomersOfNextYear', 'constructor', 'experts', undefined].map((word) => isOneOf(word, PEOPLE.analyst))).toEqual([false, false, true, true]);
  });

  test('every right names audiences that exist', () => {
    const named = Object.values(CAPABILITIES).flatMap((right) => (typeof right === 'function' ? [] : right.to));
    expect(named.filter((audience) => !(audience in AUDIENCES))).toEqual([]);
  });
});

describe('every right, for everybody', () => {
  const analystsCall = { expert_id: 'usr_1' };
  const members = whoMay((who) => who !== 'visitor');
  const index = { expert_id: 'exp_9', underlying: 'index', defined_risk: true } as const;
  const EVERY: Readonly<Record<Capability, readonly [what: string, can: (who: Who) => boolean, who: readonly Who[]][]>> = {
    'equity.live': [
      ['read live calls of a short term', (who) => may(PEOPLE[who], 'equity.live', { term: 'shortTerm' }), ['Lite', 'Premium', 'Pro', 'bundled', 'admin']],
    ],
    'equity.pick-of-the-week': [['read the pick of the week', (who) => may(PEOPLE[who], 'equity.pick-of-the-week'), members]],
    'equity.ended-at-once': [['read what ended at once', (who) => may(PEOPLE[who], 'equity.ended-at-once'), ['Lite', 'Premium', 'Pro', 'bundled', 'admin']]],
    'equity.ended-next-session': [['read what ended a session later', (who) => may(PEOPLE[who], 'equity.ended-next-session'), members]],
    'equity.locked-rows': [['see that there are calls outside their plan', (who) => may(PEOPLE[who], 'equity.locked-rows'), members]],
    'equity.publish': [['publish equity', (who) => may(PEOPLE[who], 'equity.publish'), ['analyst', 'dealer']]],
    'equity.change': [
      ['change their own call', (who) => may(PEOPLE[who], 'equity.change', analystsCall), ['analyst', 'dealer']],
      ['change another’s call', (who) => may(PEOPLE[who], 'equity.change', { expert_id: 'exp_9' }), []],
    ],
    'calls.publish-new': [
      ['publish a new call with the Publisher plan', (who) => may({ ...PEOPLE[who], publisher: true }, 'calls.publish-new'), ['analyst', 'dealer']],
      ['publish a new call without it', (who) => may(PEOPLE[who], 'calls.publish-new'), []],
    ],
    'options.live': [['read live calls on an index', (who) => may(PEOPLE[who], 'options.live', index), ['Premium', 'Pro', 'admin']]],
    'options.publish': [['publish options', (who) => may(PEOPLE[who], 'options.publish'), ['analyst', 'dealer']]],
    'options.change': [
      ['change their own option call', (who) => may(PEOPLE[who], 'options.change', analystsCall), ['analyst', 'dealer']],
      ['change another’s option call', (who) => may(PEOPLE[who], 'options.change', { expert_id: 'exp_9' }), []],
    ],
    'categories.open': [
      [
        'open the categories without a broker login (S6-PERM-07)',
        (who) => may(PEOPLE[who], 'categories.open', { through_broker: false }),
        ['Premium', 'Pro', 'bundled', 'unverified', 'analyst', 'dealer', 'admin'],
      ],
    ],
    'categories.keep': [['keep views and files', (who) => may(PEOPLE[who], 'categories.keep'), ['Pro', 'admin']]],
    'alerts.conditions': [['set alerts on RSI and open interest', (who) => may(PEOPLE[who], 'alerts.conditions'), ['Pro', 'admin']]],
    'chat.ask': [['ask for a chat', (who) => may(PEOPLE[who], 'chat.ask'), ['Pro', 'bundled']]],
    'chat.answer': [['answer a chat', (who) => may(PEOPLE[who], 'chat.answer'), ['analyst', 'dealer']]],
    'chat.moderate': [['moderate chats', (who) => may(PEOPLE[who], 'chat.moderate'), ['admin']]],
    'buzz.read': [['read the whole of Expert Buzz', (who) => may(PEOPLE[who], 'buzz.read'), whoMay((who) => who !== 'visitor')]],
    'buzz.like': [['like a post', (who) => may(PEOPLE[who], 'buzz.like'), whoMay((who) => who !== 'visitor')]],
    'buzz.comment': [['comment on a post', (who) => may(PEOPLE[who], 'buzz.comment'), ['Lite', 'Premium', 'Pro', 'bundled', 'analyst', 'dealer']]],
    'buzz.post': [['write a post', (who) => may(PEOPLE[who], 'buzz.post'), ['analyst', 'dealer']]],
    'buzz.moderate': [['moderate Expert Buzz', (who) => may(PEOPLE[who], 'buzz.moderate'), ['admin']]],
    'money.see-plans': [['see plans', (who) => may(PEOPLE[who], 'money.see-plans'), whoMay((who) => who !== 'bundled')]],
    'money.buy': [['buy a plan', (who) => may(PEOPLE[who], 'money.buy'), ['free', 'Lite', 'Premium', 'Pro', 'admin']]],
    'money.buy-publisher': [['buy the Publisher plan', (who) => may(PEOPLE[who], 'money.buy-publisher'), ['analyst', 'dealer']]],
    'referral.earn': [['earn days for bringing people', (who) => may(PEOPLE[who], 'referral.earn'), ['free', 'Lite', 'Premium', 'Pro']]],
    'trade.order': [['trade', (who) => may(PEOPLE[who], 'trade.order'), []]],
    'risk.profile': [['say what risk they can bear', (who) => may(PEOPLE[who], 'risk.profile'), ['free', 'Lite', 'Premium', 'Pro', 'bundled', 'admin']]],
    'support.answer': [['answer messages', (who) => may(PEOPLE[who], 'support.answer'), ['admin']]],
    'communications.export': [['export what was said', (who) => may(PEOPLE[who], 'communications.export'), ['admin']]],
    'demo.give': [['give demos', (who) => may(PEOPLE[who], 'demo.give'), ['admin']]],
    'campaign.set': [['set campaigns', (who) => may(PEOPLE[who], 'campaign.set'), ['admin']]],
    'coupon.set': [['make coupons', (who) => may(PEOPLE[who], 'coupon.set'), ['admin']]],
    'refund.settle': [['note a refund that our bank paid', (who) => may(PEOPLE[who], 'refund.settle'), ['admin']]],
    'share.set': [['set partners’ shares', (who) => may(PEOPLE[who], 'share.set'), ['admin']]],
    'money.read-books': [['read the books', (who) => may(PEOPLE[who], 'money.read-books'), ['admin']]],
    'watchlist.options': [['keep lists of option contracts', (who) => may(PEOPLE[who], 'watchlist.options'), ['Pro', 'admin']]],
    'record.correct': [['correct the record, two at a time', (who) => may(PEOPLE[who], 'record.correct'), ['admin']]],
    'admin.review-documents': [['review documents', (who) => may(PEOPLE[who], 'admin.review-documents'), ['admin']]],
    'admin.performers': [['read the performers of admins', (who) => may(PEOPLE[who], 'admin.performers'), ['admin']]],
  };
  test.each(Object.values(EVERY).flat())('who may %s', (_right, can, who) => expect(whoMay(can)).toEqual(who));

  test('live equity calls, by term', () => {
    const terms = (who: Who) => TERMS.filter((term) => may(PEOPLE[who], 'equity.live', { term }));
    expect(Object.fromEntries((Object.keys(PEOPLE) as Who[]).map((who) => [who, terms(who).length]))).toEqual({
      ...{ visitor: 0, free: 0, Lite: 1, Premium: 3, Pro: 4, bundled: 3, newExpert: 0, unverified: 0, analyst: 0, dealer: 0, admin: 4 },
    });
    expect(terms('Lite')).toEqual(['shortTerm']);
    expect(terms('Premium')).not.toContain('intraday');
  });

  test('live option calls: Premium those on an index with a limited loss, Pro all, a bundle where its partner trades options', () => {
    const strategy = (underlying: 'index' | 'stock', defined_risk: boolean) => ({ expert_id: 'exp_9', underlying, defined_risk });
    const may4 = (caller: Parameters<typeof may>[0]) =>
      [strategy('index', true), strategy('index', false), strategy('stock', true), strategy('stock', false)].map((one) => may(caller, 'options.live', one));
    expect(may4(PEOPLE.Premium)).toEqual([true, false, false, false]);
    expect(may4(PEOPLE.Pro)).toEqual([true, true, true, true]);
    expect(may4(PEOPLE.Lite)).toEqual([false, false, false, false]);
    expect(may4(PEOPLE.bundled)).toEqual([false, false, false, false]);
    expect(may4(callerWith({ plan: 'Premium', partner: { tier: 'brokerWithoutPlans', optionsTrade: true } }))).toEqual([true, false, false, false]);
  });

  test('a chat needs the chat plan, Pro or a partner, and no partner that switched chat off', () => {
    expect(may(callerWith({ chat: true }), 'chat.ask')).toBe(true);
    expect(may(callerWith({ chat: true, partner: { isChatAvailable: false } }), 'chat.ask')).toBe(false);
  });

  test('a user who came through a broker needs no second broker login; where a partner signs users in, nobody buys', () => {
    expect(may(PEOPLE.Lite, 'categories.open', { through_broker: true })).toBe(true);
    expect(may(callerWith({ partner: {} }), 'categories.open', { through_broker: false })).toBe(true);
    expect(may(callerWith({ plan: 'Premium', promotional: true }), 'categories.open', { through_broker: false })).toBe(true);
    expect(may(callerWith({ partner: { loginModule: 'zebu' } }), 'money.buy')).toBe(false);
  });
});

describe('while a plan that was bought waits for its buyer’s PAN', () => {
  const index = { expert_id: 'exp_9', underlying: 'index', defined_risk: true } as const;
  const live = (caller: Caller) => [
    ...TERMS.filter((term) => may(caller, 'equity.live', { term })),
    ...(may(caller, 'options.live', index) ? ['options'] : []),
  ];
  const closed = (plan: PlanName, open: PlanName | null = null, more: Parameters<typeof callerWith>[0] = {}) =>
    callerWith({ plan, kyc_gate: { open }, ...more });

  test.each([
    ['Premium', closed('Premium'), []],
    ['Pro', closed('Pro'), []],
    ['Pro beside Lite that was given', closed('Pro', 'Lite'), ['shortTerm']],
    ['Pro beside Premium that was given', closed('Pro', 'Premium'), ['shortTerm', 'mediumTerm', 'longTerm', 'options']],
    ['an admin’s', closed('Premium', null, { is_admin: true }), ['intraday', 'shortTerm', 'mediumTerm', 'longTerm', 'options']],
    [
      'one beside a bundle',
      closed('Premium', null, { partner: { tier: 'brokerWithoutPlans', optionsTrade: true } }),
      ['shortTerm', 'mediumTerm', 'longTerm', 'options'],
    ],
  ])('of %s only live calls are open that something else opens', (_plan, caller, open) => expect(live(caller).toSorted()).toEqual(open.toSorted()));

  test('tools are open, and so are ended calls and the week’s free one', () => {
    const pro = closed('Pro');
    for (const right of ['equity.pick-of-the-week', 'equity.ended-at-once', 'categories.keep', 'alerts.conditions', 'watchlist.options', 'money.buy'] as const)
      expect(may(pro, right), right).toBe(true);
    expect(may(closed('Premium'), 'categories.open', { through_broker: false })).toBe(true);
  });

  test('what waits for it is known from what the plan lacks', () => {
    const premium = closed('Premium');
    expect(TERMS.filter((term) => waitsForPan(premium, 'equity.live', { term }))).toEqual(TERMS.filter((term) => term !== 'intraday'));
    expect([waitsForPan(premium, 'options.live', index), waitsForPan(premium, 'options.live', { ...index, defined_risk: false })]).toEqual([true, false]);
    expect(waitsForPan(closed('Pro', 'Lite'), 'equity.live', { term: 'shortTerm' })).toBe(false);
    expect(TERMS.some((term) => waitsForPan(PEOPLE.Premium, 'equity.live', { term }) || waitsForPan(PEOPLE.free, 'equity.live', { term }))).toBe(false);
  });
});

test('truth table of trading over person, partner, plan and promotion (S6-PERM-06, S3-PLAN-02, S4-MISC-01…05, S4-MISC-A01)', () => {
  for (const person of [visitorOf(), callerWith()])
    for (const partner of [null, { isTradeAvailable: false }, { isTradeAvailable: true }])
      for (const plan of [null, 'Lite', 'Premium', 'Pro', 'Publisher'] as const satisfies readonly (PlanName | null)[])
        for (const promotional of [true, false]) {
          const caller = callerWith({ ...person, plan: person.user_id === null ? null : plan, promotional, partner });
          const expected = caller.user_id !== null && partner?.isTradeAvailable === true && (plan === 'Premium' || plan === 'Pro') && !promotional;
          expect(may(caller, 'trade.order')).toBe(expected);
        }
});
