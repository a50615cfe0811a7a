import { randomBytes } from 'node:crypto';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { COUNTRY_CODES } from '@vimarsh/shared/domain/countries.ts';
import { ulid } from '../platform/id.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import type { Db, Mobile } from './account.store.ts';
import { type AccountChallenge, holdRecipient, insertAccountChallenge, mailedTo, openChallenge, spendAccountTry } from './account-challenge.store.ts';
import { takePerAddress } from './address-limits.ts';
import type { Clock } from './clock.ts';
import type { AccountPurpose, Newcomer } from './identity.tables.ts';
import { judgeSend, newOtp, OTP_LIFE_MS, OTP_TRIES } from './otp.rules.ts';
import { sentTo } from './otp.store.ts';
import { mailedOtp, otpSms } from './otp-text.ts';
import { mac, sameText, sha256 } from './secrets.ts';

/** An e-mail address in lower case, or a mobile number. */
export type Recipient = { email: string } | Mobile;

export interface Begun {
  purpose: AccountPurpose;
  to: Recipient;
  /** Null when there is no such account: nothing is sent then, and the answer is the same. */
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
  check(handle: string, code: number, ctx: Ctx): Promise<AccountChallenge>;
}

export const newHandle = (): string => randomBytes(24).toString('base64url');
const nameOf = (to: Recipient): string => ('email' in to ? to.email : `${to.country_code}${to.mobile}`);
const keyOf = ({ partner }: Ctx): string => partner?.utm_source_str ?? '';

/** Enough to recognise one's own address by, and no more: `a••••@mail.in`, `+91 ••••••3210`. */
export function masked(to: Recipient): string {
  if ('email' in to) {
    const [name = '', domain = ''] = to.email.split('@');
    return `${name.slice(0, 1)}••••@${domain}`;
  }
  return `${to.country_code} ${'•'.repeat(Math.max(0, to.mobile.length - 4))}${to.mobile.slice(-4)}`;
}

export function createAccountOtp({ platform, clock, otpKey }: { platform: Platform; clock: Clock; otpKey: Buffer }): AccountOtp {
  const macOf = (id: string, code: string) => mac(otpKey, `${id} ${code}`);

  async function send(tx: Db, begun: Begun, handle: string, ctx: Ctx): Promise<SentCode> {
    const { to, user_id, newcomer, purpose } = begun;
    const recipient = nameOf(to);
    const now = clock();
    await holdRecipient(tx, recipient);
    const verdict = judgeSend('email' in to ? await mailedTo(tx, recipient, now) : await sentTo(tx, to, now), now);
    if (verdict.kind !== 'send') throw new Fail(verdict.kind === 'wait' ? 'OTP_WAIT' : 'RATE', { retry_after: verdict.retry_after });
    const id = ulid();
    const code = newOtp();
    const row = { id, handle_hash: sha256(handle), partner_key: keyOf(ctx), purpose, recipient, user_id, newcomer, code_mac: macOf(id, code) };
    await insertAccountChallenge(tx, row, now);
    if (user_id !== null || newcomer !== null) await deliver(tx, to, code, ctx);
    return {
      handle,
      data: { message: `OTP sent to ${masked(to)}`, sent_to: masked(to), resend_after: verdict.resend_after, expires_in: OTP_LIFE_MS / 1000 },
    };
  }

  function deliver(tx: Db, to: Recipient, code: string, { partner }: Ctx): Promise<void> {
    const brand = partner?.utm_source ?? BRAND_TITLE;
    const site = { partner, mainHost: platform.config.PUBLIC_HOST };
    return platform.outbox.send(
      tx,
      'email' in to
        ? { channel: 'mail', to: to.email, subject: `Your OTP for ${brand}`, text: mailedOtp(code, site) }
        : { channel: 'sms', to: nameOf(to), text: otpSms(code, site) },
    );
  }

  return {
    begin(begun, ctx) {
      takePerAddress(platform, 'otp-send', ctx.ip, { max: 20, perSeconds: 3600 });
      return platform.transaction((tx) => send(tx as Db, begun, newHandle(), ctx));
    },

    again(handle, ctx) {
      takePerAddress(platform, 'otp-send', ctx.ip, { max: 20, perSeconds: 3600 });
      return platform.transaction(async (any) => {
        const tx = any as Db;
        const open = await openChallenge(tx, { handle_hash: sha256(handle), partner_key: keyOf(ctx) }, clock());
        if (!open) throw new Fail('OTP_SPENT');
        const { purpose, recipient, user_id, newcomer } = open;
        return send(tx, { purpose, to: recipientOf(recipient), user_id, newcomer }, handle, ctx);
      });
    },

    async check(handle, code, ctx) {
      takePerAddress(platform, 'otp-verify', ctx.ip, { max: 30, perSeconds: 300 });
      const challenge = await spendAccountTry(platform.db as Db, { handle_hash: sha256(handle), partner_key: keyOf(ctx) }, clock());
      if (!challenge) throw new Fail('OTP_SPENT');
      const reachable = challenge.user_id !== null || challenge.newcomer !== null;
      if (!sameText(challenge.code_mac, macOf(challenge.id, String(code))) || !reachable) {
        throw new Fail('OTP_WRONG', { tries_left: OTP_TRIES - challenge.tries });
      }
      return challenge;
    },
  };
}

/** Numbers are kept with their country code; no two countries make the same number of one length. */
function recipientOf(recipient: string): Recipient {
  const country = COUNTRY_CODES.find(({ country_code, length }) => recipient.startsWith(country_code) && recipient.length === country_code.length + length);
  if (!country) return { email: recipient };
  return { country_code: country.country_code, mobile: recipient.slice(country.country_code.length) };
}
