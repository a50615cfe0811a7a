import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { type BrokerSession, type Brokers, type Customer, type KnownBroker, linkCustomer, linkedUser, lockCustomer } from '../../brokers/index.ts';
import { type Ctx, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { createAccount, type IdentityDb } from '../accounts/account.store.ts';
import { plainName } from '../accounts/names.ts';
import type { Clock } from '../clock.ts';
import type { EmitIdentityEvent } from '../events.ts';
import type { User } from '../identity.tables.ts';
import type { Login, LoginReply } from '../signin/login.ts';

/** The last steps of every sign-in that a broker vouches for. */
export interface BrokerLogin {
  /** `claim` runs in the same transaction: when it says no, nothing is stored and the answer is `otherwise`. */
  finish(ctx: Ctx, vouched: Vouched, claim?: Claim): Promise<LoginReply>;
}
interface Vouched {
  broker: KnownBroker;
  customer: Customer;
  /** What the broker opened for them, if anything. */
  session?: BrokerSession;
  profession: Profession;
  /** Came from the partner's own site, so no words of ours were on the screen. */
  handed?: boolean;
}
interface Claim {
  take(tx: IdentityDb): Promise<boolean>;
  otherwise: 'HANDOVER_SPENT' | 'BROKER_STEP';
}

interface Parts {
  platform: Platform;
  clock: Clock;
  brokers: Pick<Brokers, 'storeSession'>;
  login: Login;
  emit: EmitIdentityEvent;
}

export function createBrokerLogin({ platform, clock, brokers, login, emit }: Parts): BrokerLogin {
  /** The account of a broker's customer; the first visit makes one. */
  async function accountOf(tx: IdentityDb, { broker, customer, profession, handed = false }: Vouched, { partner, ip }: Ctx): Promise<User> {
    const linked = customerAt(partner, broker, customer);
    const { partner_key } = linked;
    await lockCustomer(tx, linked);
    const known = await linkedUser(tx, linked);
    if (known) return tx.selectFrom('users').selectAll().where('id', '=', known).executeTakeFirstOrThrow();
    const now = clock();
    const arrival = { partner_key, profession, referral_code: '' };
    const user = await createAccount(tx, {
      ...arrival,
      id: ulid(),
      username: customer.client_id.trim().toUpperCase(),
      full_name: plainName(customer.full_name).slice(0, 100),
      utm_source: partner?.utm_source ?? '',
      source: partner?.appSource,
      through_broker: true,
      agreed: handed ? undefined : { words: CONSENT_WORDS.logIn, ip },
      now,
    });
    await linkCustomer(tx, linked, user.id, now);
    await emit(tx, 'person.registered', { ...arrival, user_id: user.id });
    return user;
  }

  return {
    async finish(ctx, vouched, claim) {
      const { broker, customer, session } = vouched;
      if (customer.broker_id !== undefined && customer.broker_id !== broker.id) throw new Fail('BROKER_FOREIGN');
      const outcome = await platform.transaction(async (tx: IdentityDb) => {
        if (claim && !(await claim.take(tx))) return claim.otherwise;
        const user = await accountOf(tx, vouched, ctx);
        if (user.status !== 'active') return 'FORBIDDEN';
        if (session) await brokers.storeSession(tx, { customer: customerAt(ctx.partner, broker, customer), user_id: user.id, session });
        return login.open(tx, user.id, ctx);
      });
      if (typeof outcome === 'string') throw new Fail(outcome);
      return login.answer(outcome, ctx);
    },
  };
}

const customerAt = (partner: Ctx['partner'], broker: KnownBroker, { client_id }: Customer) => ({
  partner_key: partner?.utm_source_str ?? '',
  broker_id: broker.id,
  client_id,
});

/** The broker of this host: a partner's own on its host, those without a site on the main one. Anything else is BROKER_UNKNOWN. */
export function ownBroker(broker: KnownBroker, { partner }: Pick<Ctx, 'partner'>): KnownBroker {
  if (broker.partner_key !== (partner?.utm_source_str ?? '')) throw new Fail('BROKER_UNKNOWN');
  return broker;
}
