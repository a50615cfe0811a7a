import { useSession } from '@vimarsh/shared/kit/session.ts';
import { brokerDisclaimer } from '../content/broker-disclaimer.ts';
import { Sections } from '../document/sections.tsx';

/**
 * The broker's four points as a page: `/broker/disclaimer` for everyone, `/broker-disclaimer` for signed-in users, and
 * `/widget-broker-disclaimer` without the frame (S2.1-GROUP-A03).
 */
export function Page() {
  const { environment } = useSession();
  return <Sections document={brokerDisclaimer(environment?.utm_source ?? '')} />;
}
