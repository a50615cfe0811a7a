import type { Partners } from '../../partners/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Clock } from '../clock.ts';
import type { Login } from '../signin/login.ts';
import { createBrokerDesks } from './broker-desks.ts';
import { createBrokerLogin } from './broker-login.ts';
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
export async function brokerLoginRoutes({ platform, partners, clock, login, secret }: Parts): Promise<void> {
  const { config } = platform;
  const demo = config.demo ? (await import('./demo/index.ts')).openDemoBrokers({ platform, clock, secret }) : null;
  const desks = createBrokerDesks({ config, partners, clock, standIn: demo?.deskOf ?? null });
  const brokerLogin = createBrokerLogin({ platform, clock, login });
  redirectRoutes({ platform, clock, desks, brokerLogin });
  formRoutes({ platform, clock, desks, brokerLogin });
  demo?.addPage(desks);
}
