import { partnerFormOf } from '@vimarsh/shared/domain/partners/partner-form.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Clock } from '../../clock.ts';
import { DEMO_PASSWORD } from '../../demo/index.ts';
import { deriveKey } from '../../secrets.ts';
import type { BrokerDesks, KnownBroker } from '../broker-desks.ts';
import type { BrokerDesk } from '../desk.ts';
import { demoDesk } from './demo-broker.desk.ts';
import { addDemoBrokerPage, demoLoginPath } from './demo-broker.page.ts';
import { createDemoBroker } from './demo-broker.ts';

/** A desk for every broker that has no real one, and the login page behind it. */
export interface DemoBrokers {
  deskOf(broker: KnownBroker, mainHost: string): BrokerDesk;
  addPage(desks: BrokerDesks): void;
}

export function openDemoBrokers({ platform, clock, secret }: { platform: Platform; clock: Clock; secret: string }): DemoBrokers {
  const { app, limits } = platform;
  const handoverSecret = deriveKey(secret, 'demo-handover');
  const text = (to: string, message: string) =>
    platform.transaction(async (tx) => void (await platform.outbox.send(tx, { channel: 'sms', to, text: message })));
  const demo = createDemoBroker({ clock, password: DEMO_PASSWORD, handoverSecret, text });
  return {
    deskOf: (broker, mainHost) =>
      demoDesk({
        demo,
        broker,
        form: partnerFormOf(broker.site),
        bypass: broker.site?.byPassLogin ?? false,
        handoverSecret,
        loginPage: mainHost + demoLoginPath(broker.id),
        clock,
      }),
    addPage: (desks) =>
      addDemoBrokerPage({
        app,
        limits,
        demo,
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
      }),
  };
}
