import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { MY_ACCOUNT } from '@vimarsh/shared/domain/routing/member-places.ts';
import { EXPERT_REFUNDS } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { resolve } from '../named-routes.ts';
import { cardCss } from './plans.css.ts';

/** Why an expert can't buy their plan now. */
export function NotYet() {
  const caller = callerOf(useSession());
  if (belongsTo(caller, 'admins')) return <p>An administrator’s account buys no plan. These are the prices that experts see.</p>;
  if (belongsTo(caller, 'verifiedExperts')) return <p>The Publisher plan can’t be bought here at the moment.</p>;
  return (
    <div css={cardCss}>
      <p>You can buy the Publisher plan once your documents are verified. Nothing is charged before.</p>
      <Link to={resolve({ name: 'profileUpdate', active_step: 2 })}>Go to your documents</Link>
    </div>
  );
}

/** What an expert should know before paying. */
export function ForExperts() {
  return (
    <section css={cardCss}>
      <h2>What you publish stays</h2>
      <p>Each call is signed, closed by prices, and kept whatever its result. Paying changes nothing about how your results are shown.</p>
      <h2>When the plan ends</h2>
      <p>
        You publish no new call until you have it again. Open calls stay, and prices close them. You can still tighten a stop-loss, exit early, add a note and
        look back.
      </p>
      <h2>Leave whenever you like</h2>
      <p>Two presses in your account end a plan at once. The fee of the days that are left comes back the way you paid.</p>
      <Link to={`${MY_ACCOUNT}?tab=plan`}>Your plan and invoices</Link>
      <Link to={EXPERT_REFUNDS}>Refund and cancellation for experts</Link>
    </section>
  );
}
