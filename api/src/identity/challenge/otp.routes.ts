import { generateOtp, validateOtp } from '@vimarsh/shared/contract/identity/routes.ts';
import { KEPT_BROKER_IDS } from '@vimarsh/shared/domain/partners/brokers.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { countryOf } from '@vimarsh/shared/domain/people/countries.ts';
import { PROFESSION_CODES, type ProfessionCode } from '@vimarsh/shared/domain/people/professions.ts';
import { readMobile } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateMobile, validateRequired } from '@vimarsh/shared/domain/people/validation.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { createAccount, findByMobile, type IdentityDb, type Mobile } from '../accounts/account.store.ts';
import { refuseBadge } from '../accounts/names.ts';
import { takePerAddress } from '../address-limits.ts';
import type { Clock } from '../clock.ts';
import type { EmitIdentityEvent } from '../events.ts';
import type { OtpPurpose } from '../identity.tables.ts';
import { sameText } from '../secrets.ts';
import { readDevice } from '../sessions/device-cookie.ts';
import { refuseClosedSignIn, refuseClosedSignUp } from '../signin/entrance.ts';
import type { Login, Opened } from '../signin/login.ts';
import { consume, holdSubject, openOf, type Scope, spendTry } from './challenge.store.ts';
import { lookedAt, OTP_LIFE_MS } from './otp.rules.ts';
import { createOtpSender, keyOf, macOf, nameOf, takeUnproven } from './send-otp.ts';
import { typedCode } from './typed-code.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  login: Login;
  /** Peppers the stored codes. */
  otpKey: Buffer;
  emit: EmitIdentityEvent;
}

interface Addressed {
  country_code: string;
  mobile: string | number;
  purpose: OtpPurpose;
  broker_id?: number | undefined;
}

/**
 * Mobile sign-in and sign-up by OTP. Sending answers the same for every number; only a correct code, so only the
 * owner of the number, learns `Account not found` or `User already exists`.
 */
export function otpRoutes({ platform, clock, login, otpKey, emit }: Parts): void {
  const db: IdentityDb = platform.db;
  const { production } = platform.config;
  const sendOtp = createOtpSender({ platform, clock, otpKey });

  platform.on(generateOtp, async ({ body }, ctx) => {
    refuseClosed(body.purpose, ctx);
    const { to } = addressOf(body, ctx);
    await takePerAddress(platform, 'otp-send', ctx, { max: 20, perSeconds: 3600 });
    const sending = { to, purpose: body.purpose };
    const feigned = !(await takeUnproven(platform, sending, ctx));
    const resend_after = await platform.transaction((tx) => sendOtp(tx, { ...sending, feigned }, ctx));
    const message = 'OTP sent to your mobile number';
    return { data: { message, resend_after, expires_in: OTP_LIFE_MS / 1000 }, extra: { message } };
  });

  platform.on(validateOtp, async ({ body }, ctx) => {
    refuseClosed(body.purpose, ctx);
    const { scope, to } = addressOf(body, ctx);
    const code = typedCode(body.mobile_otp, 'mobile_otp');
    const person = body.purpose === 'SIGN_UP' ? newPerson(body) : null;
    await takePerAddress(platform, 'otp-verify', ctx, { max: 30, perSeconds: 300 });

    const looked = lookedAt(await openOf(db, scope, clock()), readDevice(ctx.cookies, production)?.hash ?? '');
    const spent = looked && (await spendTry(db, looked.challenge.id, clock(), looked.tries));
    if (!spent) throw new Fail('OTP_SPENT');
    const { challenge, tries_left } = spent;
    if (!sameText(challenge.code_mac, macOf(otpKey, challenge.id, code))) throw new Fail('OTP_WRONG', { tries_left });

    // Refusals below are answers, not throws: the code stays used.
    const outcome = await platform.transaction(async (tx: IdentityDb): Promise<Opened | 'OTP_SPENT' | 'ACCOUNT_NOT_FOUND' | 'USER_EXISTS' | 'FORBIDDEN'> => {
      const now = clock();
      // Held first, as sending does: two correct codes for one number at once must not make two accounts.
      await holdSubject(tx, scope.subject);
      if (!(await consume(tx, challenge.id, now))) return 'OTP_SPENT';
      const user = await findByMobile(tx, scope.partner_key, to);
      if (user && person) return 'USER_EXISTS';
      if (user) return user.status === 'active' ? login.open(tx, user.id, ctx) : 'FORBIDDEN';
      if (!person) return 'ACCOUNT_NOT_FOUND';
      const { country_code, mobile } = to;
      const created = await createAccount(tx, {
        id: ulid(),
        partner_key: scope.partner_key,
        username: mobile,
        country_code,
        mobile,
        ...person,
        utm_source: ctx.partner?.utm_source ?? '',
        source: ctx.partner?.appSource,
        agreed: { words: CONSENT_WORDS.signUp, ip: ctx.ip },
        now,
      });
      const { profession, referral_code } = person;
      await emit(tx, 'person.registered', { user_id: created.id, partner_key: scope.partner_key, profession, referral_code });
      return login.open(tx, created.id, ctx);
    });
    if (typeof outcome === 'string') throw new Fail(outcome);
    return login.answer(outcome, ctx);
  });
}

function refuseClosed(purpose: OtpPurpose, ctx: Ctx): void {
  if (purpose === 'SIGN_UP') refuseClosedSignUp(ctx);
  else refuseClosedSignIn(ctx);
}

function addressOf({ country_code, mobile, purpose, broker_id }: Addressed, { partner }: Ctx): { scope: Scope; to: Mobile } {
  const own = partner ? broker_id === partner.brokerId : KEPT_BROKER_IDS.includes(broker_id ?? 0);
  if (broker_id !== undefined && !own) throw new Fail('FORBIDDEN');
  const to = mobileOf(country_code, String(mobile));
  return { to, scope: { subject: nameOf(to), purpose, partner_key: keyOf({ partner }) } };
}

function mobileOf(country_code: string, written: string): Mobile {
  const mobile = readMobile(written, country_code);
  const wrong = validateMobile(mobile, country_code);
  if (wrong) throw new Fail('BAD_REQUEST', { validation: wrong, problems: [{ path: 'mobile', message: wrong }] });
  return { country_code: countryOf(country_code)!.country_code, mobile };
}

function newPerson({
  full_name = '',
  profession = 'RETAIL_INVESTOR',
  referral_code,
}: {
  full_name?: string | undefined;
  profession?: ProfessionCode | undefined;
  referral_code: string;
}) {
  const missing = validateRequired(full_name);
  if (missing) throw new Fail('BAD_REQUEST', { validation: 'Please fill all required details', problems: [{ path: 'full_name', message: missing }] });
  refuseBadge(full_name);
  return { full_name, profession: PROFESSION_CODES[profession], referral_code };
}
