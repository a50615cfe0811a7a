import { readExpertRegister } from '@vimarsh/shared/contract/expert-register/routes.ts';
import { REGISTER_STATES, type RegisteredExpert } from '@vimarsh/shared/contract/expert-register/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Clock } from '../clock.ts';
import type { ExpertRecord } from '../identity.ts';
import type { StoredExpert } from './expert.store.ts';

export interface RegisterParts {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly experts: () => Promise<readonly StoredExpert[]>;
}

const isRegistered = (status: string): status is RegisteredExpert['state'] => (REGISTER_STATES as readonly string[]).includes(status);

function stateOf({ status, review_since }: ExpertRecord): Pick<RegisteredExpert, 'state' | 'review_since'> | null {
  if (review_since !== undefined) return { state: 'review', review_since };
  return isRegistered(status) ? { state: status } : null;
}

/** The public register: whoever may publish or once could. Who never had papers checked is not an expert yet. */
export function expertRegisterRoutes({ platform, clock, experts }: RegisterParts): void {
  platform.on(readExpertRegister, async () => {
    const registered = (await experts()).flatMap((expert) => {
      const { user_id, full_name, profession, city, reg_no, accepted } = expert;
      const { valid_to, nism_expiry } = accepted ? expert : { valid_to: '', nism_expiry: '' };
      const stands = stateOf(expert);
      return stands ? [{ user_id, full_name, profession, city, reg_no, valid_to, nism_expiry, ...stands }] : [];
    });
    return { as_of: clock().toISOString(), experts: registered.toSorted((a, b) => a.full_name.localeCompare(b.full_name, 'en-IN')) };
  });
}
