import { changePassword, createUser, forgotPasswordOtp, resendOtp, setNewPassword, verifyOtp } from '@vimarsh/shared/contract/account/routes.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { countryOf } from '@vimarsh/shared/domain/people/countries.ts';
import { PROFESSION_CODES } from '@vimarsh/shared/domain/people/professions.ts';
import { isPhoneLike, readMobile } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { BAD_USERNAME, isEmail, validateMobile, validatePassword, validateRequired, validateUsername } from '@vimarsh/shared/domain/people/validation.ts';
import { LOGIN, SET_NEW_PASSWORD, VERIFY_OTP } from '@vimarsh/shared/domain/routing/places.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { takePerAddress } from '../address-limits.ts';
import { type AccountOtp, newHandle } from '../challenge/account-otp.ts';
import { type Handle, holdSubject, proofOf, proveChallenge, useProof } from '../challenge/challenge.store.ts';
import type { Recipient } from '../challenge/send-otp.ts';
import { after, type Clock, MINUTE } from '../clock.ts';
import type { EmitIdentityEvent } from '../events.ts';
import type { User } from '../identity.tables.ts';
import { sha256 } from '../secrets.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { askerOf } from '../signin/asker.ts';
import { refuseClosedSignIn, refuseClosedSignUp } from '../signin/entrance.ts';
import { countsOf, PASSWORD_TRIES, withinTries } from '../signin/lock-out.ts';
import { passwordsOf, replacedSince, storePassword } from '../signin/password.store.ts';
import type { Passwords } from '../signin/password.ts';
import { forgetAttempts } from '../signin/password-attempts.store.ts';
import { createMailAccount, findByEmail, findByMobile, type IdentityDb } from './account.store.ts';
import type { Callers } from './callers.ts';
import { refuseBadge } from './names.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  passwords: Passwords;
  sessions: Sessions;
  callers: Callers;
  otp: AccountOtp;
  emit: EmitIdentityEvent;
}

const CHANGED = 'Password changed';
/** How long a change that is sent again, because its answer was lost, is answered as it was. */
const REPEAT_MS = 2 * MINUTE;
type Change = Readonly<Record<'current_password' | 'new_password', string>>;

/** The five account calls of spec section 7 and the change of a password. */
export function accountRoutes({ platform, clock, passwords, sessions, callers, otp, emit }: Parts): void {
  const db: IdentityDb = platform.db;
  const keyOf = ({ partner }: Ctx): string => partner?.utm_source_str ?? '';

  platform.on(createUser, async ({ body }, ctx) => {
    refuseClosedSignUp(ctx);
    const { full_name, profession, referral_code } = body;
    const email = body.email.toLowerCase();
    refuseWrong('full_name', validateRequired(full_name), 'Please fill all required details');
    refuseBadge(full_name);
    refuseWrong('email', isEmail(email) ? '' : validateUsername('?'));
    refuseWrong('password', validatePassword(body.password));
    await takePerAddress(platform, 'create-user', ctx, { max: 20, perSeconds: 3600 });
    const newcomer = { full_name, profession: PROFESSION_CODES[profession], referral_code, phc: await passwords.hash(body.password) };
    const { handle, data } = await otp.begin({ purpose: 'CREATE_USER', to: { email }, user_id: null, newcomer }, ctx);
    return { data, extra: { user_id: handle, redirect: VERIFY_OTP, message: data.message } };
  });

  platform.on(forgotPasswordOtp, async ({ body }, ctx) => {
    refuseClosedSignIn(ctx);
    const to = recipientOf(body.username, body.country_code);
    const user = await find(to, keyOf(ctx));
    const user_id = user?.status === 'active' ? user.id : null;
    const { handle, data } = await otp.begin({ purpose: 'FORGET_PASSWORD', to, user_id, newcomer: null }, ctx);
    return { data, extra: { user_id: handle, redirect: `${VERIFY_OTP}/FORGET_PASSWORD`, message: data.message } };
  });

  platform.on(resendOtp, async ({ body }, ctx) => {
    const { handle, data } = await otp.again(body.user_id, ctx);
    return { data, extra: { user_id: handle, message: data.message } };
  });

  platform.on(verifyOtp, async ({ body }, ctx) => {
    const challenge = await otp.check(body.user_id, body.otp, ctx);
    const { id, subject, held, partner_key } = challenge;
    const newcomer = held?.newcomer;
    // Also when it was closed while the code was on its way.
    if (newcomer) refuseClosedSignUp(ctx);
    const handle = newHandle();
    // Refusals are answers here, not throws: the code stays used.
    const outcome = await platform.transaction(async (tx: IdentityDb): Promise<string | Fail> => {
      const now = clock();
      await holdSubject(tx, subject);
      if (!(await proveChallenge(tx, id, sha256(handle), now))) return new Fail('OTP_SPENT');
      if (!newcomer) return handle;
      if (await findByEmail(tx, partner_key, subject)) return new Fail('USER_EXISTS');
      const user_id = ulid();
      await createMailAccount(tx, {
        id: user_id,
        partner_key,
        email: subject,
        ...newcomer,
        utm_source: ctx.partner?.utm_source ?? '',
        source: ctx.partner?.appSource,
        // Fixed on, on the form that began this.
        agreed: { words: CONSENT_WORDS.signUp, ip: ctx.ip },
        now,
      });
      const { profession, referral_code } = newcomer;
      await emit(tx, 'person.registered', { user_id, partner_key, profession, referral_code });
      await platform.audit.write(tx, { actor: user_id, action: 'account.create', object: user_id, result: 'done', partner_key, ip: ctx.ip });
      return user_id;
    });
    if (outcome instanceof Fail) throw outcome;
    const message = newcomer ? 'Your account is ready. Log in with your password.' : 'OTP verified';
    return { data: { message }, extra: { user_id: outcome, redirect: newcomer ? LOGIN : SET_NEW_PASSWORD, message } };
  });

  platform.on(setNewPassword, async ({ body }, ctx) => {
    refuseWrong('password', validatePassword(body.password));
    await takePerAddress(platform, 'set-password', ctx, { max: 30, perSeconds: 300 });
    const partner_key = keyOf(ctx);
    const proof = { handle_hash: sha256(body.user_id), partner_key };
    const owner = await peek(proof);
    if (!owner) throw new Fail('OTP_SPENT');
    await refuseReused(owner.id, body.password);
    const phc = await passwords.hash(body.password);
    const ended = await platform.transaction(async (tx: IdentityDb) => {
      const now = clock();
      if ((await useProof(tx, proof, now)) === undefined) return null;
      await storePassword(tx, owner.id, phc, now);
      // Who has no address can't be locked out by one, and the address '' is everybody's who has none.
      if (owner.email !== '') {
        const asker = await askerOf(tx, { partner_key, email: owner.email }, ctx, platform.config.production);
        for (const count of countsOf(partner_key, owner.email, { ...asker, stranger: true })) await forgetAttempts(tx, count);
      }
      await told(tx, owner, 'password.reset', ctx);
      return sessions.endAllOf(tx, owner.id, 'password_changed', { partner_key, ip: ctx.ip });
    });
    if (!ended) throw new Fail('OTP_SPENT');
    sessions.announce(ended, 'password_changed');
    callers.forget(owner.id);
    const message = 'Your new password is set. Log in with it.';
    return { data: { message }, extra: { user_id: owner.id, redirect: LOGIN, message } };
  });

  platform.on(changePassword, async ({ body }, ctx) => {
    const { user_id, session_id, partner_key } = ctx.caller!;
    refuseWrong('new_password', validatePassword(body.new_password));
    const [present] = await passwordsOf(db, user_id);
    if (present === undefined) throw new Fail('NO_PASSWORD');
    const isDone = await proveCurrent(user_id, partner_key, present, body);
    if (isDone) return { data: { message: CHANGED, ended: 0 } };
    await refuseReused(user_id, body.new_password);
    const phc = await passwords.hash(body.new_password);
    const user = await db.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow();
    const ended = await platform.transaction(async (tx: IdentityDb) => {
      await storePassword(tx, user_id, phc, clock());
      await told(tx, user, 'password.change', ctx);
      return body.sign_out_others ? sessions.endAllOf(tx, user_id, 'password_changed', { partner_key, ip: ctx.ip, keep: session_id }) : [];
    });
    sessions.announce(ended, 'password_changed');
    callers.forget(user_id);
    return { data: { message: CHANGED, ended: ended.length } };
  });

  /**
   * Five wrong current passwords lock the change for 15 minutes, so that an open tab is no way to guess one. True where the very change
   * was made a moment ago: its answer was lost, and who knows both passwords gets it again.
   */
  async function proveCurrent(user_id: string, partner_key: string, phc: string, { current_password, new_password }: Change): Promise<boolean> {
    const name = { partner_key, name_hash: sha256(`change ${user_id}`), most: PASSWORD_TRIES };
    return withinTries({ db, clock }, [name], 'CREDENTIALS', async () => {
      if (await passwords.verify(phc, current_password)) return false;
      const before = await replacedSince(db, user_id, after(clock(), -REPEAT_MS));
      if (before !== undefined && (await passwords.verify(before, current_password)) && (await passwords.verify(phc, new_password))) return true;
      throw new Fail('CREDENTIALS', {
        validation: 'The current password is not right.',
        problems: [{ path: 'current_password', message: 'The current password is not right.' }],
      });
    });
  }

  async function refuseReused(user_id: string, password: string): Promise<void> {
    for (const phc of await passwordsOf(db, user_id)) {
      if (await passwords.verify(phc, password)) throw new Fail('PASSWORD_REUSED');
    }
  }

  function find(to: Recipient, partner_key: string): Promise<User | undefined> {
    return 'email' in to ? findByEmail(db, partner_key, to.email) : findByMobile(db, partner_key, to);
  }

  /** Whose proof it is, without using it up: a password that is refused may be chosen anew. */
  async function peek(proof: Handle): Promise<User | undefined> {
    const user_id = await proofOf(db, proof, clock());
    if (user_id === undefined) return undefined;
    return db.selectFrom('users').selectAll().where('id', '=', user_id).where('status', '=', 'active').executeTakeFirst();
  }

  /** The owner learns of every change of the password, in case it was not them. */
  async function told(tx: IdentityDb, user: User, action: string, { ip, partner, caller }: Ctx): Promise<void> {
    await platform.audit.write(tx, {
      actor: user.id,
      action,
      object: user.id,
      result: 'done',
      partner_key: user.partner_key,
      session_id: caller?.session_id ?? '',
      ip,
    });
    const brand = partner?.utm_source ?? BRAND_TITLE;
    const text = `The password of your ${brand} account was changed. If that was not you, set a new one with ‘Forgot password?’ on the login page.`;
    if (user.email !== '' && user.email_verified)
      await platform.outbox.send(tx, { channel: 'mail', to: user.email, subject: 'Your password was changed', text, notice: true });
  }
}

function refuseWrong(path: string, message: string, validation = message): void {
  if (message) throw new Fail('BAD_REQUEST', { validation, problems: [{ path, message }] });
}

function recipientOf(username: string, country_code: string): Recipient {
  if (isEmail(username)) return { email: username.toLowerCase() };
  if (!isPhoneLike(username)) refuseWrong('username', validateUsername(username) || BAD_USERNAME);
  const mobile = readMobile(username, country_code);
  refuseWrong('username', validateMobile(mobile, country_code));
  return { country_code: countryOf(country_code)!.country_code, mobile };
}
