import { may } from '@vimarsh/shared/domain/access/may.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page as Frame } from '@vimarsh/shared/ui/page/page.tsx';
import { PublishLock } from '../../publishing/publish-lock.tsx';
import { PublisherNotice } from '../../publishing/publisher-notice.tsx';
import { RiskBox } from '../risk-box.tsx';
import { PublishOptionsFlow } from './publish-options-flow.tsx';

/** `/publish-recommendation-options`: an expert publishes an option call (S1-SCOPE-02, S2.1-ROUTE-20). */
export function Page() {
  const session = useSession();
  const { user } = session;
  return (
    <Frame title="Publish an option call">
      {!user || !may(callerOf(session), 'options.publish') ? (
        <PublishLock />
      ) : (
        <>
          <RiskBox />
          <PublisherNotice />
          <PublishOptionsFlow key={user.id} user={user} />
        </>
      )}
      <DisclosureStrip />
    </Frame>
  );
}
