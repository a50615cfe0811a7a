import { AUDIENCES } from '@vimarsh/shared/domain/access/audiences.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { keepTelling } from '@vimarsh/shared/kit/push.ts';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect } from 'react';
import { CampaignOnce } from './campaign-once.tsx';

// Only experts are asked for chats (S6-PERM-04), so only they load what listens for requests.
const ChatRequestPopup = part<{ me: string }>({
  what: 'Chat requests',
  load: () => import('../chat/request-popup.tsx').then((popup) => popup.ChatRequestPopup),
  failure: () => null,
});

/** Beside the screens of whoever is signed in: messages to this device, the campaign of the site, and an expert's chat requests. */
export function Members() {
  const session = useSessionApi();
  useEffect(() => void keepTelling(session).catch(console.info), [session]);
  const { user } = useSession();
  return (
    <>
      <CampaignOnce />
      {user && AUDIENCES.experts({ profession: user.profession }) && <ChatRequestPopup me={user.id} />}
    </>
  );
}
