import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import type { Db } from '../accounts/account.store.ts';
import type { Clock } from '../clock.ts';
import type { Login, LoginReply } from '../signin/login.ts';
import type { BrokerDb } from './broker.tables.ts';
import type { KnownBroker } from './broker-desks.ts';
import { accountOfCustomer } from './customer.store.ts';
import type { Customer } from './desk.ts';

/** The last steps of every sign-in that a broker vouches for. */
export interface BrokerLogin {
  /** `claim` runs in the same transaction: when it says no, nothing is stored and the answer is `otherwise`. */
  finish(ctx: Ctx, vouched: Vouched, claim?: Claim): Promise<LoginReply>;
}
interface Vouched {
  broker: KnownBroker;
  customer: Customer;
  profession: Profession;
  /** Came from the partner's own site, so no words of ours were on the screen. */
  handed?: boolean;
}
interface Claim {
  take(tx: BrokerDb): Promise<boolean>;
  otherwise: 'HANDOVER_SPENT' | 'BROKER_STEP';
}

export function createBrokerLogin({ platform, clock, login }: { platform: Platform; clock: Clock; login: Login }): BrokerLogin {
  return {
    async finish(ctx, { broker, customer, profession, handed = false }, claim) {
      if (customer.broker_id !== undefined && customer.broker_id !== broker.id) throw new Fail('BROKER_FOREIGN');
      const outcome = await platform.transaction(async (any) => {
        const tx = any as BrokerDb;
        if (claim && !(await claim.take(tx))) return claim.otherwise;
        const introduction = {
          partner_key: ctx.partner?.utm_source_str ?? '',
          utm_source: ctx.partner?.utm_source ?? '',
          source: ctx.partner?.appSource,
          broker_id: broker.id,
          customer,
          profession,
          agreed: handed ? undefined : { words: CONSENT_WORDS.logIn, ip: ctx.ip },
        };
        const user = await accountOfCustomer(tx, introduction, clock());
        return user.status === 'active' ? login.open(tx as unknown as Db, user.id, ctx) : 'FORBIDDEN';
      });
      if (typeof outcome === 'string') throw new Fail(outcome);
      return login.answer(outcome, ctx);
    },
  };
}

/** The broker of this host: a partner's own on its host, those without a site on the main one. Anything else is BROKER_UNKNOWN. */
export function ownBroker(broker: KnownBroker, { partner }: Pick<Ctx, 'partner'>): KnownBroker {
  if (broker.partner_key !== (partner?.utm_source_str ?? '')) throw new Fail('BROKER_UNKNOWN');
  return broker;
}
