import { expect, test } from 'vitest';
import { ENDS, TOLD, type Told } from '../../contract/notices/types.ts';
import { accountNoticeWords, alertNoticeWords, noticeWords, topicOf } from './words.ts';

const expert = { user_id: 'exp_01', full_name: 'Meera Joshi' };
const call = { id: 'c1', kind: 'equity', stock: 'TCS', term: 'shortTerm' } as const;
const renewed = (what: 'renewal_announced' | 'renewal_done' | 'renewal_refused' | 'renewal_stopped' | 'plan_ends', why: 'price' | '' = '') => ({
  ...{ what, document: null, demo: null, refund: null },
  renewal: { plan: 'Premium', days: 30, pay_paise: 499_00, at: '2026-12-20T06:00:00.000Z', why },
});
const aboutRefund = (what: 'refund_failed' | 'refund_by_bank' | 'refund_account', ends_with: string) => ({
  ...{ what, document: null, demo: null, renewal: null, refund: null },
  refund: { amount_paise: 482_36, ends_with },
});
const told = (what: Told, result: number | null = null) => noticeWords({ what, call, expert, result });

test('a win and a loss are told in the same words: only what was reached and the number differ', () => {
  const { title: won, result: gain, ...win } = told('target_hit', 6.1);
  const { title: lost, result: fall, ...loss } = told('sl_hit', -3.42);
  expect([won, gain, lost, fall]).toEqual(['Target reached', '+6.10%', 'Stop-loss reached', '−3.42%']);
  expect(win).toEqual(loss);
});

test.each([
  ['equity', 'intraday', 'intraday call'],
  ['equity', 'shortTerm', 'short-term call'],
  ['equity', 'mediumTerm', 'medium-term call'],
  ['equity', 'longTerm', 'long-term call'],
  ['options', null, 'option call'],
  ['a third kind', null, 'call'],
] as const)('of %s, %s: a %s', (kind, term, words) => {
  expect(noticeWords({ what: 'publish', call: { ...call, kind, term }, expert, result: null }).call).toBe(words);
});

test('what followers have made after costs stands for the result of the record, and which it is stands beside it', () => {
  const call_ended = { what: 'sl_hit', call, expert, result: -3.42 } as const;
  expect(noticeWords({ ...call_ended, made: -3.71 })).toMatchObject({ result: '−3.71%', costs: 'after costs' });
  expect(noticeWords({ ...call_ended, what: 'sl_hit', made: 3.02 })).toMatchObject({ title: 'Closed at a moved stop', result: '+3.02%' });
  expect(noticeWords(call_ended)).toMatchObject({ result: '−3.42%', costs: 'before costs' });
  expect(noticeWords({ ...call_ended, result: null }).costs).toBe('');
});

test('a call without a result shows none, and none is not nought', () => {
  expect([told('lapsed').result, told('expired', 0).result]).toEqual(['', '0.00%']);
});

test('only a new call is among the new ones', () => {
  expect(TOLD.filter((what) => topicOf(what) === 'new_calls')).toEqual(['publish']);
});

test.each([
  [
    {
      what: 'alert',
      alert: { condition: { kind: 'price', symbol: 'TCS', side: 'above', value: 3500 }, points: false, figure: 3500.4 },
      call: null,
      expert: null,
    },
    'Alert: ₹3,500.00 or above · TCS · reached ₹3,500.40',
  ],
  [{ what: 'alert_call', alert: null, call, expert }, 'Alert: new call · TCS · short-term call · Meera Joshi'],
  [
    { what: 'alerts_most', alert: null, call: null, expert: null },
    '20 of your alerts have fired today · Those that fire until midnight are not told. They stand under Alerts.',
  ],
] as const)('a notice of an alert says what was waited for and what came: %j', (notice, said) => {
  const { title, about } = alertNoticeWords(notice);
  expect([title, ...about].join(' · ')).toBe(said);
});

test.each([
  [{ what: 'document_verified', document: 'pan_card', demo: null, renewal: null, refund: null }, 'Document verified · PAN card'],
  [
    { what: 'document_rejected', document: 'aadhar_card', demo: null, renewal: null, refund: null },
    'Document not accepted · Masked Aadhaar · Your profile says why, and takes it again.',
  ],
  [
    { what: 'demo_moved', document: null, demo: { date: '2026-11-23', slot: '11:00' }, renewal: null, refund: null },
    'Demo moved · Monday, 23 November 2026, 11:00 IST',
  ],
  [
    renewed('renewal_announced'),
    'Your plan renews soon · Premium for 30 days · ₹499.00 is taken from 20 Dec 2026, 11:30 IST on. You can stop it before then under My account, Plan.',
  ],
  [renewed('renewal_done'), 'Your plan is renewed · Premium for 30 days · ₹499.00 is paid. It runs until 20 Dec 2026, 11:30 IST.'],
  [
    renewed('renewal_refused'),
    'Your plan could not be renewed yet · Premium for 30 days · Your bank refused ₹499.00. It is tried once more from 20 Dec 2026, 11:30 IST on.',
  ],
  [
    { what: 'referral_credited', document: null, demo: null, renewal: null, refund: null },
    '7 days are added to your account · For a sign-up with a code. My account shows on which plan and until when.',
  ],
  [
    renewed('renewal_stopped', 'price'),
    'Your plan renews no more · Premium for 30 days · The price is higher than you agreed to. · It ends on 20 Dec 2026, 11:30 IST.',
  ],
  [renewed('plan_ends'), 'Your plan ends soon · Premium for 30 days · It ends on 20 Dec 2026, 11:30 IST and does not renew by itself.'],
  [aboutRefund('refund_failed', ''), 'Your refund could not be paid · ₹482.36 is still yours. Tell us an account of yours.'],
  [aboutRefund('refund_failed', '6789'), 'Your refund could not be paid · ₹482.36 goes to your account ending in 6789 instead.'],
  [aboutRefund('refund_by_bank', '6789'), 'Your refund is paid · ₹482.36 was sent to your account ending in 6789.'],
  [aboutRefund('refund_account', '6789'), 'Your bank account for refunds · Refunds may go to the account ending in 6789.'],
  [
    { what: 'order_unknown', document: null, demo: null, renewal: null, refund: null, order: { id: 'o1', symbol: 'TCS' } },
    'Look for an order at your broker · TCS · Nobody can say what became of it. The order says what to do.',
  ],
  [aboutRefund('refund_account', ''), 'Your bank account for refunds · It was removed.'],
] as const)('a notice of one’s account says what became of what: %j', (notice, said) => {
  const { title, about } = accountNoticeWords(notice);
  expect([title, ...about].join(' · ')).toBe(said);
});

test('where past calls are not shown, an end is told without saying which', () => {
  expect(told('ended').title).toBe('Call ended');
  expect([...ENDS].every((what) => (TOLD as readonly string[]).includes(what))).toBe(true);
  expect(ENDS.has('ended')).toBe(false);
});
