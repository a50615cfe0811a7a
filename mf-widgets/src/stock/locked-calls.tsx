import { LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';

export interface LockedCallsProps {
  readonly signedIn: boolean;
  /** The reader has paid for them and gave no PAN. */
  readonly waits?: boolean;
  /** What opens them: a plan, or an access where plans are not named. */
  readonly word: 'plan' | 'access';
  /** One may be the reader's all the same, the week's free one or their own. */
  readonly some?: boolean;
  /** Where the calls that ended are. */
  readonly ended: string;
}

/** In the place of open calls that are not the reader's: what is locked, and what opens it. */
export function LockedCalls({ signedIn, waits = false, word, some = false, ended }: LockedCallsProps) {
  if (waits) return <LockedCard text="Give your PAN to open your plan’s calls. Ended calls are shown." action={<PanLink />} />;
  return signedIn ? (
    <LockedCard
      text={`${some ? 'Other open calls' : 'Experts’ open calls'} and their number are not part of your ${word}. Ended calls are shown.`}
      action={
        <>
          <a css={buttonCss('quiet')} href={ended}>
            See how calls ended
          </a>
          {word === 'plan' && <PlansLink />}
        </>
      }
    />
  ) : (
    <LockedCard
      text="Log in to see experts’ open calls. Your plan decides which ones."
      action={
        <Link css={buttonCss('quiet')} to={LOGIN}>
          Log in
        </Link>
      }
    />
  );
}
