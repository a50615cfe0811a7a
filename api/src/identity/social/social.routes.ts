import { beginGoogle, completeGoogle, signInWithSocial } from '@vimarsh/shared/contract/social/routes.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { PROFESSION_CODES } from '@vimarsh/shared/domain/people/professions.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { createAccount, findByEmail, type IdentityDb } from '../accounts/account.store.ts';
import { takePerAddress } from '../address-limits.ts';
import type { Clock } from '../clock.ts';
import type { EmitIdentityEvent } from '../events.ts';
import { newDevice, readDevice, setDeviceCookie } from '../sessions/device-cookie.ts';
import { refuseClosedSignIn, refuseClosedSignUp } from '../signin/entrance.ts';
import type { Login } from '../signin/login.ts';
import type { Google } from './google.ts';
import { beginSocialJourney, endSocialJourney, findByIdentity, holdIdentity, issueTicket, linkIdentity, type Traveller, useTicket } from './social.store.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  login: Login;
  /** Null where it is not configured. */
  google: Google | null;
  emit: EmitIdentityEvent;
  /** The login page of a host, registered with the provider. */
  returnTo(ctx: Ctx): string;
}

/** Continue with Google: away, back with a code, then the sign-in call of the specification with a token that works once. */
export function socialRoutes({ platform, clock, login, google, emit, returnTo }: Parts): void {
  const db: IdentityDb = platform.db;
  const { production } = platform.config;
  const partnerKey = ({ partner }: Ctx) => partner?.utm_source_str ?? '';
  const traveller = (ctx: Ctx): Traveller => ({ partner_key: partnerKey(ctx), device_hash: readDevice(ctx.cookies, production)?.hash ?? '' });
  const configured = (): Google => {
    if (!google) throw new Fail('SOCIAL_OFF');
    return google;
  };

  platform.on(beginGoogle, async (_input, ctx) => {
    refuseClosedSignIn(ctx);
    await takePerAddress(platform, 'social', ctx, { max: 60, perSeconds: 300 });
    const { redirect_url, ...secrets } = await configured().begin(returnTo(ctx));
    const device = readDevice(ctx.cookies, production) ?? newDevice();
    await beginSocialJourney(db, { partner_key: partnerKey(ctx), device_hash: device.hash }, secrets, clock());
    ctx.header('set-cookie', setDeviceCookie(device, production));
    return { redirect_url };
  });

  platform.on(completeGoogle, async ({ body }, ctx) => {
    await takePerAddress(platform, 'social', ctx, { max: 60, perSeconds: 300 });
    const provider = configured();
    if (!URL.canParse(body.url)) throw new Fail('BAD_REQUEST', { problems: [{ path: 'url', message: 'Not a web address' }] });
    // Only the query is the browser's word; where it came back to is ours.
    const address = new URL(returnTo(ctx));
    address.search = new URL(body.url).search;
    const state = address.searchParams.get('state') ?? '';
    const journey = await endSocialJourney(db, traveller(ctx), state, clock());
    if (!journey) throw new Fail('HANDOVER_SPENT');
    const identity = await provider.complete(address, { state, ...journey });
    const token = await issueTicket(db, traveller(ctx), identity, clock());
    const { email: username, full_name, first_name, last_name } = identity;
    return { token, username, full_name, first_name, last_name };
  });

  platform.on(signInWithSocial, async ({ body }, ctx) => {
    refuseClosedSignIn(ctx);
    await takePerAddress(platform, 'social', ctx, { max: 60, perSeconds: 300 });
    if (body.broker_id != null && body.broker_id !== ctx.partner?.brokerId) throw new Fail('FORBIDDEN');
    const ticket = await useTicket(db, traveller(ctx), body.token, clock());
    if (!ticket) throw new Fail('HANDOVER_SPENT');
    if (body.username.toLowerCase() !== ticket.email) throw new Fail('SOCIAL_REFUSED');
    const outcome = await platform.transaction(async (tx: IdentityDb) => {
      await holdIdentity(tx, ticket);
      let user = await findByIdentity(tx, ticket);
      if (!user) {
        const { partner_key, email, full_name } = ticket;
        const holder = await findByEmail(tx, partner_key, email);
        // Whoever holds the address here without having proven it may not be the person Google knows.
        if (holder && !holder.email_verified) return 'USER_EXISTS';
        if (!holder) refuseClosedSignUp(ctx);
        const now = clock();
        const arrival = { partner_key, profession: PROFESSION_CODES[body.profession], referral_code: body.referral_code };
        user =
          holder ??
          (await createAccount(tx, {
            id: ulid(),
            ...arrival,
            username: email,
            email,
            full_name,
            utm_source: ctx.partner?.utm_source ?? '',
            source: ctx.partner?.appSource,
            agreed: { words: CONSENT_WORDS.logIn, ip: ctx.ip },
            now,
          }));
        if (!holder) await emit(tx, 'person.registered', { user_id: user.id, ...arrival });
        await linkIdentity(tx, ticket, user.id, now);
      }
      return user.status === 'active' ? login.open(tx, user.id, ctx) : 'FORBIDDEN';
    });
    if (typeof outcome === 'string') throw new Fail(outcome);
    return login.answer(outcome, ctx);
  });
}
