import { randomInt } from 'node:crypto';
import { countedAs } from '../../platform/http/address.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts';

export const OTP_TRIES = 5;
export const OTP_LIFE_MS = 5 * MINUTE;
const WAITS = [30, 60, 120] as const;
/** What a device the number's owner signed in with, or a network, is sent. */
const EACH = { perHour: 5, perDay: 10 } as const;
/** What all strangers to a number are sent together, so that one of them can't close it for the others. */
export const STRANGERS = { perHour: 10, perDay: 20 } as const;

/**
 * What goes out from one site in an hour to all numbers, or all addresses, that nobody has proven there. Every one is paid for, and
 * they are invented for nothing: limits per address and per number bound no one who has many of both.
 */
export const UNPROVEN = { max: 1000, perSeconds: 3600 } as const;
/** One network's share of these, so that a few networks can't take them all from the others. */
export const UNPROVEN_OF_NETWORK = { max: 60, perSeconds: 3600 } as const;
/**
 * Beyond the site's hour sign-up goes on, slowly: each network has one code in ten minutes. Whoever wants to shut a site's door has to
 * be in thousands of networks at once, and what an hour can cost stays bounded.
 */
export const LATE_OF_NETWORK = { max: 1, perSeconds: 600 } as const;
export const LATE = { max: 9000, perSeconds: 3600 } as const;

/** Six digits; the first is never 0, because clients send the code as a number (S7-OTP-A01). */
export function newOtp(): string {
  return String(randomInt(100_000, 1_000_000));
}

/** Who asked for a code, as it is kept with it: the hash of its device cookie, and what `Asker` says. */
export interface AskedBy {
  asked_device: string;
  counted_for: string;
  stranger: boolean;
}

/** A code that went out; `used_at`: when it was proven. */
export interface Sent extends AskedBy {
  sent_at: Date;
  used_at: Date | null;
}

export type SendVerdict =
  /** `resend_after`: seconds until the next one may be asked for. */
  { kind: 'send'; resend_after: number } | { kind: 'wait' | 'limit'; retry_after: number };

/**
 * May another OTP go to a number? `history`: what was sent to it in the last day, newest first. Only what the same
 * device or network asked for counts, and for a stranger what all strangers did. The wait grows 30, 60, 120 s with every code that was not used
 * and starts anew once one was proven.
 */
export function judgeSend(history: readonly Sent[], asker: AskedBy, now: Date): SendVerdict {
  const own = history.filter(
    ({ counted_for, asked_device }) => counted_for === asker.counted_for || (asked_device !== '' && asked_device === asker.asked_device),
  );
  const strangers = asker.stranger ? history.filter(({ stranger }) => stranger) : [];
  const wide = wideOf(asker);
  const neighbours = wide === null ? [] : strangers.filter((sent) => wideOf(sent) === wide);
  const full = overfull(own, EACH, now) ?? overfull(neighbours, EACH, now) ?? overfull(strangers, STRANGERS, now);
  if (full !== null) return { kind: 'limit', retry_after: full };
  const lastHour = since(own, HOUR, now);
  const proven = lastHour.findIndex(({ used_at }) => used_at !== null);
  const unused = proven === -1 ? lastHour : lastHour.slice(0, proven);
  const due = unused.length === 0 ? 0 : unused[0]!.sent_at.getTime() + wait(unused.length) * SECOND;
  return due > now.getTime() ? { kind: 'wait', retry_after: secondsUntil(due, now) } : { kind: 'send', resend_after: wait(unused.length + 1) };
}

/** The wider network of who is counted for an IPv6 network. One customer may have it whole, so it is sent no more than one. */
function wideOf({ counted_for }: Pick<AskedBy, 'counted_for'>): string | null {
  const network = /^network (.*)\/64$/.exec(counted_for)?.[1];
  return network === undefined ? null : countedAs(network).wide;
}

/** Whose tries a guess spends: those of the code its device asked for or, when it asked for none, those that all others have for the newest. */
export function lookedAt<T extends { asked_device: string }>(
  open: readonly T[],
  device_hash: string,
): { challenge: T; tries: 'tries' | 'other_tries' } | undefined {
  const own = open.find(({ asked_device }) => device_hash !== '' && asked_device === device_hash);
  if (own) return { challenge: own, tries: 'tries' };
  return open[0] && { challenge: open[0], tries: 'other_tries' };
}

const since = (sent: readonly Sent[], ms: number, now: Date): Sent[] => sent.filter(({ sent_at }) => now.getTime() - sent_at.getTime() < ms);

/** Seconds until there is room again; null while there is. */
function overfull(sent: readonly Sent[], { perHour, perDay }: { perHour: number; perDay: number }, now: Date): number | null {
  for (const [most, span] of [
    [perHour, HOUR],
    [perDay, DAY],
  ] as const) {
    const counted = since(sent, span, now);
    if (counted.length >= most) return secondsUntil(counted[most - 1]!.sent_at.getTime() + span, now);
  }
  return null;
}

const wait = (sends: number): number => WAITS[Math.min(sends, WAITS.length) - 1]!;

const secondsUntil = (instant: number, now: Date): number => Math.ceil((instant - now.getTime()) / SECOND);
