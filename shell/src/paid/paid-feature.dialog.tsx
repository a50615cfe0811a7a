import { css } from '@emotion/react';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { usePlansPlace } from '@vimarsh/shared/ui/page/plans-link.tsx';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
`;

interface Props {
  /** "Intraday calls". */
  what: string;
  /** The cheapest plan that has it. */
  plan: string;
  /** What stays open, where it is not about calls. */
  note?: string;
  onClose: () => void;
}

/** Says which plan has what somebody asked for (S2.6-DLG-03, S2.6-DLG-04). The plans are offered only where they can be looked at. */
export function PaidFeatureDialog({ what, plan, note, onClose }: Props) {
  const session = useSessionApi();
  const plans = screenAt(routesOf(session.page().releases), PLANS) !== null;
  const place = usePlansPlace();
  const check = () => {
    onClose();
    navigate(place);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${what} are not in your plan`}
      footer={
        <>
          <Button kind={place ? 'quiet' : 'primary'} onClick={onClose}>
            Okay
          </Button>
          {place && (
            <Button kind="primary" onClick={check}>
              Check plans
            </Button>
          )}
        </>
      }
    >
      <div css={stackCss}>
        <p>
          {what} are part of the {plan} plan.{!plans && ' Plans can’t be bought here yet.'}
        </p>
        <p>{note ?? 'You will see each of these calls with its result once it is closed.'}</p>
      </div>
    </Dialog>
  );
}
