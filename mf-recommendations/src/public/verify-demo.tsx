import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { outcome } from '@vimarsh/shared/ui/calls/call.view.ts';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { useState } from 'react';
import { VerifyEquity } from '../equity/verify-equity.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-16);
`;

/** A phone's list cuts it, so it stands whole below the list as well. */
const endOf = (call: Call): string => `${outcome(call).label} · ${call.expert.full_name}`;

/** Lets a visitor choose a closed call and check it. */
export function VerifyDemo({ calls }: { calls: readonly Call[] }) {
  const [id, setId] = useState('');
  const chosen = calls.find((call) => call.id === id) ?? calls[0];
  if (!chosen) return null;
  return (
    <div css={boxCss}>
      <SelectField
        label="Closed call"
        value={chosen.id}
        options={calls.map((call) => ({ value: call.id, label: `${call.stock} · ${call.call_type} · ${endOf(call)}` }))}
        hint={endOf(chosen)}
        onChange={setId}
      />
      <VerifyEquity call={chosen} demo />
    </div>
  );
}
