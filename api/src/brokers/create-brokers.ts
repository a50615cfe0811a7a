import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import type { BrokerSetting } from '../broker-settings.ts';
import { authOptionOf, type Partners } from '../partners/index.ts';
import { sealingFor } from '../platform/access/sealing.ts';
import { readSecret } from '../platform/access/server-secret.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { handoverSignIn } from './adapters/handover.adapter.ts';
import { kiteRedirect } from './adapters/kite.adapter.ts';
import { norenOneForm } from './adapters/noren.adapter.ts';
import { xtsRedirect } from './adapters/xts.adapter.ts';
import { entryOfSite, entryOfTradingBroker } from './broker-list.ts';
import type { Brokers, KnownBroker } from './brokers.ts';
import type { BrokerDesk } from './desk.ts';
import { forgetJourneys } from './journey.store.ts';
import { endBrokerSessions, expireBrokerSessions, readBrokerSession, storeBrokerSession } from './session.store.ts';
import { readTradingBrokers } from './trading-brokers.ts';

interface Deps {
  readonly partners: Pick<Partners, 'list'>;
  readonly clock?: () => Date;
  /** How often the rows are read again, ms. */
  readonly everyMs?: number;
}

/** The brokers of all sites, each behind the adapter of its own interface; in the demo one that stands in for those without keys. */
export async function createBrokers(platform: Platform, { partners, clock = () => new Date(), everyMs }: Deps): Promise<Brokers> {
  const { PUBLIC_HOST, PORT, production, demo, BROKERS } = platform.config;
  const mainHost = production ? `https://${PUBLIC_HOST}` : `http://${PUBLIC_HOST}:${PORT}`;
  const returnsOf = (host: string) => ({ login: `${host}/login`, bypass: `${host}/auth-bypass` });
  const standIn = demo ? await (await import('./demo/index.ts')).openDemoBrokers({ platform, clock, mainHost }) : null;
  const tradingBrokers = await readTradingBrokers(platform, everyMs);
  const sealing = sealingFor(readSecret(platform.config), 'broker sessions');
  const hasDesk = (id: number): boolean => standIn !== null || BROKERS[String(id)] !== undefined;

  function realDesk(setting: BrokerSetting, { partner_key }: KnownBroker): BrokerDesk {
    switch (setting.protocol) {
      case 'kite':
        return { redirect: kiteRedirect(setting, { clock }) };
      case 'xts':
        return { redirect: xtsRedirect(setting, { clock }) };
      case 'noren':
        return { oneForm: norenOneForm(setting, { clock }) };
      case 'handover': {
        const signInAt = ({ returnTo }: { returnTo: string }) => `${setting.sign_in}?${new URLSearchParams({ return_to: returnTo })}`;
        return { handover: handoverSignIn({ secret: new TextEncoder().encode(setting.secret), partner_key, signInAt, clock }) };
      }
    }
  }

  const brokers: Brokers = {
    known(id) {
      const site = partners.list().find(({ brokerId }) => brokerId === id);
      if (site) return { id, title: site.utm_source, partner_key: site.utm_source_str, site, entry: entryOfSite(site), returns: returnsOf(site.hostUrl) };
      const row = tradingBrokers().find((broker) => broker.id === id);
      if (!row) throw new Fail('BROKER_UNKNOWN');
      return { id, title: row.title, partner_key: '', site: null, entry: entryOfTradingBroker(row), returns: returnsOf(mainHost) };
    },
    deskOf(broker) {
      const setting = BROKERS[String(broker.id)];
      if (setting) return realDesk(setting, broker);
      if (!standIn) throw new Fail('BROKER_UNKNOWN');
      return standIn.deskOf(broker);
    },
    storeSession: (tx, opened) => storeBrokerSession(tx, sealing, opened, clock()),
    sessionOf: (whose) => readBrokerSession(platform.db, sealing, whose, clock()),
    endSession: (whose) => endBrokerSessions(platform.db, whose, clock()),
  };
  standIn?.addPage(brokers);
  platform.on(brokerList, async (_input, { partner }) => ({
    // One without a site signs people in here or nowhere, so it is listed only with somebody to ask.
    data: partner
      ? [entryOfSite(partner)]
      : [
          ...tradingBrokers()
            .filter(({ id }) => hasDesk(id))
            .map(entryOfTradingBroker),
          ...partners.list().map(entryOfSite),
        ],
    extra: { auth_option: authOptionOf(partner, platform.config) },
  }));
  const rows = new Set([...tradingBrokers().map(({ id }) => id), ...partners.list().map(({ brokerId }) => brokerId)]);
  const broker_ids = Object.keys(BROKERS)
    .map(Number)
    .filter((id) => !rows.has(id));
  if (broker_ids.length > 0) platform.log.warn({ broker_ids }, 'BROKERS holds keys of brokers without a row: their sign-in is refused');
  // Shortly after brokers end theirs.
  platform.jobs.schedule('brokers.expire', '5 0,6 * * *', () => expireBrokerSessions(platform.db, clock()));
  platform.jobs.schedule('brokers.tidy', '40 3 * * *', () => forgetJourneys(platform.db, clock()));
  return brokers;
}
