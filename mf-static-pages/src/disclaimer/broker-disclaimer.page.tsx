import { useSession } from '@vimarsh/shared/kit/session.ts';
import { brokerDisclaimer } from '../content/broker-disclaimer.ts';
import { Sections } from '../document/sections.tsx';

/**
 * The broker's four points on a page: `/broker/disclaimer` for everyone, `/broker-disclaimer` for who is signed in, and
 * without the frame `/widget-broker-disclaimer` (S2.1-GROUP-A03).
 */
export function Page() {
  const { environment } = useSession();
  return <Sections document={brokerDisclaimer(environment?.utm_source ?? '')} />;
}
