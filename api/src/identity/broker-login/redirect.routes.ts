import { hybridRedirection, levelOne, levelTwo, shareIndiaRedirect } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { PROFESSION_CODES } from '@vimarsh/shared/domain/people/professions.ts';
import { LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import { type Brokers, beginJourney, endJourney, useHandover } from '../../brokers/index.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { takePerAddress } from '../address-limits.ts';
import type { Clock } from '../clock.ts';
import { newDevice, readDevice, setDeviceCookie } from '../sessions/device-cookie.ts';
import { type BrokerLogin, ownBroker } from './broker-login.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  brokers: Brokers;
  brokerLogin: BrokerLogin;
}

/** Names a broker's site may give to what it hands over. */
const TOKEN_NAMES = ['code', 'request_token', 'request-token', 'session', 'secure_token'] as const;

/** Sign-in on the broker's own page and back: level one sends the browser there, level two takes what it brings. */
export function redirectRoutes({ platform, clock, brokers, brokerLogin }: Parts): void {
  const db: IdentityDb = platform.db;
  const { production } = platform.config;

  platform.on(levelOne, async ({ query }, ctx) => {
    await takePerAddress(platform, 'broker-begin', ctx, { max: 60, perSeconds: 300 });
    const broker = brokers.known(query.broker_id);
    // The main site sends people to the partner's own address: its accounts, its brand, its session.
    if (broker.site && ctx.partner === null) {
      const { returns, site } = broker;
      if (site.byPassLogin) return { redirect_url: returns.bypass };
      const ownForm = site.loginModule !== '' || site.isVimarshAuth;
      return { redirect_url: ownForm ? returns.login : `${returns.login}?brokerId=${broker.id}` };
    }
    const desk = brokers.deskOf(ownBroker(broker, ctx));
    if (desk.handover) return { redirect_url: desk.handover.signInAt({ returnTo: broker.returns.bypass }) };
    if (!desk.redirect) throw new Fail('BROKER_UNKNOWN');
    const device = readDevice(ctx.cookies, production) ?? newDevice();
    const state = await beginJourney(db, { partner_key: broker.partner_key, broker_id: broker.id, device_hash: device.hash }, clock());
    ctx.header('set-cookie', setDeviceCookie(device, production));
    return { redirect_url: desk.redirect.loginUrl({ returnTo: broker.returns.login, state }) };
  });

  platform.on(levelTwo, async ({ body }, ctx) => {
    await takePerAddress(platform, 'broker-return', ctx, { max: 60, perSeconds: 300 });
    const broker = ownBroker(brokers.known(body.broker_id), ctx);
    const desk = brokers.deskOf(broker);
    const { token_id } = body;
    const address = queryOf(body.url);
    const profession = PROFESSION_CODES[body.profession];

    if (desk.handover) {
      const { customer, id, until } = await desk.handover.read(token_id);
      const take = (tx: IdentityDb) => useHandover(tx, { broker_id: broker.id, id, until });
      return brokerLogin.finish(ctx, { broker, customer, profession, handed: true }, { take, otherwise: 'HANDOVER_SPENT' });
    }
    if (!desk.redirect) throw new Fail('BROKER_UNKNOWN');
    const device_hash = readDevice(ctx.cookies, production)?.hash ?? '';
    const journey = { partner_key: broker.partner_key, broker_id: broker.id, device_hash };
    // Over before the broker is asked: whatever it says, the same way back is not taken twice.
    if (!(await endJourney(db, address.get('state') ?? '', journey, clock()))) throw new Fail('HANDOVER_SPENT');
    const signedIn = await desk.redirect.exchange(token_id);
    return brokerLogin.finish(ctx, { broker, ...signedIn, profession });
  });

  platform.on(shareIndiaRedirect, async ({ body }) => {
    const given = queryOf(body.url);
    const name = TOKEN_NAMES.find((one) => given.get(one));
    if (!name) throw new Fail('HANDOVER_SPENT');
    const login = new URLSearchParams({ [name === 'secure_token' ? name : 'code']: given.get(name)! });
    for (const kept of ['state', 'brokerId', 'widget_access']) if (given.get(kept)) login.set(kept, given.get(kept)!);
    const redirect_url = `${LOGIN}?${login}`;
    return { data: { redirect_url }, extra: { redirect: redirect_url } };
  });

  platform.on(hybridRedirection, async ({ query }, ctx: Ctx) => {
    const broker = brokers.known(query.broker_id);
    if (ctx.partner && broker.partner_key !== ctx.partner.utm_source_str) throw new Fail('BROKER_UNKNOWN');
    return broker.entry;
  });
}

function queryOf(url: string): URLSearchParams {
  const problems = [{ path: 'url', message: 'Not a web address' }];
  if (!URL.canParse(url)) throw new Fail('BAD_REQUEST', { problems });
  return new URL(url).searchParams;
}
