import { may } from '@vimarsh/shared/domain/access/may.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useParams } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { PublishLock } from '../../publishing/publish-lock.tsx';
import { PublisherNotice } from '../../publishing/publisher-notice.tsx';
import { PublishFlow } from './publish-flow.tsx';

/** `/upload-recommendation/:stock_name?`: an expert publishes an equity call. The path may name the stock (S2.1-PARAM-02). */
export function Page() {
  const session = useSession();
  const { user } = session;
  const { stock_name = '' } = useParams();
  return (
    <Frame title="Publish a call">
      {!user || !may(callerOf(session), 'equity.publish') ? (
        <PublishLock />
      ) : (
        <>
          <PublisherNotice />
          <PublishFlow key={`${user.id} ${stock_name}`} user={user} stock={stock_name.toUpperCase()} />
        </>
      )}
      <DisclosureStrip />
    </Frame>
  );
}
