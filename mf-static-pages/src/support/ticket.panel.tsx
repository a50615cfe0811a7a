import { listTickets } from '@vimarsh/shared/contract/support/routes.ts';
import type { TicketKind } from '@vimarsh/shared/contract/support/types.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { WriteToUs } from '@vimarsh/shared/ui/tickets/ticket-form.tsx';
import { TicketList } from '@vimarsh/shared/ui/tickets/ticket-list.tsx';

/** Write to us, and below one's own messages with their answers. */
export function TicketPanel({ kind }: { kind?: TicketKind }) {
  const { signedIn } = useSession();
  return (
    <>
      <WriteToUs {...(kind && { kind })} />
      {signedIn && <OwnTickets />}
    </>
  );
}

function OwnTickets() {
  const { data } = useQuery(listTickets);
  if (!data || data.length === 0) return null;
  return (
    <>
      <h3>Your messages</h3>
      <TicketList tickets={data} />
    </>
  );
}
