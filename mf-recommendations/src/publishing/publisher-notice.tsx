import { css } from '@emotion/react';
import { mayBuy } from '@vimarsh/shared/domain/access/buying.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';

const noteCss = css`
  max-width: 38em;
  color: var(--ink-2);
`;

/** Above the form of an expert without the plan: a draft can be written, and is published once they have it. */
export function PublisherNotice() {
  const caller = callerOf(useSession());
  if (may(caller, 'calls.publish-new')) return null;
  const buys = mayBuy(caller, 'experts');
  return (
    <section aria-label={buys ? 'Publisher plan' : 'Publishing'}>
      <LockedCard
        text={buys ? 'Publishing a new call needs a Publisher plan' : 'Publishing a new call needs a grant of your partner'}
        action={
          buys && (
            <Link css={buttonCss('primary')} to={PLANS}>
              See the Publisher plan
            </Link>
          )
        }
      />
      <p css={noteCss}>You can write a draft now, and it is kept. Calls that you published stay: prices close them, and you can still change them.</p>
    </section>
  );
}
