import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { TRADING_ONLY_BROKERS } from '@vimarsh/shared/domain/partners/brokers.ts';
import type { BrokerSetting } from '../../broker-settings.ts';
import type { Partners } from '../../partners/index.ts';
import { type Config, Fail } from '../../platform/platform.ts';
import type { Clock } from '../clock.ts';
import type { BrokerDesk } from './desk.ts';
import { handoverSignIn } from './handover.ts';
import { kiteRedirect } from './kite.adapter.ts';
import { norenOneForm } from './noren.adapter.ts';
import { xtsRedirect } from './xts.adapter.ts';

/** A broker people can sign in with: a partner with a site of its own, or one that the main site links directly. */
export interface KnownBroker {
  id: number;
  title: string;
  /** '' when it has no site of its own. */
  partner_key: string;
  site: Environment | null;
  /** Addresses of ours the browser may come back to. */
  returns: { login: string; bypass: string };
}

export interface BrokerDesks {
  /** Throws BROKER_UNKNOWN for an id nobody has. */
  known(broker_id: number): KnownBroker;
  /** Its desk: the real one when it is configured, else the demo's, else BROKER_UNKNOWN. */
  at(broker: KnownBroker): BrokerDesk;
}

interface Parts {
  config: Config;
  partners: Partners;
  clock: Clock;
  /** What stands in for a broker without a real desk; null outside the demo. */
  standIn: ((broker: KnownBroker, mainHost: string) => BrokerDesk) | null;
}

export function createBrokerDesks({ config, partners, clock, standIn }: Parts): BrokerDesks {
  const { PUBLIC_HOST, PORT, production, BROKERS } = config;
  const mainHost = production ? `https://${PUBLIC_HOST}` : `http://${PUBLIC_HOST}:${PORT}`;
  const returnsOf = (host: string) => ({ login: `${host}/login`, bypass: `${host}/auth-bypass` });

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

  return {
    known(id) {
      const site = partners.list().find(({ brokerId }) => brokerId === id);
      if (site) return { id, title: site.utm_source, partner_key: site.utm_source_str, site, returns: returnsOf(site.hostUrl) };
      const plain = TRADING_ONLY_BROKERS.find((broker) => broker.id === id);
      if (!plain) throw new Fail('BROKER_UNKNOWN');
      return { id, title: plain.title, partner_key: '', site: null, returns: returnsOf(mainHost) };
    },
    at(broker) {
      const setting = BROKERS[String(broker.id)];
      if (setting) return realDesk(setting, broker);
      if (!standIn) throw new Fail('BROKER_UNKNOWN');
      return standIn(broker, mainHost);
    },
  };
}
