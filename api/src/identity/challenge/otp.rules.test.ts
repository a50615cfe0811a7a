import { describe, expect, test } from 'vitest';
import { judgeSend, lookedAt, newOtp } from './otp.rules.ts';

const now = new Date('2026-11-20T06:00:00Z');
const stranger = (counted_for: string) => ({ asked_device: counted_for, counted_for, stranger: true });
const owner = { asked_device: 'a', counted_for: 'device a', stranger: false };
const asker = stranger('network a');
const ago = (seconds: number, used = false, by = asker) => ({ sent_at: new Date(now.getTime() - seconds * 1000), used_at: used ? now : null, ...by });
/** Codes that strangers from everywhere asked for, so many seconds apart, newest first. */
const crowd = (count: number, seconds: number) => Array.from({ length: count }, (_, i) => ago((i + 1) * seconds, false, stranger(`network ${i}`)));
/** The same from as many networks of one customer. */
const prefix = (count: number) => Array.from({ length: count }, (_, i) => ago((i + 1) * 60, false, stranger(`network 2001:db8:77:${i + 1}::/64`)));

test('an OTP has six digits and never starts with 0 (S7-OTP-A01)', () => {
  for (let i = 0; i < 2000; i++) expect(newOtp()).toMatch(/^[1-9]\d{5}$/);
});

describe('sending', () => {
  test.each([
    ['the first goes at once', [], { kind: 'send', resend_after: 30 }],
    ['the second waits 30 s', [ago(29)], { kind: 'wait', retry_after: 1 }],
    ['after 30 s it goes, the next waits 60', [ago(30)], { kind: 'send', resend_after: 60 }],
    ['the third waits 60 s', [ago(59), ago(95)], { kind: 'wait', retry_after: 1 }],
    ['the fourth waits 120 s', [ago(60), ago(125), ago(160)], { kind: 'wait', retry_after: 60 }],
    ['later ones wait 120 s too', [ago(120), ago(250), ago(310), ago(350)], { kind: 'send', resend_after: 120 }],
    ['a proven code starts anew', [ago(1, true), ago(40)], { kind: 'send', resend_after: 30 }],
    ['codes of more than an hour ago do not lengthen the wait', [ago(3700), ago(3800)], { kind: 'send', resend_after: 30 }],
    ['five in an hour are enough, proven or not', [ago(200, true), ago(600), ago(900), ago(1200), ago(3000)], { kind: 'limit', retry_after: 600 }],
    ['ten in a day are enough', [4, 5, 6, 7, 8, 9, 10, 11, 12, 23].map((hours) => ago(hours * 3600)), { kind: 'limit', retry_after: 3600 }],
  ])('%s', (_what, history, verdict) => {
    expect(judgeSend(history, asker, now)).toEqual(verdict);
  });

  test.each([
    ['another stranger’s codes leave a stranger alone', crowd(9, 10), asker, { kind: 'send', resend_after: 30 }],
    ['ten of all strangers in an hour are enough for strangers', crowd(10, 60), asker, { kind: 'limit', retry_after: 3000 }],
    [
      'five of one customer’s IPv6 networks are enough for all of them',
      prefix(5),
      stranger('network 2001:db8:77:99::/64'),
      { kind: 'limit', retry_after: 3300 },
    ],
    ['and leave other strangers alone', prefix(5), asker, { kind: 'send', resend_after: 30 }],
    ['twenty of all strangers in a day are enough for strangers', crowd(20, 3600), asker, { kind: 'limit', retry_after: 14_400 }],
    ['and nothing to the owner’s device', crowd(20, 10), owner, { kind: 'send', resend_after: 30 }],
    ['which waits for its own', [ago(10, false, owner), ...crowd(3, 20)], owner, { kind: 'wait', retry_after: 20 }],
    ['and has a limit of its own', [200, 600, 900, 1200, 3000].map((s) => ago(s, true, owner)), owner, { kind: 'limit', retry_after: 600 }],
    ['and what it asked for while it was not known counts', [ago(10, false, { ...asker, asked_device: 'a' })], owner, { kind: 'wait', retry_after: 20 }],
    ['the owner’s codes leave strangers alone', [200, 600, 900, 1200, 3000].map((s) => ago(s, true, owner)), asker, { kind: 'send', resend_after: 30 }],
  ])('%s', (_what, history, by, verdict) => {
    expect(judgeSend(history, by, now)).toEqual(verdict);
  });
});

describe('whose tries a guess spends', () => {
  const [newest, older, oldest] = [{ asked_device: 'b' }, { asked_device: 'a' }, { asked_device: '' }];
  test.each([
    ['the device’s own code, though another is newer', [newest, older], 'a', { challenge: older, tries: 'tries' }],
    ['the newest of its own', [newest, { asked_device: 'b' }], 'b', { challenge: newest, tries: 'tries' }],
    ['of the newest those for all others, when it asked for none', [newest, older], 'c', { challenge: newest, tries: 'other_tries' }],
    ['a device without a cookie owns none, not even one that was asked for without', [oldest, newest], '', { challenge: oldest, tries: 'other_tries' }],
    ['nobody’s, when no code is open', [], 'a', undefined],
  ])('%s', (_what, open, device, looked) => {
    const found = lookedAt(open, device);
    expect(found).toEqual(looked);
    expect(found?.challenge).toBe(looked?.challenge);
  });
});
