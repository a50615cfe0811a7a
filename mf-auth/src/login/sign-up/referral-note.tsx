import { readReferralCode } from '@vimarsh/shared/contract/referrals/routes.ts';
import { HELD_DAYS } from '@vimarsh/shared/domain/referral/referral.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { noticeCss } from './terms-notice.tsx';

/** What the code of the address gives to whom, before anybody signs up for it. One that does not count is no reason not to. */
export function ReferralNote({ code }: { code: string }) {
  const { data, error } = useQuery(readReferralCode, { query: { code } }, { shown: true });
  if (!data) return error ? null : <Skeleton height={40} />;
  const { gives } = data;
  if (!gives) return null;
  return (
    <p css={noticeCss} role="status">
      {gives.counts ? (
        <>
          You sign up with a code: you and the person who gave it to you each get {gives.days} days on a plan, {HELD_DAYS} days or more after you paid for one
          and gave your PAN. No money is paid for it.
        </>
      ) : (
        'This code does not count here, or not any more. You can sign up all the same.'
      )}
    </p>
  );
}
