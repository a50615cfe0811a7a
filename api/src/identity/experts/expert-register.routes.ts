import { readExpertRegister } from '@vimarsh/shared/contract/expert-register/routes.ts';
import { REGISTER_STATES, type RegisteredExpert } from '@vimarsh/shared/contract/expert-register/types.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Clock } from '../clock.ts';
import { readExperts } from './expert.store.ts';

const isRegistered = (status: string): status is RegisteredExpert['state'] => (REGISTER_STATES as readonly string[]).includes(status);

/** The public register: whoever may publish or once could. Who never had papers checked is not an expert yet. */
export function expertRegisterRoutes({ platform, clock }: { platform: Platform; clock: Clock }): void {
  platform.on(readExpertRegister, async () => {
    const now = clock();
    const experts = (await readExperts(platform.db, now)).flatMap(({ user_id, full_name, profession, city, reg_no, valid_to, nism_expiry, status }) =>
      isRegistered(status) ? [{ user_id, full_name, profession, city, reg_no, valid_to, nism_expiry, state: status }] : [],
    );
    return { as_of: now.toISOString(), experts: experts.toSorted((a, b) => a.full_name.localeCompare(b.full_name, 'en-IN')) };
  });
}
