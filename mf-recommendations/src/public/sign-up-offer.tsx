import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { SIGN_UP } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';

/** The count is of the start of the data's day, which the page may outlive. */
const liveText = (view: PublicView | null): string => {
  if (!view?.live_count) return '';
  return view.live_count === 1
    ? ` One call was live when ${formatDay(view.as_of)} began.`
    : ` ${view.live_count} calls were live when ${formatDay(view.as_of)} began.`;
};

/** What an account opens. It ends the page, so its code comes with what stands above it. */
export function SignUpOffer({ view }: { view: PublicView | null }) {
  return (
    <section>
      <h2>See live calls</h2>
      <p data-lead="">Sign in to see live calls. Your plan decides which ones.{liveText(view)} Sign up with your mobile number.</p>
      <Link css={buttonCss('primary')} to={SIGN_UP}>
        Create a free account
      </Link>
    </section>
  );
}
