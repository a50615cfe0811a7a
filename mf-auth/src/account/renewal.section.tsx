import { readPlanAccount, stopRenewal } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanRenewal } from '@vimarsh/shared/contract/plans/types.ts';
import { paidBy, RENEWAL_NOTICE } from '@vimarsh/shared/domain/money/renewal.ts';
import { STOPPED_WORDS } from '@vimarsh/shared/domain/money/renewal-stops.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { useState } from 'react';
import { exact } from '../plans/rupees.ts';
import { Section } from './section.tsx';

/** How a plan renews by itself, what is taken next, and how that is stopped: in two presses, at once. */
export function RenewalSection({ renewal }: { renewal: PlanRenewal }) {
  const { order_id, plan, days, method, most_paise, active, ends_at, next, page, stopped } = renewal;
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const { busy, send } = useRequest(stopRenewal);
  const refresh = useRefresh();
  async function stop() {
    const { status, data } = await send({ body: { order_id } });
    setAsking(false);
    refresh(readPlanAccount);
    if (status && data)
      session.notify({ kind: 'success', title: 'Success', text: `${plan} renews no more, and ends on ${formatDay(data.ends_at)}.`, ms: 3000 });
  }
  if (stopped !== '')
    return (
      <Section title={`Renewal of ${plan}`}>
        <p>{STOPPED_WORDS[stopped]}</p>
        <p>
          Nothing is taken from you again. {plan} ends on {formatDay(ends_at)}.
        </p>
      </Section>
    );
  return (
    <Section title={`Renewal of ${plan}`}>
      {active ? (
        <p>
          {plan} renews by itself every {days} days: at most {exact(most_paise)} with GST is taken each time, by {paidBy(method)}.
        </p>
      ) : (
        <p>Your bank has not yet said yes. Until it does, nothing is taken and nothing renews.</p>
      )}
      {active &&
        (next ? (
          <p>
            Next, {exact(next.pay_paise)} is taken from {formatIst(next.charge_at)} on.
          </p>
        ) : (
          <p>{RENEWAL_NOTICE}</p>
        ))}
      {page && <a href={page}>The mandate at your bank</a>}
      <Button onClick={() => setAsking(true)}>Stop renewal</Button>
      <SureDialog
        open={asking}
        title="Stop renewal"
        text={`Nothing is taken from you again. ${plan} stays until ${formatDay(ends_at)} and then ends.`}
        keep="Keep renewal"
        action="Stop it now"
        busy={busy}
        onKeep={() => setAsking(false)}
        onSure={() => void stop()}
      />
    </Section>
  );
}
