import { css } from '@emotion/react';
import { changePassword } from '@vimarsh/shared/contract/account/routes.ts';
import { validatePassword, validateRequired } from '@vimarsh/shared/domain/people/validation.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { formCss } from '../login/form.css.ts';
import { Unanswered } from '../login/unanswered.tsx';
import { NewPasswordField, PasswordField } from './password-field.tsx';
import { useSubmission } from './use-submission.ts';
import { PASSWORD_WORDS } from './words.ts';

const narrow = css`
  max-width: 400px;
`;
const NOTHING = { current: '', next: '' };

/** Changing the password, by choice or because the account requires it (spec 4, routing after login). */
export function Page() {
  const session = useSession();
  const [forced] = useState(session.user?.mustChangePassword === true);
  const [typed, setTyped] = useState(NOTHING);
  const [error, setError] = useState(NOTHING);
  const [signOutOthers, setSignOutOthers] = useState(true);
  const currentField = useRef<HTMLInputElement>(null);
  const nextField = useRef<HTMLInputElement>(null);
  const { busy, unanswered, submit, again } = useSubmission(changePassword, {
    done({ message }) {
      setTyped(NOTHING);
      session.notify({ kind: 'success', title: 'Success', text: message, ms: 3000 });
      again();
      void session.refreshProfile().then(() => {
        if (forced) navigate(HOME_WHEN_SIGNED_IN, { replace: true });
      });
    },
    refused({ code, message }) {
      const isCurrent = code === 'CREDENTIALS' || code === 'LOCKED_OUT';
      setTyped(isCurrent ? { ...typed, current: '' } : { ...typed, next: '' });
      setError(isCurrent ? { current: message, next: '' } : { current: '', next: message });
      (isCurrent ? currentField : nextField).current?.focus();
    },
  });

  function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problems = { current: validateRequired(typed.current), next: validatePassword(typed.next) };
    setError(problems);
    if (problems.current) currentField.current?.focus();
    else if (problems.next) nextField.current?.focus();
    else submit({ body: { current_password: typed.current, new_password: typed.next, sign_out_others: signOutOthers } });
  }

  return (
    <Screen title={PASSWORD_WORDS.change}>
      <form css={[formCss, narrow]} onSubmit={send} noValidate aria-label={PASSWORD_WORDS.change}>
        {forced && <p>{PASSWORD_WORDS.mustChange}</p>}
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={session.user?.email ?? ''} readOnly hidden />
        <PasswordField
          ref={currentField}
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          value={typed.current}
          readOnly={busy}
          error={error.current}
          onChange={(event) => setTyped({ ...typed, current: event.target.value })}
        />
        <NewPasswordField
          ref={nextField}
          label="New password"
          name="new-password"
          value={typed.next}
          readOnly={busy}
          error={error.next}
          onChange={(event) => setTyped({ ...typed, next: event.target.value })}
        />
        <Checkbox label={PASSWORD_WORDS.signOutOthers} checked={signOutOthers} onChange={(event) => setSignOutOthers(event.target.checked)} />
        <Unanswered when={unanswered} />
        <Button type="submit" kind="primary" busy={busy}>
          Change password
        </Button>
      </form>
    </Screen>
  );
}
