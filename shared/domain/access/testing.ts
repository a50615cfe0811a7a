import { type Caller, type CallerPartner, NOBODY } from './caller.ts';

const PARTNER: CallerPartner = {
  tier: 'brokerWithPlans',
  isTradeAvailable: false,
  optionsTrade: false,
  isChatAvailable: true,
  hasBrokerDisclaimer: false,
  loginModule: '',
};

/** For tests: a registered investor without a plan on the main host, with overrides. */
export function callerWith(change: Partial<Omit<Caller, 'partner'>> & { partner?: Partial<CallerPartner> | null } = {}): Caller {
  const { partner = null, ...own } = change;
  return {
    ...NOBODY,
    user_id: 'usr_1',
    profession: 'Retail Investor',
    ...own,
    partner: partner && { ...PARTNER, ...partner },
  };
}
export const visitorOf = (partner: Partial<CallerPartner> | null = null): Caller => callerWith({ user_id: null, profession: '', partner });
