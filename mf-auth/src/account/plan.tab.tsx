import { css } from '@emotion/react';
import { cancelPlan, readPlanAccount } from '@vimarsh/shared/contract/plans/routes.ts';
import type { BoughtPlan, PlanAccount } from '@vimarsh/shared/contract/plans/types.ts';
import { lineFor } from '@vimarsh/shared/domain/access/buying.ts';
import { EXPERT_GIVES } from '@vimarsh/shared/domain/access/expert-gives.ts';
import { givenBy } from '@vimarsh/shared/domain/access/plan-gives.ts';
import { BANK_TAB, MY_ACCOUNT } from '@vimarsh/shared/domain/routing/member-places.ts';
import { PLANS } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { GivenLists } from '../plans/given-lists.tsx';
import { PublisherSection } from '../plans/publisher.section.tsx';
import { exact } from '../plans/rupees.ts';
import { refundWords } from './billing/refund-words.ts';
import { PanSection } from './pan.section.tsx';
import { RenewalSection } from './renewal.section.tsx';
import { Section } from './section.tsx';

const topCss = css`
  & > :first-of-type {
    scroll-margin-top: calc(var(--head) + var(--ribbon) + var(--s-16));
    outline: none;
  }
`;

/** The plan of the account: until when, what would come back now, and how to leave. */
export function PlanTab() {
  const top = useRef<HTMLDivElement>(null);
  // Ending a plan shortens the page, which on a phone leaves nothing but its foot in sight: what goes back, or the free account, is
  // brought there instead.
  const toTop = useCallback(() => {
    const first = top.current?.firstElementChild;
    if (!(first instanceof HTMLElement)) return;
    first.tabIndex = -1;
    first.focus();
  }, []);
  return (
    <div ref={top} css={topCss} data-sections="">
      <PlanSections onGone={toTop} />
    </div>
  );
}

function PlanSections({ onGone }: { onGone: () => void }) {
  const [ended, setEnded] = useState('');
  const session = useSession();
  const { plan } = session;
  const { data, error, refetch } = useQuery(readPlanAccount, undefined, { fresh: 0, shown: true });
  const gone = ended !== '' && data !== undefined && !data.plans.some(({ order_id }) => order_id === ended);
  useEffect(() => {
    if (gone) onGone();
  }, [gone, onGone]);
  if (!data) return error ? <ErrorState what="your plan" onRetry={refetch} error={error} /> : <SkeletonRows rows={1} height={176} screen />;
  const renewed = new Set(data.renewals.filter(({ stopped }) => stopped === '').map(({ plan: of }) => of));
  const waits = data.plans.find(({ pan_missing }) => pan_missing);
  const given = data.given.map((each) => <Given key={`given ${each.plan} ${each.ends_at}`} given={each} />);
  const back = <ComesBack key="refunds" {...data} />;
  const all = [
    ...(waits ? [<PanSection key="pan" plan={waits.plan} days={waits.paused_days} open={plan?.kyc_gate?.open ?? null} />] : []),
    // A reward waits for it too, and no day of it is paid for.
    ...(!waits && plan?.kyc_gate ? [<PanSection key="pan" plan={plan.plan_name} days={null} open={plan.kyc_gate.open} />] : []),
    ...data.plans.map((bought) => <Bought key={bought.order_id} bought={bought} renews={renewed.has(bought.plan)} onEnded={setEnded} />),
    ...given,
    ...data.renewals.map((renewal) => <RenewalSection key={`renewal ${renewal.order_id}`} renewal={renewal} />),
  ];
  if (lineFor(callerOf(session)) === 'experts')
    return (
      <>
        {back}
        {all}
        {all.length > 0 && <GivesYou />}
        {!data.plans.some((bought) => bought.plan === 'Publisher') && <PublisherSection />}
      </>
    );
  if (all.length > 0) return [back, ...all, <GivesYou key="gives" />];
  return (
    <>
      {back}
      <Section title="Free account">
        <p>You see ended calls with their results a session later, and one live call a week.</p>
        <PlansLink />
      </Section>
      <GivesYou />
    </>
  );
}

/** What the account has now and what it has not, asked of the rights themselves. */
function GivesYou() {
  const caller = callerOf(useSession());
  return (
    <Section title="What you have now">
      <GivenLists name="What you have now" given={lineFor(caller) === 'experts' ? givenBy(caller, EXPERT_GIVES) : givenBy(caller)} />
    </Section>
  );
}

function Given({ given: { plan, ends_at } }: { given: PlanAccount['given'][number] }) {
  return (
    <Section title={plan}>
      <p>Your plan was given to you and runs until {formatDay(ends_at)}. It was free, so ending it brings no refund.</p>
      <PlansLink />
    </Section>
  );
}

/** For so long what goes back is told of here; after that under Billing alone. */
const TOLD_DAYS = 14;

/** What goes back, unless it was there two weeks ago: a notice that passes is too little for money. What the payments were for stands under Billing. */
function ComesBack({ refunds, refund_account }: Pick<PlanAccount, 'refunds' | 'refund_account'>) {
  const since = Date.now() - TOLD_DAYS * 86_400_000;
  const told = refunds.filter(
    ({ reason, state, asked_at }) => state === 'failed' || (reason === 'cancelled' && (state === 'asked' || Date.parse(asked_at) > since)),
  );
  if (told.length === 0) return null;
  // One plan may go back by several payments.
  const sums = new Map<string, (typeof told)[number]>();
  for (const one of told) {
    const key = `${one.plan} ${one.reason} ${one.state} ${formatDay(one.asked_at)} ${one.by_bank?.reference}`;
    sums.set(key, { ...one, amount_paise: one.amount_paise + (sums.get(key)?.amount_paise ?? 0) });
  }
  return (
    <Section title="What goes back to you">
      {[...sums].map(([key, refund]) => (
        <p key={key}>
          <span>
            {refund.reason === 'cancelled' ? `You cancelled ${refund.plan} on ${formatDay(refund.asked_at)}.` : `A payment for ${refund.plan} goes back.`}
          </span>{' '}
          <span>{refundWords(refund, refund_account)}</span>
        </p>
      ))}
      {told.some(({ state }) => state === 'failed') && <Link to={BANK_TAB}>Bank details</Link>}
      <Link to={`${MY_ACCOUNT}?tab=billing`}>Invoices and refunds</Link>
    </Section>
  );
}

interface BoughtProps {
  bought: BoughtPlan;
  renews: boolean;
  onEnded: (order_id: string) => void;
}

function Bought({ bought: { order_id, plan, days, starts_at, ends_at, total_paise, credit_paise, refund_paise, unused_days }, renews, onEnded }: BoughtProps) {
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const { busy, send } = useRequest(cancelPlan);
  const refresh = useRefresh();
  async function end() {
    const { status, data } = await send({ body: { order_id, refund_paise } });
    setAsking(false);
    refresh(readPlanAccount);
    if (!status || !data) return;
    onEnded(order_id);
    await session.refreshProfile();
    session.notify({ kind: 'success', title: 'Success', text: `${plan} has ended. ${exact(data.refund_paise)} goes back the way you paid.`, ms: 3000 });
  }
  return (
    <Section title={plan}>
      {renews ? (
        <p>
          {days} days, from {formatDay(starts_at)} to {formatDay(ends_at)}, for {exact(total_paise)} with GST.
        </p>
      ) : (
        <p>
          {days} days, from {formatDay(starts_at)} to {formatDay(ends_at)}, for {exact(total_paise)} with GST. It ends by itself: nothing is taken from you
          again.
        </p>
      )}
      {credit_paise > 0 && (
        <p>
          You paid {exact(total_paise - credit_paise)} of it; {exact(credit_paise)} was left of your former plan. Both count for what comes back.
        </p>
      )}
      <p>
        If you cancelled now, {exact(refund_paise)} would come back, for {unused_days} of {days} days.
      </p>
      <Link to={PLANS}>Add days or change the plan</Link>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Cancel {plan}
      </Button>
      <SureDialog
        open={asking}
        title={`Cancel ${plan}`}
        text={`${plan} ends at once. The fee of ${unused_days} of its ${days} days, and its GST, go back the way you paid. There is no charge for leaving.`}
        keep={`Keep ${plan}`}
        action={`End it and get ${exact(refund_paise)} back`}
        busy={busy}
        onKeep={() => setAsking(false)}
        onSure={() => void end()}
      />
    </Section>
  );
}
