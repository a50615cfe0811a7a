import { TRADING_ONLY_BROKERS } from '@vimarsh/shared/domain/partners/brokers.ts';
import type { BrokerSetting } from '../broker-settings.ts';
import type { Partners } from '../partners/index.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { handoverSignIn } from './adapters/handover.adapter.ts';
import { kiteRedirect } from './adapters/kite.adapter.ts';
import { norenOneForm } from './adapters/noren.adapter.ts';
import { xtsRedirect } from './adapters/xts.adapter.ts';
import type { Brokers, KnownBroker } from './brokers.ts';
import type { BrokerDesk } from './desk.ts';
import { forgetJourneys } from './journey.store.ts';

interface Deps {
  readonly partners: Pick<Partners, 'list'>;
  readonly clock?: () => Date;
}

/** The brokers of all sites, each behind the adapter of its own interface; in the demo one that stands in for those without keys. */
export async function createBrokers(platform: Platform, { partners, clock = () => new Date() }: Deps): Promise<Brokers> {
  const { PUBLIC_HOST, PORT, production, demo, BROKERS } = platform.config;
  const mainHost = production ? `https://${PUBLIC_HOST}` : `http://${PUBLIC_HOST}:${PORT}`;
  const returnsOf = (host: string) => ({ login: `${host}/login`, bypass: `${host}/auth-bypass` });
  const standIn = demo ? (await import('./demo/index.ts')).openDemoBrokers({ platform, clock, mainHost }) : null;

  function realDesk(setting: BrokerSetting, { partner_key }: KnownBroker): BrokerDesk {
    switch (setting.protocol) {
      case 'kite':
        return { redirect: kiteRedirect(setting) };
      case 'xts':
        return { redirect: xtsRedirect(setting) };
      case 'noren':
        return { oneForm: norenOneForm(setting) };
      case 'handover': {
        const signInAt = ({ returnTo }: { returnTo: string }) => `${setting.sign_in}?${new URLSearchParams({ return_to: returnTo })}`;
        return { handover: handoverSignIn({ secret: new TextEncoder().encode(setting.secret), partner_key, signInAt, clock }) };
      }
    }
  }

  const brokers: Brokers = {
    known(id) {
      const site = partners.list().find(({ brokerId }) => brokerId === id);
      if (site) return { id, title: site.utm_source, partner_key: site.utm_source_str, site, returns: returnsOf(site.hostUrl) };
      const plain = TRADING_ONLY_BROKERS.find((broker) => broker.id === id);
      if (!plain) throw new Fail('BROKER_UNKNOWN');
      return { id, title: plain.title, partner_key: '', site: null, returns: returnsOf(mainHost) };
    },
    deskOf(broker) {
      const setting = BROKERS[String(broker.id)];
      if (setting) return realDesk(setting, broker);
      if (!standIn) throw new Fail('BROKER_UNKNOWN');
      return standIn.deskOf(broker);
    },
  };
  standIn?.addPage(brokers);
  platform.jobs.schedule('brokers.tidy', '40 3 * * *', () => forgetJourneys(platform.db, clock()));
  return brokers;
}
