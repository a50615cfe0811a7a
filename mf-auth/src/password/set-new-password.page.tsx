import { setNewPassword } from '@vimarsh/shared/contract/account/routes.ts';
import { validatePassword } from '@vimarsh/shared/domain/people/validation.ts';
import { FORGOT_PASSWORD, LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { BrandColumn } from '../brand/brand-column.tsx';
import { formCss } from '../login/form.css.ts';
import { Unanswered } from '../login/unanswered.tsx';
import { handedOver } from './handover.ts';
import { NewPasswordField } from './password-field.tsx';
import { useSubmission } from './use-submission.ts';
import { PASSWORD_WORDS } from './words.ts';

/** The last step of a forgotten password. A new one clears local data and follows the server's redirect (spec 4, session ends). */
export function Page() {
  const session = useSessionApi();
  const [handover] = useState(() => handedOver());
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { busy, unanswered, submit } = useSubmission(setNewPassword, {
    done({ message, redirect }) {
      void session.signOut({ to: redirect || LOGIN, notice: { kind: 'success', title: 'Success', text: message, ms: 3000 } });
    },
    refused() {
      setPassword('');
      field.current?.focus();
    },
  });

  function send(event: FormEvent) {
    event.preventDefault();
    if (busy || !handover) return;
    const problem = validatePassword(password);
    setError(problem);
    if (problem) field.current?.focus();
    else submit({ body: { user_id: handover.user_id, password } });
  }

  return (
    <BrandColumn title={PASSWORD_WORDS.setNew}>
      {handover ? (
        <form css={formCss} onSubmit={send} noValidate aria-label={PASSWORD_WORDS.setNew}>
          <NewPasswordField
            ref={field}
            label="New password"
            name="new-password"
            hint={PASSWORD_WORDS.setNewHint}
            value={password}
            readOnly={busy}
            error={error}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Unanswered when={unanswered} />
          <Button type="submit" kind="primary" busy={busy}>
            Set password
          </Button>
        </form>
      ) : (
        <EmptyState title={PASSWORD_WORDS.expired} text={PASSWORD_WORDS.expiredText} />
      )}
      <Link to={FORGOT_PASSWORD}>{PASSWORD_WORDS.beginAgain}</Link>
    </BrandColumn>
  );
}
