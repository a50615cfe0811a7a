import { describe, expect, test } from 'vitest';
import { judgeSend, newOtp } from './otp.rules.ts';

const now = new Date('2026-11-20T06:00:00Z');
const ago = (seconds: number, used = false) => ({ sent_at: new Date(now.getTime() - seconds * 1000), used_at: used ? now : null });

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
    expect(judgeSend(history, now)).toEqual(verdict);
  });
});
