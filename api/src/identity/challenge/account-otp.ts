import { randomBytes } from 'node:crypto';
import { COUNTRY_CODES } from '@vimarsh/shared/domain/people/countries.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { takePerAddress } from '../address-limits.ts';
import type { Clock } from '../clock.ts';
import type { AccountPurpose, Newcomer } from '../identity.tables.ts';
import { sameText, sha256 } from '../secrets.ts';
import { type Challenge, spendTry, unprovenBehind } from './challenge.store.ts';
import { OTP_LIFE_MS } from './otp.rules.ts';
import { createOtpSender, keyOf, macOf, type Recipient, takeUnproven } from './send-otp.ts';
import { typedCode } from './typed-code.ts';

export interface Begun {
  purpose: AccountPurpose;
  to: Recipient;
  /** Null when there is no such account: nothing is sent then, and answer and work are the same. */
  user_id: string | null;
  newcomer: Newcomer | null;
}

export interface SentCode {
  /** What the browser keeps for the next step. */
  handle: string;
  data: { message: string; sent_to: string; resend_after: number; expires_in: number };
}

/** Codes of the account calls: how they are sent, sent again and proven. Limits are those of the login's OTPs, counted together. */
export interface AccountOtp {
  begin(begun: Begun, ctx: Ctx): Promise<SentCode>;
  again(handle: string, ctx: Ctx): Promise<SentCode>;
  /** The challenge a right code belongs to. Fails with OTP_WRONG or OTP_SPENT. */
  check(handle: string, written: number | string, ctx: Ctx): Promise<Challenge>;
}

export const newHandle = (): string => randomBytes(24).toString('base64url');

/** Enough to recognise one's own address by, and no more: `a••••@mail.in`, `+91 ••••••3210`. */
export function masked(to: Recipient): string {
  if ('email' in to) {
    const [name = '', domain = ''] = to.email.split('@');
    return `${name.slice(0, 1)}••••@${domain}`;
  }
  return `${to.country_code} ${'•'.repeat(Math.max(0, to.mobile.length - 4))}${to.mobile.slice(-4)}`;
}

export function createAccountOtp({ platform, clock, otpKey }: { platform: Platform; clock: Clock; otpKey: Buffer }): AccountOtp {
  const sendOtp = createOtpSender({ platform, clock, otpKey });

  async function send(tx: IdentityDb, { to, user_id, newcomer, purpose }: Begun, handle: string, ctx: Ctx): Promise<SentCode> {
    const behind = { handle_hash: sha256(handle), user_id, held: newcomer && { newcomer } };
    const resend_after = await sendOtp(tx, { to, purpose, behind, feigned: user_id === null && newcomer === null }, ctx);
    return { handle, data: { message: `OTP sent to ${masked(to)}`, sent_to: masked(to), resend_after, expires_in: OTP_LIFE_MS / 1000 } };
  }

  return {
    async begin(begun, ctx) {
      await takePerAddress(platform, 'otp-send', ctx, { max: 20, perSeconds: 3600 });
      if (begun.newcomer) await takeUnproven(platform, begun, ctx);
      return platform.transaction((tx) => send(tx, begun, newHandle(), ctx));
    },

    async again(handle, ctx) {
      await takePerAddress(platform, 'otp-send', ctx, { max: 20, perSeconds: 3600 });
      const behind = { handle_hash: sha256(handle), partner_key: keyOf(ctx) };
      const begunFor = async (db: IdentityDb): Promise<Begun> => {
        const open = await unprovenBehind(db, behind, clock());
        if (!open) throw new Fail('OTP_SPENT');
        const { subject, user_id, held } = open;
        return { purpose: open.purpose as AccountPurpose, to: recipientOf(subject), user_id, newcomer: held?.newcomer ?? null };
      };
      const begun = await begunFor(platform.db);
      if (begun.newcomer) await takeUnproven(platform, begun, ctx);
      // Read again: meanwhile it may have been proven.
      return platform.transaction(async (tx) => send(tx, await begunFor(tx), handle, ctx));
    },

    async check(handle, written, ctx) {
      const code = typedCode(written, 'otp');
      await takePerAddress(platform, 'otp-verify', ctx, { max: 30, perSeconds: 300 });
      const db: IdentityDb = platform.db;
      const open = await unprovenBehind(db, { handle_hash: sha256(handle), partner_key: keyOf(ctx) }, clock());
      const spent = open && (await spendTry(db, open.id, clock()));
      if (!spent) throw new Fail('OTP_SPENT');
      const { challenge, tries_left } = spent;
      const reachable = challenge.user_id !== null || challenge.held !== null;
      if (!sameText(challenge.code_mac, macOf(otpKey, challenge.id, code)) || !reachable) {
        throw new Fail('OTP_WRONG', { tries_left });
      }
      return challenge;
    },
  };
}

/** Numbers are kept with their country code; no two countries make the same number of one length. */
function recipientOf(subject: string): Recipient {
  const country = COUNTRY_CODES.find(({ country_code, length }) => subject.startsWith(country_code) && subject.length === country_code.length + length);
  if (!country) return { email: subject };
  return { country_code: country.country_code, mobile: subject.slice(country.country_code.length) };
}
