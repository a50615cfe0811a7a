import { randomBytes } from 'node:crypto';
import type { PartnerForm } from '@vimarsh/shared/contract/partners/types.ts';
import { Fail } from '../../platform/platform.ts';
import { handoverSignIn } from '../adapters/handover.adapter.ts';
import type { BrokerDesk, Customer, SignedIn } from '../desk.ts';
import { nextMorning } from '../session.rules.ts';
import type { DemoBroker } from './demo-broker.ts';

interface Parts {
  demo: DemoBroker;
  broker: { id: number; title: string; partner_key: string };
  form: PartnerForm | null;
  bypass: boolean;
  handoverSecret: Uint8Array;
  /** Address of the demo broker's own login page. */
  loginPage: string;
  clock: () => Date;
}

/** Everything a broker of the demo can do, through the same interface as real ones. */
export function demoDesk({ demo, broker, form, bypass, handoverSecret, loginPage, clock }: Parts): BrokerDesk {
  const signedIn = (customer: Customer): SignedIn => ({
    // The code of another broker keeps naming that one.
    customer: { broker_id: broker.id, ...customer },
    session: { token: randomBytes(24).toString('base64url'), expires_at: nextMorning(clock()) },
  });
  const pageFor = (way: Record<string, string>) => `${loginPage}?${new URLSearchParams(way)}`;
  if (form?.factor === 'year-of-birth') {
    return {
      oneForm: {
        async signIn({ client_id, password, factor2 }) {
          const customer = demo.check(client_id, password);
          if (!customer || !demo.checkYearOfBirth(client_id, factor2)) throw new Fail('BROKER_CREDENTIALS');
          return signedIn(customer);
        },
      },
    };
  }
  if (form) {
    const factor = form.factor === 'otp' ? 'otp' : 'pin';
    return {
      twoStep: {
        async validateUser({ client_id, password }) {
          if (!demo.check(client_id, password)) throw new Fail('BROKER_CREDENTIALS');
          if (factor === 'otp') await demo.sendOtp(broker, client_id);
          return { session: '' };
        },
        validatePin: async ({ client_id, pin }) => signedIn(demo.checkFactor(broker.id, client_id, factor, pin)),
        regenerate: ({ client_id }) => demo.sendOtp(broker, client_id),
      },
    };
  }
  if (bypass) {
    const signInAt = ({ returnTo }: { returnTo: string }) => pageFor({ return_to: returnTo });
    return { handover: handoverSignIn({ secret: handoverSecret, partner_key: broker.partner_key, signInAt, clock }) };
  }
  return {
    redirect: {
      loginUrl: ({ returnTo, state }) => pageFor({ return_to: returnTo, state }),
      exchange: async (code) => signedIn(demo.redeem(broker.id, code)),
    },
  };
}
