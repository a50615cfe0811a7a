import { plainDigits } from '@vimarsh/shared/contract/plain-digits.ts';
import { PAN_SHAPE, PAN_SHAPE_SAID } from '@vimarsh/shared/contract/profile/pan.ts';
import { updateProfile } from '@vimarsh/shared/contract/profile/routes.ts';
import { readId } from '@vimarsh/shared/contract/profile/typed-id.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useRef, useState } from 'react';

/** One PAN, as it is typed, sent and told what is wrong. Once it is taken, live calls open in every tab. */
export function usePan(onGiven: () => void, saved = 'Your PAN is saved. What you paid for is open.') {
  const session = useSession();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { busy, send } = useRequest(updateProfile);
  const refuse = (why: string): void => {
    setError(why);
    field.current?.focus();
  };
  async function give(event: FormEvent): Promise<void> {
    event.preventDefault();
    const pan_card_number = readId(plainDigits(typed), PAN_SHAPE);
    if (!PAN_SHAPE.test(pan_card_number)) return refuse(PAN_SHAPE_SAID);
    setError('');
    const { status, problems, validation } = await send({ body: { pan_card_number } }, true);
    if (!status) return refuse(problems?.find(({ path }) => path === 'pan_card_number')?.message || validation);
    await session.refreshProfile();
    session.notify({ kind: 'success', title: 'Success', text: saved, ms: 3000 });
    onGiven();
  }
  return { field, typed, error, busy, give, type: setTyped };
}

/** The field of it. The button stands where the form's others are. */
export function PanField({ pan: { field, typed, error, type } }: { pan: ReturnType<typeof usePan> }) {
  return (
    <TextField
      ref={field}
      label="PAN"
      hint="We store it encrypted and show it masked"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      value={typed}
      onChange={(event) => type(event.target.value)}
      error={error || undefined}
    />
  );
}
