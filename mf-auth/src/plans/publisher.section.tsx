import { mayBuy } from '@vimarsh/shared/domain/access/buying.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Section } from '../account/section.tsx';

/** An expert’s own plan where none was bought here: given, ended, or none yet. */
export function PublisherSection() {
  const session = useSession();
  const caller = callerOf(session);
  return (
    <Section title="Publisher">
      {caller.publisher ? (
        <p>Your plan was given to you and runs until {formatDay(session.publisherPlan!.ends_at)}. It was free, so ending it brings no refund.</p>
      ) : (
        <p>You have no Publisher plan, so you publish no new call. Your open calls stay, and you can still tighten, exit and explain them.</p>
      )}
      {mayBuy(caller, 'experts') && (
        <Link css={buttonCss('quiet')} to={PLANS}>
          See the Publisher plan
        </Link>
      )}
    </Section>
  );
}
