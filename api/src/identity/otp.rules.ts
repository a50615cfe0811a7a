import { randomInt } from 'node:crypto';
import { DAY, HOUR, MINUTE, SECOND } from './clock.ts';

export const OTP_TRIES = 5;
export const OTP_LIFE_MS = 5 * MINUTE;
const WAITS = [30, 60, 120] as const;
const PER_HOUR = 5;
const PER_DAY = 10;

/** Six digits; the first is never 0, because clients send the code as a number (S7-OTP-A01). */
export function newOtp(): string {
  return String(randomInt(100_000, 1_000_000));
}

export interface Sent {
  sent_at: Date;
  used_at: Date | null;
}

export type SendVerdict =
  /** `resend_after`: seconds until the next one may be asked for. */
  { kind: 'send'; resend_after: number } | { kind: 'wait' | 'limit'; retry_after: number };

/**
 * May another OTP go to a number? `history`: what was sent to it in the last day, newest first. The wait grows
 * 30, 60, 120 s with every code that was not used and starts anew once one was proven.
 */
export function judgeSend(history: readonly Sent[], now: Date): SendVerdict {
  const since = (ms: number) => history.filter(({ sent_at }) => now.getTime() - sent_at.getTime() < ms);
  for (const [most, span] of [
    [PER_HOUR, HOUR],
    [PER_DAY, DAY],
  ] as const) {
    const counted = since(span);
    if (counted.length >= most) return { kind: 'limit', retry_after: secondsUntil(counted[most - 1]!.sent_at.getTime() + span, now) };
  }
  const lastHour = since(HOUR);
  const proven = lastHour.findIndex(({ used_at }) => used_at !== null);
  const unused = proven === -1 ? lastHour : lastHour.slice(0, proven);
  const due = unused.length === 0 ? 0 : unused[0]!.sent_at.getTime() + wait(unused.length) * SECOND;
  return due > now.getTime() ? { kind: 'wait', retry_after: secondsUntil(due, now) } : { kind: 'send', resend_after: wait(unused.length + 1) };
}

const wait = (sends: number): number => WAITS[Math.min(sends, WAITS.length) - 1]!;

const secondsUntil = (instant: number, now: Date): number => Math.ceil((instant - now.getTime()) / SECOND);
