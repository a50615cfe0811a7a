import { css } from '@emotion/react';
import { plainDigits } from '@vimarsh/shared/contract/plain-digits.ts';
import { bankAccount, readBankAccount, saveBankAccount } from '@vimarsh/shared/contract/plans/bank-account.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { billingFormCss } from './form.css.ts';

const buttonsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

const FIELDS = ['holder', 'ifsc', 'number', 'again'] as const;
type Typed = Record<(typeof FIELDS)[number], string>;
const EMPTY: Typed = { holder: '', ifsc: '', number: '', again: '' };
const withoutSpaces = (text: string): string => plainDigits(text).replaceAll(/[\s-]/g, '');

interface Props {
  /** Somebody has just asked for it: it takes the focus. */
  asked: boolean;
  onSaved: () => void;
  /** Where nothing has to be given: it closes the form. */
  onKeep?: () => void;
}

/** An account number has no check digit, so it is typed twice. It is kept nowhere on the device. */
export function BankForm({ asked, onSaved, onKeep }: Props) {
  const session = useSessionApi();
  const refresh = useRefresh();
  const { busy, send } = useRequest(saveBankAccount);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(EMPTY);
  useEffect(() => {
    if (asked) form.current?.querySelector('input')?.focus();
  }, [asked]);
  const [wrong, setWrong] = useState<Partial<Typed>>({});
  const [failure, setFailure] = useFailure(typed);
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: wrong[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setTyped((now) => ({ ...now, [name]: value }));
      setWrong((now) => ({ ...now, [name]: undefined }));
    },
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    const number = withoutSpaces(typed.number);
    const read = bankAccount.safeParse({ holder: typed.holder, ifsc: withoutSpaces(typed.ifsc).toUpperCase(), number });
    const said: Partial<Typed> = read.success ? {} : Object.fromEntries(read.error.issues.toReversed().map(({ path, message }) => [path[0], message]));
    if (!said.number && withoutSpaces(typed.again) !== number) said.again = 'The two numbers differ';
    const first = FIELDS.find((name) => said[name]);
    if (first || !read.success) {
      setWrong(said);
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setFailure('');
    const { status, validation } = await send({ body: read.data });
    if (!status) return setFailure(validation);
    refresh(readBankAccount);
    session.notify({
      kind: 'success',
      title: 'Saved',
      text: `If a refund can’t go back the way you paid, we send it to the account ending in ${number.slice(-4)}.`,
      ms: 3000,
    });
    onSaved();
  }

  return (
    <form css={billingFormCss} ref={form} onSubmit={save} noValidate>
      <TextField label="Account holder" hint="As your bank writes the name" autoComplete="name" maxLength={100} {...field('holder')} />
      <TextField
        label="IFSC"
        hint="It stands on your cheque book and in your bank’s app"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={15}
        {...field('ifsc')}
      />
      <TextField label="Account number" inputMode="numeric" autoComplete="off" maxLength={30} {...field('number')} />
      <TextField label="Account number again" inputMode="numeric" autoComplete="off" maxLength={30} {...field('again')} />
      <Failure why={failure} />
      <div css={buttonsCss}>
        <Button kind="primary" type="submit" busy={busy}>
          Save the account
        </Button>
        {onKeep && (
          <Button kind="quiet" onClick={onKeep} disabled={busy}>
            Not now
          </Button>
        )}
      </div>
    </form>
  );
}
