import { readBankAccount, removeBankAccount, type ShownBankAccount } from '@vimarsh/shared/contract/plans/bank-account.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/state.tsx';
import { useState } from 'react';
import { rowsCss } from '../rows.css.ts';
import { Section } from '../section.tsx';
import { BankForm } from './bank.form.tsx';

/** The bank account for refunds that can't go back the way they were paid. */
export function BankTab() {
  const { data, error, refetch } = useQuery(readBankAccount, undefined, { fresh: 0, shown: true });
  const [changing, setChanging] = useState(false);
  if (!data) return error ? <ErrorState what="your bank details" onRetry={refetch} error={error} /> : <SkeletonRows rows={1} height={240} screen />;
  const { account, needed } = data;
  return (
    <Section title="Bank account for refunds">
      <p>Refunds go back the way you paid. Where that can’t be done, we pay to this account. We use it for nothing else.</p>
      {account && <Account account={account} />}
      {!account && !needed ? (
        <p>You have not paid for anything here, so we need no account of yours.</p>
      ) : account && !changing ? (
        <Button onClick={() => setChanging(true)}>Change the account</Button>
      ) : (
        <BankForm onSaved={() => setChanging(false)} {...(account && { onKeep: () => setChanging(false) })} />
      )}
    </Section>
  );
}

function Account({ account: { holder, ifsc, ends_with, saved_at } }: { account: ShownBankAccount }) {
  const session = useSessionApi();
  const refresh = useRefresh();
  const removal = useRequest(removeBankAccount);
  async function remove() {
    const { status } = await removal.send({});
    if (!status) return;
    refresh(readBankAccount);
    session.notify({ kind: 'success', title: 'Removed', text: 'We have no bank account of yours any more.', ms: 3000 });
  }
  return (
    <ul css={rowsCss} aria-label="Bank account">
      <li>
        <span>
          <b>{holder}</b>
          <small>
            Account ending in {ends_with} · {ifsc}
          </small>
          <small>Saved on {formatDay(saved_at)}</small>
        </span>
        <Button onClick={() => void remove()} busy={removal.busy}>
          Remove
        </Button>
      </li>
    </ul>
  );
}
