import { readExpertRecord, requestRecord } from '@vimarsh/shared/contract/experts/routes.ts';
import type { RecordGrant } from '@vimarsh/shared/contract/experts/types.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { recordCardCss } from './record/card.css.ts';

/** A client’s own request for a record, where figures may only be told one-to-one. */
export function RequestBox({ userId, name }: { userId: string; name: string }) {
  const { busy, send } = useRequest(requestRecord);
  const refresh = useRefresh();
  const ask = async (): Promise<void> => {
    const { data } = await send({ params: { user_id: userId } });
    if (data) refresh(readExpertRecord);
  };
  return (
    <section css={recordCardCss}>
      <h2>Figures on your own request</h2>
      <p>Results are told to a client who asks for them, and to nobody else. Your request is kept, with its time. You can read the record for thirty days.</p>
      <div>
        <Button kind="primary" onClick={ask} busy={busy} aria-label={`Request the record of ${name}`}>
          Request this record
        </Button>
      </div>
    </section>
  );
}

/** Stands over a record that was asked for. */
export function GrantLine({ grant }: { grant: RecordGrant }) {
  return (
    <p role="note">
      You asked for this record on {formatIst(grant.asked_at)}. It is for you alone, until {formatIst(grant.until)}.
    </p>
  );
}
