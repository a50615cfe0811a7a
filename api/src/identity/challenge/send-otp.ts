import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { neighbourhoodOf } from '../../platform/http/address.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import { mailboxOf } from '../../platform/limits/mailbox.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { findByMobile, type IdentityDb, type Mobile } from '../accounts/account.store.ts';
import { takeTogether } from '../address-limits.ts';
import { type Clock, DAY, SECOND } from '../clock.ts';
import type { AccountPurpose, OtpPurpose } from '../identity.tables.ts';
import { mac } from '../secrets.ts';
import { newDevice, setDeviceCookie } from '../sessions/device-cookie.ts';
import { askerOf } from '../signin/asker.ts';
import { holdSubject, insertChallenge, type NewChallenge, sentTo } from './challenge.store.ts';
import { judgeSend, LATE, LATE_OF_NETWORK, newOtp, STRANGERS, UNPROVEN, UNPROVEN_OF_NETWORK } from './otp.rules.ts';
import { mailedOtp, otpSms } from './otp-text.ts';

/** An e-mail address in lower case, or a mobile number. */
export type Recipient = { email: string } | Mobile;

export interface Sending {
  readonly to: Recipient;
  readonly purpose: OtpPurpose | AccountPurpose;
  /** What the challenge is bound to, for the calls that keep a handle. */
  readonly behind?: Pick<NewChallenge, 'handle_hash' | 'user_id' | 'held'>;
  /** There is no such account: nothing is sent, and answer and work are the same. */
  readonly feigned?: boolean;
}

export const nameOf = (to: Recipient): string => ('email' in to ? to.email : `${to.country_code}${to.mobile}`);
export const keyOf = ({ partner }: Pick<Ctx, 'partner'>): string => partner?.utm_source_str ?? '';
export const macOf = (otpKey: Buffer, id: string, code: string): string => mac(otpKey, `${id} ${code}`);

export const unprovenKey = (partner_key: string, to: Recipient): string => `unproven ${'email' in to ? 'mail' : 'sms'} ${partner_key}`;

/**
 * Counts a code to somebody nobody has proven on this site; false when there is none left for the network it is asked from: then it is
 * feigned. A number with an account signs in all the same, and the answers are alike, so nothing tells which have one. Sign-up is refused
 * to all of them alike.
 */
export async function takeUnproven(platform: Platform, { to, purpose }: Pick<Sending, 'to' | 'purpose'>, ctx: Ctx): Promise<boolean> {
  const partner_key = keyOf(ctx);
  if (purpose === 'SIGN_IN' && 'mobile' in to && (await findByMobile(platform.db, partner_key, to))) return true;
  const key = unprovenKey(partner_key, to);
  const network = neighbourhoodOf(ctx.ip);
  const take = (what: string, limit: Limit) => refusalOf(takeTogether(platform, what, ctx, limit));
  const own = await take(`${key} from ${network}`, UNPROVEN_OF_NETWORK);
  const full = own ?? (await take(key, UNPROVEN));
  if (!full) return true;
  const waits = own ? null : await take(`${key} late from ${network}`, LATE_OF_NETWORK);
  const refused = own ?? waits ?? (await take(`${key} late`, LATE));
  if (!refused) return true;
  if (purpose === 'SIGN_IN') return false;
  throw new Fail('RATE', { ...refused.options, validation: own ? SHARE_GONE : waits ? TURN : ALL_GONE });
}

const SHARE_GONE = 'Too many people are signing up from your network at the moment. Try again in an hour, or from another network.';
const TURN = 'Many people are signing up here at the moment. Try again in ten minutes.';
const ALL_GONE = 'Too many people are signing up here at the moment. Try again in an hour.';

/** The refusal of a limit; null where there was room. */
async function refusalOf(taken: Promise<void>): Promise<Fail | null> {
  try {
    await taken;
    return null;
  } catch (error) {
    if (!(error instanceof Fail) || error.code !== 'RATE') throw error;
    return error;
  }
}

/**
 * Sends a code, whatever it is for: waits and limits are counted together by whom it goes to. Fails with OTP_WAIT or RATE.
 * Answers the seconds until the next may be asked for.
 */
export function createOtpSender({ platform, clock, otpKey }: { platform: Platform; clock: Clock; otpKey: Buffer }) {
  const { production, PUBLIC_HOST } = platform.config;
  return async (tx: IdentityDb, { to, purpose, behind, feigned = false }: Sending, ctx: Ctx): Promise<number> => {
    const scope = { partner_key: keyOf(ctx), purpose, subject: nameOf(to) };
    const now = clock();
    await holdSubject(tx, scope.subject);
    const asker = await askerOf(tx, { partner_key: scope.partner_key, ...to }, ctx, production);
    const device = asker.device ?? newDevice();
    const asked = { asked_device: device.hash, counted_for: asker.counted_for, stranger: asker.stranger };
    const verdict = judgeSend(await sentTo(tx, scope.subject, now), asked, now);
    if (verdict.kind !== 'send') throw new Fail(verdict.kind === 'wait' ? 'OTP_WAIT' : 'RATE', { retry_after: verdict.retry_after });
    // A mailbox has as many addresses as its owner's provider takes for one: what strangers send to all of them counts together.
    if ('email' in to && asked.stranger) await platform.limits.take(`otp mail to ${mailboxOf(to.email)}`, { max: STRANGERS.perDay, perSeconds: DAY / SECOND });
    const id = ulid();
    const code = newOtp();
    await insertChallenge(tx, { ...scope, ...asked, ...behind, id, code_mac: macOf(otpKey, id, code) }, now);
    ctx.header('set-cookie', setDeviceCookie(device, production));
    const site = { partner: ctx.partner, mainHost: PUBLIC_HOST };
    await platform.outbox.send(
      tx,
      'email' in to
        ? { channel: 'mail', to: to.email, subject: `Your OTP for ${ctx.partner?.utm_source ?? BRAND_TITLE}`, text: mailedOtp(code, site), feigned }
        : { channel: 'sms', to: scope.subject, text: otpSms(code, site), feigned },
    );
    return verdict.resend_after;
  };
}
