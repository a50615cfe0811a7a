import { plainDigits } from '@vimarsh/shared/contract/plain-digits.ts';
import { ABROAD } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import { readPlanAccount, readPlanQuotes, saveBilling } from '@vimarsh/shared/contract/plans/routes.ts';
import { type BillingDetails, billingDetails } from '@vimarsh/shared/contract/plans/types.ts';
import { openDrafts, useSoon } from '@vimarsh/shared/kit/drafts.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSession, useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { SelectField, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Section } from '../section.tsx';
import { STATE_CHOICES } from '../state-choices.ts';
import { billingFormCss } from './form.css.ts';

const FIELDS = ['name', 'address', 'state', 'country', 'gstin'] as const;
type Field = (typeof FIELDS)[number];
type Typed = Record<Field, string>;

/** What is typed and not saved yet, right or wrong. */
const DRAFTS = openDrafts(
  'billing-draft',
  z.object({ name: z.string(), address: z.string(), state: z.string(), country: z._default(z.string(), ''), gstin: z.string(), saved_at: z.number() }),
);

/** What stands on the invoices to come: name, address, state and GST number. */
export function BillingForm({ billing }: { billing: BillingDetails | null }) {
  const session = useSessionApi();
  const who = useSession().user?.id ?? '';
  const { soon, never } = useSoon();
  const { busy, send } = useRequest(saveBilling);
  const refresh = useRefresh();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(() => DRAFTS.load(who) ?? billing ?? { name: '', address: '', state: '', country: '', gstin: '' });
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useFailure(typed);
  const change = (field: Field) => (value: string) => {
    const next: Typed = { ...typed, [field]: value };
    setTyped(next);
    soon(() => {
      if (session.snapshot().user?.id === who) DRAFTS.save(who, { ...next, saved_at: Date.now() });
    });
    setWrong((now) => ({ ...now, [field]: undefined }));
  };

  async function save(event: FormEvent) {
    event.preventDefault();
    const read = billingDetails.safeParse({
      ...typed,
      country: typed.state === ABROAD ? typed.country : '',
      gstin: plainDigits(typed.gstin),
    });
    if (!read.success) {
      const said = Object.fromEntries(read.error.issues.toReversed().map(({ path, message }) => [path[0], message]));
      setWrong(said);
      const first = FIELDS.find((field) => said[field]);
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setFailure('');
    const { data, validation } = await send({ body: read.data });
    if (!data) return setFailure(validation);
    never();
    DRAFTS.drop(who);
    setTyped(data);
    refresh(readPlanAccount, readPlanQuotes);
    session.notify({ kind: 'success', title: 'Saved', text: 'Your next invoice has these details.', ms: 3000 });
  }

  return (
    <Section title="On your invoices">
      <p>Invoices that were issued stay as they are. Without these details you are billed as a customer who is not registered for GST.</p>
      <form css={billingFormCss} ref={form} onSubmit={save} noValidate>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          value={typed.name}
          onChange={(event) => change('name')(event.target.value)}
          error={wrong.name}
        />
        <TextField
          label="Address"
          hint="With its PIN code. It may be left out without a GST number"
          name="address"
          autoComplete="street-address"
          maxLength={200}
          value={typed.address}
          onChange={(event) => change('address')(event.target.value)}
          error={wrong.address}
        />
        <SelectField label="State or territory" name="state" options={STATE_CHOICES} value={typed.state} onChange={change('state')} error={wrong.state} />
        {typed.state === ABROAD && (
          <TextField
            label="Country"
            name="country"
            autoComplete="country-name"
            maxLength={60}
            value={typed.country}
            onChange={(event) => change('country')(event.target.value)}
            error={wrong.country}
          />
        )}
        <TextField
          label="GST number"
          hint="Only if you are registered for GST"
          name="gstin"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={typed.gstin}
          onChange={(event) => change('gstin')(event.target.value)}
          error={wrong.gstin}
        />
        <Failure why={failure} />
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </form>
    </Section>
  );
}
