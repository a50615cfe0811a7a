import { readPlanAccount } from '@vimarsh/shared/contract/plans/routes.ts';
import { useRefresh } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { PanField, usePan } from '../plans/pan-form.tsx';
import { panCss } from '../plans/plans.css.ts';
import { Section } from './section.tsx';

interface Props {
  plan: string;
  /** How many days are over for which nothing is charged; null for what was not paid for. */
  days: number | null;
  /** The plan that was given besides, whose live calls are open meanwhile. */
  open: string | null;
}

/** Where locks lead while a plan waits for a PAN: what waits, what does not, and the field. */
export function PanSection({ plan, days, open }: Props) {
  const refresh = useRefresh();
  const pan = usePan(() => refresh(readPlanAccount));
  return (
    <Section title={days !== null ? 'Give your PAN to open what you paid for' : 'Give your PAN to open your plan’s calls'}>
      <p>{plan} is yours. Its tools are open, and its live calls open with your PAN: SEBI asks research analysts to know who pays them.</p>
      {open !== null && <p>Until then the live calls of {open} stay open, which was given to you.</p>}
      {days !== null && <p>Days that you wait are not charged, seven at most, and your plan ends that many days later.</p>}
      {days !== null && days > 0 && <p>{days === 1 ? 'So far you have waited 1 day.' : `So far you have waited ${days} days.`}</p>}
      <form css={panCss} onSubmit={(event) => void pan.give(event)} noValidate>
        <PanField pan={pan} />
        <Button kind="primary" type="submit" busy={pan.busy}>
          Open my calls
        </Button>
      </form>
    </Section>
  );
}
