import type { validatePin, validateUser, validateUserPin } from '@vimarsh/shared/contract/broker-login/routes.ts';
import type { Request } from '@vimarsh/shared/contract/route.ts';
import type { PartnerCredentials, SecondStep } from './partner-login.machine.ts';

/** The partner's form. `route` is part of the address of its calls. */
export interface PartnerSite {
  brokerId: number;
  route: string;
}

/** The client ID is `username` in these two, `user_id` in the others (S2.4-PARTNER-A02). */
export const stepOneRequest = ({ brokerId, route }: PartnerSite, { clientId, password }: PartnerCredentials): Request<typeof validateUser> => ({
  params: { partner: route },
  query: undefined,
  body: { broker_id: brokerId, username: clientId.trim(), password },
});

/** `pin` also carries an OTP (S7-PARTNER-A02). `token` is sent only where step one returned one. */
export const stepTwoRequest = ({ brokerId, route }: PartnerSite, { clientId, pin, token }: SecondStep): Request<typeof validatePin> => ({
  params: { partner: route },
  query: undefined,
  body: { broker_id: brokerId, username: clientId.trim(), pin: pin.trim(), ...(token && { token }) },
});

export const oneFormBody = ({ brokerId }: PartnerSite, { clientId, password, yearOfBirth }: PartnerCredentials): Request<typeof validateUserPin>['body'] => ({
  user_id: clientId.trim(),
  broker_id: brokerId,
  password,
  factor2: yearOfBirth.trim(),
});
