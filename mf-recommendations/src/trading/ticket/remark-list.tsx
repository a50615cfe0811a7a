import { css } from '@emotion/react';
import type { TicketRemark } from '@vimarsh/shared/contract/trading/types.ts';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { useId } from 'react';
import { ticketFieldOf } from './ticket-form.ts';

const listCss = css`
  display: grid;
  gap: var(--s-4);
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--t-13);
  & [data-weight='stop'] {
    color: var(--loss);
  }
  & [data-weight='stop']::before {
    content: '! ';
    font-weight: 600;
  }
  & [data-weight='note'] {
    color: var(--ink-2);
  }
`;
const asksCss = css`
  min-width: 0;
  margin: 0;
  border: 0;
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--warn);
  border-radius: var(--r-6);
  background: var(--warn-soft);
  & strong {
    font-weight: 600;
  }
`;

export interface RemarkListProps {
  remarks: readonly TicketRemark[];
  /** How many legs the ticket has: what is about one of several names it. */
  legs: number;
  agreed: readonly string[];
  /** A review was turned back, so what is not agreed to yet is marked. */
  pressed: boolean;
  onAgree: (code: string, yes: boolean) => void;
}

/** What stands against a ticket and is at no field, what its owner has to agree to, and what they should know. */
export function RemarkList({ remarks, legs, agreed, pressed, onAgree }: RemarkListProps) {
  const id = useId();
  const asks = remarks.filter(({ weight }) => weight === 'ask');
  const rest = remarks.filter((remark) => remark.weight === 'note' || (remark.weight === 'stop' && (remark.leg === null || ticketFieldOf(remark) === null)));
  return (
    <>
      {rest.length > 0 && (
        <ul css={listCss}>
          {rest.map(({ code, weight, leg, text }) => (
            <li key={`${code} ${leg}`} data-weight={weight}>
              <Said text={text} leg={leg} legs={legs} />
            </li>
          ))}
        </ul>
      )}
      {asks.length > 0 && (
        <fieldset css={asksCss} aria-labelledby={id}>
          <strong id={id}>Before you go on</strong>
          {asks.map(({ code, leg, text }) => (
            <Checkbox
              key={`${code} ${leg}`}
              label={<Said text={text} leg={leg} legs={legs} />}
              checked={agreed.includes(code)}
              error={pressed && !agreed.includes(code) ? 'Tick it if you want the order all the same.' : undefined}
              onChange={(event) => onAgree(code, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const Said = ({ text, leg, legs }: { text: string; leg: number | null; legs: number }) => (
  <>
    {legs > 1 && leg !== null && (
      <>
        <b>{`Leg ${leg + 1} of ${legs}`}</b>:{' '}
      </>
    )}
    <span>{text}</span>
  </>
);
