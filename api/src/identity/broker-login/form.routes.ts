import { randomBytes } from 'node:crypto';
import { regenerateOtp, validatePin, validateUser, validateUserPin } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { partnerFormOf } from '@vimarsh/shared/domain/partners/partner-form.ts';
import { type Brokers, type KnownBroker, linkedUser } from '../../brokers/index.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { takePerAddress } from '../address-limits.ts';
import { type Challenge, consume, insertChallenge, openOf, type Scope, spendTry } from '../challenge/challenge.store.ts';
import type { Clock } from '../clock.ts';
import { sameText, sha256 } from '../secrets.ts';
import { newDevice, readDevice, setDeviceCookie } from '../sessions/device-cookie.ts';
import { type Asker, askerOf } from '../signin/asker.ts';
import { countsOf, withinTries } from '../signin/lock-out.ts';
import { type BrokerLogin, ownBroker } from './broker-login.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  brokers: Brokers;
  brokerLogin: BrokerLogin;
}

/** A customer of a broker is an investor here. */
const profession = 'Retail Investor';
const MESSAGES = { pin: 'Enter your PIN', otp: 'Enter the OTP sent by your broker' } as const;

/** PINs of one client in a day from devices it never came in with: four digits stand a year, whoever has the password. */
const PINS = { max: 25, perSeconds: 86_400 } as const;

/** The partner's own form on our page: client ID and password, then PIN or OTP; or all in one. Secrets only pass through. */
export function formRoutes({ platform, clock, brokers, brokerLogin }: Parts): void {
  const db: IdentityDb = platform.db;
  const { production } = platform.config;
  const deviceOf = ({ cookies }: Ctx) => readDevice(cookies, production);
  const scopeOf = (broker: KnownBroker, client_id: string): Scope => ({
    partner_key: broker.partner_key,
    purpose: 'BROKER_FORM',
    subject: `broker ${broker.id} ${client_id.trim().toUpperCase()}`,
  });
  async function askerAt({ partner_key, id }: KnownBroker, client_id: string, ctx: Ctx): Promise<Asker> {
    const user_id = await linkedUser(db, { partner_key, broker_id: id, client_id });
    return askerOf(db, { partner_key, user_id }, ctx, production);
  }

  /** Step two of a client, open in this browser. */
  async function stepOf(broker: KnownBroker, client_id: string, ctx: Ctx): Promise<Challenge | undefined> {
    const device_hash = deviceOf(ctx)?.hash;
    return (await openOf(db, scopeOf(broker, client_id), clock())).find(({ asked_device }) => asked_device === device_hash);
  }

  /** The broker of this host, if `route` is the one of its form. */
  function brokerAt(broker_id: number, route: string, ctx: Ctx) {
    const broker = ownBroker(brokers.known(broker_id), ctx);
    const form = partnerFormOf(broker.site);
    if (form?.route !== route) throw new Fail('BROKER_UNKNOWN');
    return { broker, form, desk: brokers.deskOf(broker) };
  }

  /**
   * Lets a network, or a device the client came in with, try a client ID five times, then locks it here for 15 minutes: nobody
   * guesses a broker's passwords through us, and no stranger locks out who is known.
   */
  function guarded<T>(broker: KnownBroker, client_id: string, asker: Asker, work: () => Promise<T>): Promise<T> {
    return withinTries({ db, clock }, countsOf(broker.partner_key, scopeOf(broker, client_id).subject, asker), 'BROKER_CREDENTIALS', work);
  }

  /** The same for the PIN, over all steps one: a right password, which opens another, gives no new tries. */
  async function guardedPin<T>(broker: KnownBroker, client_id: string, asker: Asker, work: () => Promise<T>): Promise<T> {
    const name = `${scopeOf(broker, client_id).subject} pin`;
    if (!asker.known) await platform.limits.take(`${broker.partner_key} ${name}`, PINS);
    return withinTries({ db, clock }, countsOf(broker.partner_key, name, asker), 'BROKER_FACTOR', work);
  }

  platform.on(validateUser, async ({ params, body }, ctx) => {
    await takePerAddress(platform, 'broker-form', ctx, { max: 60, perSeconds: 300 });
    const { broker, form, desk } = brokerAt(body.broker_id, params.partner, ctx);
    const { twoStep } = desk;
    if (!twoStep) throw new Fail('BROKER_UNKNOWN');
    const asker = await askerAt(broker, body.username, ctx);
    const { session } = await guarded(broker, body.username, asker, () => twoStep.validateUser({ client_id: body.username, password: body.password }));
    const device = deviceOf(ctx) ?? newDevice();
    ctx.header('set-cookie', setDeviceCookie(device, production));
    const token = form.token ? randomBytes(16).toString('base64url') : '';
    const step = {
      ...scopeOf(broker, body.username),
      id: ulid(),
      asked_device: device.hash,
      counted_for: asker.counted_for,
      stranger: asker.stranger,
      code_mac: '',
      held: { broker_session: session, token_hash: token && sha256(token) },
    };
    await platform.transaction((tx) => insertChallenge(tx, step, clock()));
    const factor = form.factor === 'otp' ? ('otp' as const) : ('pin' as const);
    return { factor, message: MESSAGES[factor], ...(token && { token }) };
  });

  platform.on(validatePin, async ({ params, body }, ctx) => {
    await takePerAddress(platform, 'broker-form', ctx, { max: 60, perSeconds: 300 });
    const { broker, desk } = brokerAt(body.broker_id, params.partner, ctx);
    if (!desk.twoStep) throw new Fail('BROKER_UNKNOWN');
    const step = await stepOf(broker, body.username, ctx);
    const spent = step && (await spendTry(db, step.id, clock()));
    const { broker_session: session = '', token_hash = '' } = spent?.challenge.held ?? {};
    if (!spent || (token_hash && !sameText(token_hash, sha256(body.token ?? '')))) throw new Fail('BROKER_STEP');
    const { twoStep } = desk;
    const asker = await askerAt(broker, body.username, ctx);
    const { customer, session: opened } = await guardedPin(broker, body.username, asker, () =>
      twoStep.validatePin({ client_id: body.username, session, pin: body.pin }),
    );
    if (customer.client_id.toUpperCase() !== body.username.toUpperCase()) throw new Fail('BROKER_FOREIGN');
    const take = (tx: IdentityDb) => consume(tx, spent.challenge.id, clock());
    return brokerLogin.finish(ctx, { broker, customer, session: opened, profession }, { take, otherwise: 'BROKER_STEP' });
  });

  platform.on(validateUserPin, async ({ body }, ctx) => {
    await takePerAddress(platform, 'broker-form', ctx, { max: 60, perSeconds: 300 });
    const { broker, desk } = brokerAt(body.broker_id, 'zebu', ctx);
    const { oneForm } = desk;
    if (!oneForm) throw new Fail('BROKER_UNKNOWN');
    const { user_id: client_id, password, factor2 } = body;
    const asker = await askerAt(broker, client_id, ctx);
    const signedIn = await guarded(broker, client_id, asker, () => oneForm.signIn({ client_id, password, factor2 }));
    return brokerLogin.finish(ctx, { broker, ...signedIn, profession });
  });

  platform.on(regenerateOtp, async ({ body }, ctx) => {
    const broker = ownBroker(brokers.known(body.broker_id), ctx);
    const { twoStep } = brokers.deskOf(broker);
    if (!twoStep) throw new Fail('BROKER_UNKNOWN');
    const step = await stepOf(broker, body.user_id, ctx);
    if (!step) throw new Fail('BROKER_STEP');
    // Of the client, not of the step: a right password opens as many steps as one likes.
    await platform.limits.take(`regenerate ${broker.partner_key} ${step.subject}`, { max: 3, perSeconds: 300 });
    await twoStep.regenerate({ client_id: body.user_id.toUpperCase(), session: step.held?.broker_session ?? '' });
    return { message: 'A new code is on its way' };
  });
}
