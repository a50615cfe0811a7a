import { css } from '@emotion/react';
import { setAlert } from '@vimarsh/shared/contract/alerts/routes.ts';
import type { AlertContract, AlertList } from '@vimarsh/shared/contract/alerts/types.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { alertWords } from '@vimarsh/shared/domain/alerts/words.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Checkbox, SelectField, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useState } from 'react';
import { ContractFields } from './contract-fields.tsx';
import { conditionOf, WAYS, type Way, wayOf } from './ways.ts';

const formCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & > button {
    justify-self: start;
  }
`;
const wrongCss = css`
  color: var(--loss);
  font-size: var(--t-13);
`;

/** The newest of a list, in words. */
function said({ alerts: [newest] }: AlertList): string {
  if (!newest) return '';
  const { about, waits } = alertWords(newest.condition, { points: newest.points, expert: newest.expert?.full_name ?? '' });
  return `${about}: ${waits}`;
}

export interface AlertFormProps {
  /** The stock or index it is about; '' lets the user choose, an expert too. */
  symbol: string;
  onSet: (list: AlertList) => void;
  /** It was refused, or its answer was lost: the list may hold more than is shown. */
  onFailed: () => void;
}

/** What to be told of, in plain words. Whether it can be is the server's to say; its sentence stands at the form. */
export function AlertForm({ symbol: given, onSet, onFailed }: AlertFormProps) {
  const session = useSession();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [expert, setExpert] = useState<ComboboxOption | null>(null);
  const [way, setWay] = useState<Way>('price_above');
  const [value, setValue] = useState('');
  const [contract, setContract] = useState<AlertContract | null | undefined>(null);
  const [repeats, setRepeats] = useState(false);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const symbol = given || (chosen?.value ?? '');
  const { price } = useLivePrice(symbol || null);
  const { kind, field } = wayOf(way);
  const caller = callerOf(session);
  const conditions = may(caller, 'alerts.conditions');
  const notYours = may(caller, 'money.see-plans') ? 'Pro' : 'not part of your access';
  const ofExpert = kind === 'call_expert';

  const change =
    <T,>(set: (to: T) => void) =>
    (to: T) => {
      set(to);
      setWrong('');
    };
  async function findStocks(query: string): Promise<readonly ComboboxOption[]> {
    const { data } = await session.request(searchInstruments, { query: { search: query, limit: '8' } }, { quiet: true });
    if (!data) throw new Error('Stocks could not be searched');
    return data.map(({ symbol: value, name }) => ({ value, label: value, hint: name }));
  }
  async function findExperts(query: string): Promise<readonly ComboboxOption[]> {
    const { data } = await session.request(listExperts, { query: { limit: '50' } }, { quiet: true });
    if (!data) throw new Error('Experts could not be searched');
    const wanted = query.trim().toLowerCase();
    return data.filter(({ full_name }) => full_name.toLowerCase().includes(wanted)).map(({ user_id, full_name }) => ({ value: user_id, label: full_name }));
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const made = conditionOf({ way, symbol, expert: expert?.value ?? '', value, contract });
    if (typeof made === 'string') return setWrong(made);
    setBusy(true);
    const { data, validation, problems } = await session.request(setAlert, { body: { condition: made, repeats } }, { quiet: true });
    setBusy(false);
    if (!data) {
      onFailed();
      return setWrong(problems?.[0]?.message ?? validation);
    }
    setWrong('');
    setValue('');
    onSet(data);
    session.notify({ kind: 'success', title: 'Alert set', text: said(data), ms: 3000 });
  }
  return (
    <form css={formCss} onSubmit={(event) => void save(event)} noValidate aria-label="New alert">
      <SelectField
        label="Tell me when"
        value={way}
        options={WAYS.filter((one) => given === '' || one.kind !== 'call_expert').map((one) => {
          const locked = one.pro && !conditions;
          return { value: one.way, label: locked ? `${one.label} (${notYours})` : one.label, disabled: locked };
        })}
        onChange={change((to: string) => setWay(to as Way))}
      />
      {ofExpert ? (
        <Combobox label="Expert" value={expert} onChange={change(setExpert)} load={findExperts} placeholder="Name" />
      ) : (
        given === '' && <Combobox label="Stock or index" value={chosen} onChange={change(setChosen)} load={findStocks} placeholder="Symbol or name" />
      )}
      {kind === 'oi' && symbol && <ContractFields key={symbol} symbol={symbol} onChange={change(setContract)} />}
      {field && (
        <TextField
          numeric
          label={field}
          value={value}
          hint={price !== null && kind === 'price' ? `${symbol} stands at ${formatNumber(price, 2)} now` : undefined}
          error={wrong}
          onChange={({ target }) => change(setValue)(target.value)}
        />
      )}
      <Checkbox
        label={kind === 'price' ? 'Repeat: tell me every time the price crosses' : field ? 'Repeat: tell me every time it crosses' : 'Tell me each time'}
        checked={repeats}
        onChange={({ target }) => setRepeats(target.checked)}
      />
      {!field && (
        <p css={wrongCss} role="alert">
          {wrong}
        </p>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        Set alert
      </Button>
    </form>
  );
}
