import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { BecomeExpertDialog } from '../profile/become-expert.dialog.tsx';
import { useProfileSave } from '../profile/use-profile-save.ts';
import { Section } from './section.tsx';

/** The plan is named only where it is sold. */
const WITH_PLAN =
  'You have an investor’s account. If you are registered with SEBI, you can publish calls yourself: your documents are verified first, and publishing needs a Publisher plan.';
const WITH_GRANT =
  'You have an investor’s account. If you are registered with SEBI, you can publish calls yourself: your documents are verified first, and publishing needs a grant of your partner.';

/** For investors registered with SEBI: after the change of profession they continue with their profile (S4-SAVE-08). */
export function BecomeExpert({ offered }: { offered: boolean }) {
  const { state, send } = useProfileSave(2);
  const caller = callerOf(useSession());
  // That one is an expert now can be known before the save is answered; what waits for the answer leads on to the profile.
  if (!offered && !state.matches('saving')) return null;
  return (
    <Section title="Profession">
      <p>{belongsTo(caller, 'planBuyers') ? WITH_PLAN : WITH_GRANT}</p>
      <Button onClick={() => send({ type: 'BECOME_EXPERT' })}>Become a Market Expert</Button>
      <BecomeExpertDialog
        open={state.context.dialog}
        busy={state.matches('saving')}
        onConfirm={() => send({ type: 'CONFIRM' })}
        onClose={() => send({ type: 'DISMISS' })}
      />
    </Section>
  );
}
