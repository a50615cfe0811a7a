import { css } from '@emotion/react';
import { PASSWORD_RULES } from '@vimarsh/shared/domain/people/validation.ts';
import { TextField, type TextFieldProps } from '@vimarsh/shared/ui/fields/field.tsx';
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

/** A password field that can show what is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [visible, setVisible] = useState(false);
  return (
    <div css={roomCss}>
      <TextField
        {...props}
        type={visible ? 'text' : 'password'}
        maxLength={128}
        autoCapitalize="none"
        spellCheck={false}
        end={
          <button
            type="button"
            css={showCss}
            aria-pressed={visible}
            aria-label={`Show ${String(props.label).toLowerCase()}`}
            onClick={() => setVisible(!visible)}
          >
            {visible ? 'Hide' : 'Show'}
          </button>
        }
      />
    </div>
  );
}

const rulesCss = css`
  /* Columns of one width: letters that come late move no rule to another line. */
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
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

/** The rules of a new password; each is ticked once it is met. */
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

/** The field of a new password, with its rules. */
export function NewPasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'autoComplete' | 'value'> & { value: string }) {
  return (
    <>
      <PasswordField {...props} autoComplete="new-password" />
      <PasswordRules value={props.value} />
    </>
  );
}
