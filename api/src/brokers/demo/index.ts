import { randomBytes } from 'node:crypto';
import { partnerFormOf } from '@vimarsh/shared/domain/partners/partner-form.ts';
import { DEMO_PASSWORD } from '@vimarsh/shared/domain/people/demo/password.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Brokers, KnownBroker } from '../brokers.ts';
import type { BrokerDesk } from '../desk.ts';
import { seedDemoTradingBrokers } from './demo.seed.ts';
import { demoDesk } from './demo-broker.desk.ts';
import { addDemoBrokerPage, demoLoginPath } from './demo-broker.page.ts';
import { createDemoBroker } from './demo-broker.ts';

/** A desk for every broker that has no real one, and the login page behind it. */
export interface DemoBrokers {
  deskOf(broker: KnownBroker): BrokerDesk;
  addPage(brokers: Brokers): void;
}

interface Parts {
  platform: Platform;
  clock: () => Date;
  mainHost: string;
}

export async function openDemoBrokers({ platform, clock, mainHost }: Parts): Promise<DemoBrokers> {
  await seedDemoTradingBrokers(platform.db);
  const { app, limits } = platform;
  const handoverSecret = randomBytes(32);
  const text = (to: string, message: string) =>
    platform.transaction(async (tx) => void (await platform.outbox.send(tx, { channel: 'sms', to, text: message })));
  const demo = createDemoBroker({ clock, password: DEMO_PASSWORD, handoverSecret, text });
  return {
    deskOf: (broker) =>
      demoDesk({
        demo,
        broker,
        form: partnerFormOf(broker.site),
        bypass: broker.site?.byPassLogin ?? false,
        handoverSecret,
        loginPage: mainHost + demoLoginPath(broker.id),
        clock,
      }),
    addPage: (brokers) =>
      addDemoBrokerPage({
        app,
        limits,
        demo,
        brokerOf(id) {
          try {
            const known = brokers.known(id);
            const desk = brokers.deskOf(known);
            const hands = desk.handover ? 'handover' : 'code';
            return desk.redirect || desk.handover ? { ...known, hands, returns: Object.values(known.returns) } : null;
          } catch {
            return null;
          }
        },
      }),
  };
}
