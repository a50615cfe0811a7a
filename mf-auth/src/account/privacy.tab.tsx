import { eraseAccount, exportAccount, readErasure } from '@vimarsh/shared/contract/account/routes.ts';
import { readBankAccount } from '@vimarsh/shared/contract/plans/bank-account.ts';
import { BANK_TAB } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { exact } from '../plans/rupees.ts';
import { Section } from './section.tsx';

/** What could not go back the way it was paid, and for whose payment the erasure waits. */
function Owed() {
  const { data } = useQuery(readBankAccount, undefined, { fresh: 0, shown: true });
  if (!data || data.owed_paise === 0) return null;
  return (
    <>
      <p>
        {data.account
          ? `We owe you ${exact(data.owed_paise)} that could not go back the way you paid. It goes to your account ending in ${data.account.ends_with}, and then your account here is erased.`
          : `We owe you ${exact(data.owed_paise)} that could not go back the way you paid. Your account is erased once it is paid: tell us an account of yours under Bank details.`}
      </p>
      <Link to={BANK_TAB}>Bank details</Link>
    </>
  );
}

/** A copy of the user's data, and its erasure after 48 hours, during which the request can be cancelled. */
export function PrivacyTab() {
  const { data, error, refetch } = useQuery(readErasure, undefined, { fresh: 0, shown: true });
  const copy = useRequest(exportAccount);
  const erasure = useRequest(eraseAccount);
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);

  async function download() {
    const { status, data: mine } = await copy.send({});
    if (!status) return;
    saveFile('my-account.json', JSON.stringify(mine, null, 2), 'application/json');
  }
  async function erase(on: boolean) {
    await erasure.send({ body: { on } });
    setAsking(false);
    refresh(readErasure);
  }

  return (
    <>
      <Section title="A copy of your data">
        <p>
          Your account, profile, risk profile, plans, purchases, invoices, bank details, document statuses, sign-in methods, sessions, follows, watchlists and
          saved views, as a JSON file.
        </p>
        <Button onClick={() => void download()} busy={copy.busy}>
          Download my data
        </Button>
      </Section>
      <Section title="Erase the account">
        {data ? (
          data.erase_at ? (
            <>
              <p>
                {Date.parse(data.erase_at) > Date.now()
                  ? `Your account will be erased on ${formatIst(data.erase_at)}. You can cancel this until then.`
                  : 'Your account is erased once everything that we owe you is paid. You can cancel this until then.'}
              </p>
              <Owed />
              <Button kind="primary" onClick={() => void erase(false)} busy={erasure.busy}>
                Keep my account
              </Button>
            </>
          ) : (
            <>
              <p>
                Your name, contacts, pictures, documents, bank details, risk profile, follows, watchlists and saved views are erased 48 hours after you ask.
                What is left of a plan goes back the way you paid, and the account is erased once everything that we owe you is paid. What the law requires us
                to keep stays without your name: published calls, registrations and invoices. An invoice keeps its state and a business’s GST number.
              </p>
              <Owed />
              <Button kind="danger" onClick={() => setAsking(true)}>
                Erase my account
              </Button>
            </>
          )
        ) : error ? (
          <ErrorState what="the state of your account" onRetry={refetch} error={error} />
        ) : (
          <SkeletonRows rows={1} height={80} />
        )}
      </Section>
      <SureDialog
        open={asking}
        title="Erase my account"
        text="You can cancel this for 48 hours. After that nobody can restore the account."
        keep="Keep my account"
        action="Erase in 48 hours"
        busy={erasure.busy}
        onKeep={() => setAsking(false)}
        onSure={() => void erase(true)}
      />
    </>
  );
}
