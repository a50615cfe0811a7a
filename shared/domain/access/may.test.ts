import { describe, expect, test } from 'vitest';
import { TERMS } from '../../contract/calls/types.ts';
import type { PlanName } from '../../contract/identity/types.ts';
import { AUDIENCES, type Audience, belongsTo, isOneOf } from './audiences.ts';
import { CAPABILITIES, type Capability } from './capabilities.ts';
import { may } from './may.ts';
import { callerWith, visitorOf } from './testing.ts';

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
    analysts: ['newExpert', 'unverified', 'analyst'],
    brokers: ['dealer'],
    registeredExperts: ['unverified', 'analyst', 'dealer'],
    verifiedExperts: ['analyst', 'dealer'],
    admins: ['admin'],
    lite: ['Lite'],
    premium: ['Premium', 'bundled'],
    pro: ['Pro'],
    bundled: ['bundled'],
    free: ['free', 'newExpert', 'unverified', 'analyst', 'dealer'],
    chatPlan: [],
    buyers: ['free', 'Lite', 'Premium', 'Pro', 'admin'],
    subscribed: ['Premium', 'Pro', 'bundled'],
    underPartnerLogin: [],
    underDisclaimer: [],
  };
  test.each(Object.entries(MEMBERS_OF) as [Audience, readonly Who[]][])('%s are %j', (audience, who) =>
    expect(whoMay((one) => belongsTo(PEOPLE[one], audience))).toEqual(who),
  );

  test('plan and partner decide the rest', () => {
    expect(belongsTo(callerWith({ chat: true }), 'chatPlan')).toBe(true);
    expect(belongsTo(visitorOf({ loginModule: 'zebu' }), 'underPartnerLogin')).toBe(true);
    expect(belongsTo(visitorOf({ loginModule: 'two-step' }), 'underPartnerLogin')).toBe(false);
    expect(belongsTo(visitorOf({ hasBrokerDisclaimer: true }), 'underDisclaimer')).toBe(true);
    expect(belongsTo(visitorOf({ tier: 'brokerWithoutPlans' }), 'bundled')).toBe(false);
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
    'money.see-plans': [['see plans', (who) => may(PEOPLE[who], 'money.see-plans'), whoMay((who) => who !== 'bundled')]],
    'money.buy': [['buy a plan', (who) => may(PEOPLE[who], 'money.buy'), ['free', 'Lite', 'Premium', 'Pro', 'admin']]],
    'trade.order': [['trade', (who) => may(PEOPLE[who], 'trade.order'), []]],
    'support.answer': [['answer messages', (who) => may(PEOPLE[who], 'support.answer'), ['admin']]],
    'demo.give': [['give demos', (who) => may(PEOPLE[who], 'demo.give'), ['admin']]],
    'campaign.set': [['set campaigns', (who) => may(PEOPLE[who], 'campaign.set'), ['admin']]],
    'coupon.set': [['make coupons', (who) => may(PEOPLE[who], 'coupon.set'), ['admin']]],
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
