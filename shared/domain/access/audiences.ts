import { isPartnerLoginModule } from '../partners/login-mode.ts';
import type { Caller } from './caller.ts';

const isMember = ({ user_id }: Caller): boolean => user_id !== null;
const isInvestor = ({ profession }: Pick<Caller, 'profession'>): boolean => profession === 'Retail Investor';
const isExpert = ({ profession }: Pick<Caller, 'profession'>): boolean => profession !== '' && profession !== 'Retail Investor';
const isBundled = (caller: Caller): boolean => isMember(caller) && caller.partner?.tier === 'brokerWithoutPlans';
const isSoldTo = ({ partner }: Caller): boolean => partner?.tier !== 'brokerWithoutPlans' && !isPartnerLoginModule(partner?.loginModule ?? '');
const hasPlan =
  (name: Caller['plan']) =>
  ({ plan }: Caller): boolean =>
    plan === name;
const readsCallsOf =
  (name: Caller['plan']) =>
  ({ plan, kyc_gate }: Caller): boolean =>
    (kyc_gate ? kyc_gate.open : plan) === name;

/**
 * Audiences, defined by the caller alone. A route's `for` in `module.json` names one of them, and so does every right in
 * `capabilities.ts`. One person belongs to several.
 */
export const AUDIENCES = {
  everyone: () => true,
  visitors: (caller) => !isMember(caller),
  members: isMember,
  investors: isInvestor,
  /** By profession alone, so it works for a profile too: what experts are offered, even before their documents are verified. */
  experts: isExpert,
  /** Experts to whom publishing is offered. The profession of an office alone, "Market Expert", is no registration: an admin by it has nothing to publish. */
  authors: (caller) => isExpert(caller) && !(caller.is_admin && caller.profession === 'Market Expert'),
  analysts: (caller) => isExpert(caller) && caller.profession !== 'Broker' && caller.profession !== 'Dealer',
  brokers: ({ profession }) => profession === 'Broker' || profession === 'Dealer',
  registeredExperts: ({ registered }) => registered,
  verifiedExperts: ({ verified }) => verified,
  admins: ({ is_admin }) => is_admin,
  lite: hasPlan('Lite'),
  premium: hasPlan('Premium'),
  pro: hasPlan('Pro'),
  /** Those to whom live calls of a plan are open: while a bought one waits for a PAN, they are not. */
  liteReaders: readsCallsOf('Lite'),
  premiumReaders: readsCallsOf('Premium'),
  proReaders: readsCallsOf('Pro'),
  /** Customers of a broker without plans: the partner pays for a bundle. */
  bundled: isBundled,
  publisher: ({ publisher }) => publisher,
  /** Members without a plan, bundle or office that gives them more. */
  free: (caller) => isMember(caller) && !caller.is_admin && !isBundled(caller) && !['Lite', 'Premium', 'Pro'].includes(caller.plan ?? ''),
  chatPlan: ({ chat }) => chat,
  /** Investors of a site with chat, whatever their plan: S2.5-MENU of Chat History. */
  chatInvestors: (caller) => isInvestor(caller) && caller.partner?.isChatAvailable !== false,
  /** Those who buy plans here: investors whose broker neither pays for them nor has a sign-in of its own. */
  buyers: (caller) => isInvestor(caller) && isSoldTo(caller),
  /** Experts to whom their own plan is offered, where investors buy theirs. */
  expertBuyers: (caller) => isExpert(caller) && isSoldTo(caller),
  /** Both: to whom something is sold here. */
  planBuyers: (caller) => (isInvestor(caller) || isExpert(caller)) && isSoldTo(caller),
  /** Premium or Pro that was bought (S2.5-MENU-A02). */
  subscribed: ({ plan, promotional }) => !promotional && (plan === 'Premium' || plan === 'Pro'),
  /** Everyone on the site of a partner with its own sign-in form (S4-GUARD-A08). */
  underPartnerLogin: ({ partner }) => isPartnerLoginModule(partner?.loginModule ?? ''),
  /** Members on the site of a broker that takes orders from it, whatever their plan: it says what trades. */
  traders: (caller) => isMember(caller) && caller.partner?.isTradeAvailable === true,
  /** Everyone on the site of a partner with its own disclaimer. */
  underDisclaimer: ({ partner }) => partner?.hasBrokerDisclaimer === true,
} as const satisfies Record<string, (caller: Caller) => boolean>;

export type Audience = keyof typeof AUDIENCES;

export const belongsTo = (caller: Caller, audience: Audience): boolean => AUDIENCES[audience](caller);

/** The same for an audience named in a manifest. One unknown to this build includes nobody; none at all includes everyone. */
export const isOneOf = (word: string | undefined, caller: Caller): boolean =>
  word === undefined || (Object.hasOwn(AUDIENCES, word) && AUDIENCES[word as Audience](caller));
