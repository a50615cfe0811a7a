import { randomBytes } from 'node:crypto';
import { regenerateOtp, validatePin, validateUser, validateUserPin } from '@vimarsh/shared/contract/broker-login.contract.ts';
import { partnerFormOf } from '@vimarsh/shared/domain/partner-form.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import type { Db } from '../account.store.ts';
import { takePerAddress } from '../address-limits.ts';
import type { Clock } from '../clock.ts';
import { newDevice, readDevice, setDeviceCookie } from '../device-cookie.ts';
import { withinTries } from '../lock-out.ts';
import { sameText, sha256 } from '../secrets.ts';
import type { BrokerDb } from './broker.tables.ts';
import type { BrokerDesks, KnownBroker } from './broker-desks.ts';
import { type BrokerLogin, ownBroker } from './broker-login.ts';
import { closeStep, findStep, openStep, type StepScope, spendStepTry } from './step.store.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  desks: BrokerDesks;
  brokerLogin: BrokerLogin;
}

/** A customer of a broker is an investor here. */
const profession = 'Retail Investor';
const MESSAGES = { pin: 'Enter your PIN', otp: 'Enter the OTP sent by your broker' } as const;

/** The partner's own form on our page: client ID and password, then PIN or OTP; or all in one. Secrets only pass through. */
export function formRoutes({ platform, clock, desks, brokerLogin }: Parts): void {
  const db = platform.db as BrokerDb;
  const { production } = platform.config;
  const deviceOf = ({ cookies }: Ctx) => readDevice(cookies, production);
  const scopeOf = (broker: KnownBroker, client_id: string, ctx: Ctx): StepScope => ({
    partner_key: broker.partner_key,
    broker_id: broker.id,
    client_id: client_id.toUpperCase(),
    device_hash: deviceOf(ctx)?.hash ?? '',
  });

  /** The broker of this host, if `route` is the one of its form. */
  function brokerAt(broker_id: number, route: string, ctx: Ctx) {
    const broker = ownBroker(desks.known(broker_id), ctx);
    const form = partnerFormOf(broker.site);
    if (form?.route !== route) throw new Fail('BROKER_UNKNOWN');
    return { broker, form, desk: desks.at(broker) };
  }

  /** Lets a client ID be tried five times, then locks it here for 15 minutes: nobody guesses a broker's passwords through us. */
  function guarded<T>(broker: KnownBroker, client_id: string, work: () => Promise<T>): Promise<T> {
    const name = { partner_key: broker.partner_key, name_hash: sha256(`broker ${broker.id} ${client_id.toUpperCase()}`) };
    return withinTries({ db: db as unknown as Db, clock }, name, 'BROKER_CREDENTIALS', work);
  }

  platform.on(validateUser, async ({ params, body }, ctx) => {
    takePerAddress(platform, 'broker-form', ctx.ip, { max: 60, perSeconds: 300 });
    const { broker, form, desk } = brokerAt(body.broker_id, params.partner, ctx);
    const { twoStep } = desk;
    if (!twoStep) throw new Fail('BROKER_UNKNOWN');
    const { session } = await guarded(broker, body.username, () => twoStep.validateUser({ client_id: body.username, password: body.password }));
    const device = deviceOf(ctx) ?? newDevice();
    ctx.header('set-cookie', setDeviceCookie(device, production));
    const token = form.token ? randomBytes(16).toString('base64url') : '';
    const scope = { ...scopeOf(broker, body.username, ctx), device_hash: device.hash };
    await platform.transaction((tx) => openStep(tx as BrokerDb, scope, { session, token }, clock()));
    const factor = form.factor === 'otp' ? ('otp' as const) : ('pin' as const);
    return { factor, message: MESSAGES[factor], ...(token && { token }) };
  });

  platform.on(validatePin, async ({ params, body }, ctx) => {
    takePerAddress(platform, 'broker-form', ctx.ip, { max: 60, perSeconds: 300 });
    const { broker, desk } = brokerAt(body.broker_id, params.partner, ctx);
    if (!desk.twoStep) throw new Fail('BROKER_UNKNOWN');
    const step = await spendStepTry(db, scopeOf(broker, body.username, ctx), clock());
    if (!step || (step.token_hash && !sameText(step.token_hash, sha256(body.token ?? '')))) throw new Fail('BROKER_STEP');
    const customer = await desk.twoStep.validatePin({ client_id: body.username, session: step.broker_session, pin: body.pin });
    if (customer.client_id.toUpperCase() !== step.client_id) throw new Fail('BROKER_FOREIGN');
    const take = (tx: BrokerDb) => closeStep(tx, step.id, clock());
    return brokerLogin.finish(ctx, { broker, customer, profession }, { take, otherwise: 'BROKER_STEP' });
  });

  platform.on(validateUserPin, async ({ body }, ctx) => {
    takePerAddress(platform, 'broker-form', ctx.ip, { max: 60, perSeconds: 300 });
    const { broker, desk } = brokerAt(body.broker_id, 'zebu', ctx);
    const { oneForm } = desk;
    if (!oneForm) throw new Fail('BROKER_UNKNOWN');
    const { user_id: client_id, password, factor2 } = body;
    const customer = await guarded(broker, client_id, () => oneForm.signIn({ client_id, password, factor2 }));
    return brokerLogin.finish(ctx, { broker, customer, profession });
  });

  platform.on(regenerateOtp, async ({ body }, ctx) => {
    const broker = ownBroker(desks.known(body.broker_id), ctx);
    const { twoStep } = desks.at(broker);
    if (!twoStep) throw new Fail('BROKER_UNKNOWN');
    const step = await findStep(db, scopeOf(broker, body.user_id, ctx), clock());
    if (!step) throw new Fail('BROKER_STEP');
    platform.limits.take(`regenerate ${step.id}`, { max: 3, perSeconds: 300 });
    await twoStep.regenerate({ client_id: step.client_id, session: step.broker_session });
    return { message: 'A new code is on its way' };
  });
}
