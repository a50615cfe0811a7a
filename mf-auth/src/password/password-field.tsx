import { css } from '@emotion/react';
import { PASSWORD_RULES } from '@vimarsh/shared/domain/validation.ts';
import { TextField, type TextFieldProps } from '@vimarsh/shared/ui/field.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { useState } from 'react';

const showCss = css`
  position: absolute;
  right: 0;
  top: 0;
  bottom: 0;
  min-width: 64px;
  border: 0;
  background: none;
  color: var(--accent);
  font: inherit;
  font-size: var(--t-13);
  font-weight: 500;
  cursor: pointer;
`;
const roomCss = css`
  & input {
    padding-right: 64px;
  }
`;

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <div css={roomCss}>
      <TextField
        {...props}
        type={shown ? 'text' : 'password'}
        maxLength={128}
        autoCapitalize="none"
        spellCheck={false}
        end={
          <button type="button" css={showCss} aria-pressed={shown} aria-label={`Show ${String(props.label).toLowerCase()}`} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
          </button>
        }
      />
    </div>
  );
}

const rulesCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-4) var(--s-12);
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--t-12);
  color: var(--ink-2);
  & > li::before {
    content: '○ ';
  }
  & > li[data-holds='true'] {
    color: var(--gain);
  }
  & > li[data-holds='true']::before {
    content: '✓ ';
  }
`;

/** What a new password needs; each line is ticked as it comes true. */
function PasswordRules({ value }: { value: string }) {
  return (
    <ul css={rulesCss} aria-label="A password needs">
      {PASSWORD_RULES.map(({ says, holds }) => (
        <li key={says} data-holds={holds(value)}>
          {says}
          {holds(value) && <Hidden>, done</Hidden>}
        </li>
      ))}
    </ul>
  );
}

/** A password to be set, with what it needs. */
export function NewPasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'autoComplete' | 'value'> & { value: string }) {
  return (
    <>
      <PasswordField {...props} autoComplete="new-password" />
      <PasswordRules value={props.value} />
    </>
  );
}
