import type { Partners } from '../../partners/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Clock } from '../clock.ts';
import { DEMO_PASSWORD } from '../demo.people.ts';
import type { Login } from '../login.ts';
import { deriveKey } from '../secrets.ts';
import { createBrokerDesks } from './broker-desks.ts';
import { createBrokerLogin } from './broker-login.ts';
import { addDemoBrokerPage } from './demo-broker.page.ts';
import { createDemoBroker } from './demo-broker.ts';
import { formRoutes } from './form.routes.ts';
import { redirectRoutes } from './redirect.routes.ts';

interface Parts {
  platform: Platform;
  partners: Partners;
  clock: Clock;
  login: Login;
  secret: string;
}

/** Sign-in with a broker: on its own page, on its form, or handed over by its site. */
export function brokerLoginRoutes({ platform, partners, clock, login, secret }: Parts): void {
  const { config, app, limits, outbox } = platform;
  const handoverSecret = deriveKey(secret, 'demo-handover');
  const text = (to: string, message: string) => platform.transaction((tx) => outbox.send(tx, { channel: 'sms', to, text: message }));
  const broker = createDemoBroker({ clock, password: DEMO_PASSWORD, handoverSecret, text });
  const desks = createBrokerDesks({ config, partners, clock, demo: config.demo ? { broker, handoverSecret } : null });
  const brokerLogin = createBrokerLogin({ platform, clock, login });
  redirectRoutes({ platform, clock, desks, brokerLogin });
  formRoutes({ platform, clock, desks, brokerLogin });
  if (!config.demo) return;
  addDemoBrokerPage({
    app,
    limits,
    demo: broker,
    brokerOf(id) {
      try {
        const known = desks.known(id);
        const desk = desks.at(known);
        const hands = desk.handover ? 'handover' : 'code';
        return desk.redirect || desk.handover ? { ...known, hands, returns: Object.values(known.returns) } : null;
      } catch {
        return null;
      }
    },
  });
}
