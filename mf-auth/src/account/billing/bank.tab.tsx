import { css } from '@emotion/react';
import { readBankAccount, removeBankAccount, type ShownBankAccount } from '@vimarsh/shared/contract/plans/bank-account.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useRef, useState } from 'react';
import { exact } from '../../plans/rupees.ts';
import { rowsCss } from '../rows.css.ts';
import { Section } from '../section.tsx';
import { BankForm } from './bank.form.tsx';

const placeCss = css`
  display: grid;
  gap: var(--s-12);
  width: 100%;
  &:focus {
    outline: none;
  }
`;
const USED_FOR = 'Refunds go back the way you paid. Where that can’t be done, we pay to this account. We use it for nothing else.';
const NOTHING_TO_DO =
  'You need not do anything: refunds go back the way you paid. Only if your bank or card can’t take one back do we need an account of yours.';
const owedWords = (sum: string, hasAccount: boolean): string =>
  hasAccount
    ? `We pay ${sum} to the account below within 7 working days: it could not go back the way you paid.`
    : `We owe you ${sum}: it could not go back the way you paid. Tell us an account of yours, and we pay it there.`;

/** The bank account for refunds that can't go back the way they were paid. Nobody is asked for one who is owed nothing. */
export function BankTab() {
  const { data, error, refetch } = useQuery(readBankAccount, undefined, { fresh: 0, shown: true });
  const [typing, setTyping] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  /** Where a form or an account was stands something else now: whoever works by keyboard goes on from there, and sees it. */
  const goOn = (): void => {
    place.current?.focus();
    place.current?.scrollIntoView?.({ block: 'nearest' });
  };
  if (!data) return error ? <ErrorState what="your bank details" onRetry={refetch} error={error} /> : <SkeletonRows rows={1} height={240} screen />;
  const { account, needed, owed_paise } = data;
  if (!account && !needed)
    return (
      <Section title="Bank account for refunds">
        <p>You have not paid for anything here, so we need no account of yours.</p>
      </Section>
    );
  const close = (): void => {
    setTyping(false);
    goOn();
  };
  return (
    <Section title="Bank account for refunds">
      <div css={placeCss} ref={place} tabIndex={-1}>
        <p>{owed_paise > 0 ? owedWords(exact(owed_paise), account !== null) : account ? USED_FOR : NOTHING_TO_DO}</p>
        {account && <Account account={account} owed_paise={owed_paise} onRemoved={goOn} />}
      </div>
      {typing || (!account && owed_paise > 0) ? (
        <BankForm asked={typing} onSaved={close} {...((account || owed_paise === 0) && { onKeep: close })} />
      ) : (
        <Button onClick={() => setTyping(true)}>{account ? 'Change the account' : 'Give an account'}</Button>
      )}
    </Section>
  );
}

interface AccountProps {
  account: ShownBankAccount;
  owed_paise: number;
  onRemoved: () => void;
}

function Account({ account: { holder, ifsc, ends_with, saved_at }, owed_paise, onRemoved }: AccountProps) {
  const session = useSessionApi();
  const refresh = useRefresh();
  const removal = useRequest(removeBankAccount);
  const [asking, setAsking] = useState(false);
  async function remove() {
    const { status } = await removal.send({});
    setAsking(false);
    if (!status) return;
    refresh(readBankAccount);
    onRemoved();
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
        <Button onClick={() => (owed_paise > 0 ? setAsking(true) : void remove())} busy={removal.busy}>
          Remove
        </Button>
        <SureDialog
          open={asking}
          title="Remove the account"
          text={`${exact(owed_paise)} is to be paid to it. Without an account it waits until you give another.`}
          keep="Keep the account"
          action="Remove"
          busy={removal.busy}
          onKeep={() => setAsking(false)}
          onSure={() => void remove()}
        />
      </li>
    </ul>
  );
}
