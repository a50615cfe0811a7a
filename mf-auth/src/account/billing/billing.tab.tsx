import { css } from '@emotion/react';
import { readPlanAccount } from '@vimarsh/shared/contract/plans/routes.ts';
import type { PlanAccount } from '@vimarsh/shared/contract/plans/types.ts';
import { lineFor, mayBuy } from '@vimarsh/shared/domain/access/buying.ts';
import { PUBLISHER_SAC, SAC } from '@vimarsh/shared/domain/money/gst.ts';
import { BANK_TAB } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { exact } from '../../plans/rupees.ts';
import { rowsCss } from '../rows.css.ts';
import { Section } from '../section.tsx';
import { BillingForm } from './billing.form.tsx';
import { InvoiceDownload } from './invoice-download.tsx';
import { refundWords } from './refund-words.ts';

const REASON: Readonly<Record<PlanAccount['refunds'][number]['reason'], string>> = {
  cancelled: 'You cancelled a plan',
  late: 'A payment came too late',
  twice: 'A payment came twice',
  amount: 'A payment was of another amount',
};

const REFUND_STATE: Readonly<Record<PlanAccount['refunds'][number]['state'], string>> = {
  asked: 'On its way',
  done: 'Paid back',
  by_bank: 'Paid by bank transfer',
  failed: 'Could not be paid back',
};

const endCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-16);
`;

/** Every invoice and everything that came back. */
export function BillingTab() {
  const caller = callerOf(useSession());
  const buys = mayBuy(caller, lineFor(caller));
  const { data, error, refetch } = useQuery(readPlanAccount, undefined, { fresh: 0, shown: true });
  if (!data) return error ? <ErrorState what="your invoices" onRetry={refetch} error={error} /> : <SkeletonRows rows={2} height={176} screen />;
  return (
    <>
      <Section title="Invoices">
        {data.invoices.length === 0 ? (
          <p>You have not paid for anything here.</p>
        ) : (
          <>
            {data.invoices.some(({ plan }) => plan !== 'Publisher') && <p>Research services, SAC {SAC}.</p>}
            {data.invoices.some(({ plan }) => plan === 'Publisher') && <p>Use of the publishing platform, SAC {PUBLISHER_SAC}.</p>}
            <p>A credit note takes back what an invoice billed.</p>
            <ul css={rowsCss} aria-label="Invoices">
              {data.invoices.map(({ number, kind, about, issued_at, plan, days, taxable_paise, gst_paise, total_paise }) => (
                <li key={number}>
                  <span>
                    <b>{kind === 'invoice' ? `Invoice ${number}` : `Credit note ${number} to ${about}`}</b>
                    <small>
                      {plan} for {days} days · {formatIst(issued_at)}
                    </small>
                    <small>
                      {exact(taxable_paise)} and GST of {exact(gst_paise)}
                    </small>
                  </span>
                  <span css={endCss}>
                    {exact(kind === 'invoice' ? total_paise : -total_paise)}
                    <InvoiceDownload number={number} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
      {data.refunds.length > 0 && (
        <Section title="Refunds">
          <ul css={rowsCss} aria-label="Refunds">
            {data.refunds.map((refund) => (
              <li key={refund.id}>
                <span>
                  <b>{exact(refund.amount_paise)}</b>
                  <small>
                    {REASON[refund.reason]} · {formatIst(refund.asked_at)}
                  </small>
                  {(refund.state === 'failed' || refund.state === 'by_bank') && <small>{refundWords(refund, data.refund_account)}</small>}
                </span>
                <Badge tone={refund.state === 'failed' ? 'warn' : 'neutral'}>{REFUND_STATE[refund.state]}</Badge>
              </li>
            ))}
          </ul>
          {data.refunds.some(({ state }) => state === 'failed') && <Link to={BANK_TAB}>Bank details</Link>}
        </Section>
      )}
      {buys && <BillingForm billing={data.billing} />}
    </>
  );
}
