import { keepTelling } from '@vimarsh/shared/kit/push.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect } from 'react';
import { CampaignOnce } from './campaign-once.tsx';

/** What concerns only who is signed in, beside their screens: messages to this device, and the campaign of the site. */
export function Members() {
  const session = useSessionApi();
  useEffect(() => void keepTelling(session).catch(console.info), [session]);
  return <CampaignOnce />;
}
