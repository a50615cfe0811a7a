import type { Audit } from '@vimarsh/shared/contract/calls/audit.ts';
import { readAudit } from '@vimarsh/shared/contract/calls/routes.ts';
import { HOW_TO_CHECK } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';

const FIRST_TO_COME = 'The first check of the whole record is not finished. It takes a minute or two after a start; load the page again then.';

/** What the server's check of the record found, in one sentence; null: none is finished yet. */
export function auditText(audit: Audit | null): string {
  if (!audit) return FIRST_TO_COME;
  // The day alone: in a demo the page has another clock than the server that checks.
  return audit.holds
    ? `Last checked on ${formatDay(audit.at)}: all ${formatNumber(audit.events)} events under daily roots are as they were signed, and every call shows what its events give.`
    : `On ${formatIst(audit.at)} the check found that the record is not as it was signed. Nothing is published or closed until this is cleared up.`;
}

/** When the server last checked its own record of calls, and what it found. */
export function RecordCheck() {
  const { data, error, refetch } = useQuery(readAudit, undefined, { shown: true });
  if (!data && error) return <ErrorState what="the last check" onRetry={refetch} error={error} />;
  return (
    <>
      <p>
        The server compares its whole record of calls with everything it ever signed, soon after it starts and once a day. You need not take its word: open any
        closed call and choose “Verify this record”, and your own browser checks it. <Link to={HOW_TO_CHECK}>How to check us</Link> explains what that proves
        and checks receipts.
      </p>
      {data ? <p>{auditText(data.latest)}</p> : <SkeletonRows rows={1} />}
    </>
  );
}
