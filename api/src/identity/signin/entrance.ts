import { entrancesOf } from '../../partners/index.ts';
import { type Ctx, Fail } from '../../platform/platform.ts';

/** Where a partner lets its customers in only through its own sign-in, nobody gets in beside it. */
export function refuseClosedSignIn({ partner }: Pick<Ctx, 'partner'>): void {
  if (!entrancesOf(partner).credential_enable) throw new Fail('SIGN_IN_CLOSED');
}

/** Nobody makes an account by themselves where the site has closed sign-up: there only its broker introduces people. */
export function refuseClosedSignUp({ partner }: Pick<Ctx, 'partner'>): void {
  if (!entrancesOf(partner).sign_up) throw new Fail('SIGN_UP_CLOSED');
}
