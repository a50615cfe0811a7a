import { AUDIENCES } from '../../domain/access/audiences.ts';
import { may } from '../../domain/access/may.ts';
import { screenAt } from '../../domain/routing/match.ts';
import { INVESTORS, PLAN_TABLE, PLANS } from '../../domain/routing/places.ts';
import { routesOf } from '../../domain/routing/routes.ts';
import { callerOf } from '../../kit/caller.ts';
import { Link } from '../../kit/router.tsx';
import { useSession } from '../../kit/session.ts';
import { buttonCss } from '../fields/button.css.ts';

/** Where the plans can be looked at: their own screen, else the table of this site's prices. '' on a partner's site, and for whom no plan is named. */
export function usePlansPlace(): string {
  const session = useSession();
  const routes = routesOf(session.page().releases);
  // A broker's customer is one on every site (S5-SHOW-05).
  const caller = callerOf(session);
  if (session.userType.userSubType === 'brokerWithoutPlans' || !may(caller, 'money.see-plans')) return '';
  // The screen sells: experts, and customers of a partner with its own sign-in, buy nothing there.
  if (screenAt(routes, PLANS) && !AUDIENCES.experts(caller) && !AUDIENCES.underPartnerLogin(caller)) return PLANS;
  return !session.environment && screenAt(routes, INVESTORS) ? PLAN_TABLE : '';
}

/** The way from a lock to the plans, where there is one. */
export function PlansLink() {
  const to = usePlansPlace();
  return (
    to && (
      <Link css={buttonCss('quiet')} to={to}>
        Check plans
      </Link>
    )
  );
}
