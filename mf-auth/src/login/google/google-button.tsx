import { beginGoogle } from '@vimarsh/shared/contract/social/routes.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useState } from 'react';
import { leaveFor } from '../leave-for.ts';
import { keepReferral } from './kept-referral.ts';

/** Opens Google's page. Shown when the broker list says google_enable (S2.4-TOGGLE-06). */
export function GoogleButton({ referral }: { referral: string }) {
  const { busy, send } = useRequest(beginGoogle);
  const [leaving, setLeaving] = useState(false);
  const go = async () => {
    const { data } = await send({});
    if (!data) return;
    setLeaving(true);
    keepReferral(referral);
    leaveFor(data.redirect_url);
  };
  return (
    <Button busy={busy || leaving} onClick={() => void go()}>
      <svg width="16" height="16" viewBox="0 0 48 48" aria-hidden="true">
        <path fill="#4285f4" d="M45 24.5c0-1.6-.1-2.8-.4-4.1H24v7.5h12.1c-.2 2-1.6 5-4.5 7l6.9 5.4C42.600 36.500 45 31 45 24.500z" />
        <path
          fill="#34a853"
          d="M24 46c5.900 0 10.900-1.900 14.500-5.300l-6.900-5.400c-1.900 1.300-4.300 2.200-7.600 2.200-5.800 0-10.700-3.800-12.500-9.100l-7.100 5.500C8 41 15.400 46 24 46z"
        />
        <path fill="#fbbc05" d="M11.500 28.400c-.5-1.400-.7-2.900-.7-4.400s.3-3 .7-4.400L4.400 14C2.900 17 2 20.400 2 24s.9 7 2.400 10z" />
        <path
          fill="#ea4335"
          d="M24 10.500c4.100 0 6.900 1.800 8.500 3.300l6.200-6C34.900 4.200 29.900 2 24 2 15.400 2 8 7 4.400 14l7.100 5.600c1.800-5.300 6.700-9.100 12.500-9.100z"
        />
      </svg>
      Continue with Google
    </Button>
  );
}
