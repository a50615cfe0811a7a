import { css } from '@emotion/react';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { useState } from 'react';
import { Card } from '../insight/parts.view.tsx';
import { CATEGORIES_PATH } from './slice-url.ts';

const text = css`
  max-width: 38em;
  && {
    margin-bottom: var(--s-16);
  }
`;

const waysCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-12);
`;

/** Who has neither a broker login nor a plan that skips it reads what opens the page; the login leads back here (S6-PERM-07). */
export function BrokerLoginFirst() {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const choose = (): void => {
    if (session.emit('broker-login.asked', { to: CATEGORIES_PATH })) return;
    // Without the frame there is no selection; the login has one, too.
    setLeaving(true);
    void session.signOut({ to: CATEGORIES_PATH, notice: { kind: 'info', title: 'Signed out', text: 'Choose Login with Broker to go on.', ms: 3000 } });
  };
  return (
    <Card title="Not part of your access">
      <p css={text}>This page comes with Premium and Pro, or with a broker login. A broker login signs you out here first; after it you come back.</p>
      <div css={waysCss}>
        <PlansLink />
        <Button busy={leaving} onClick={choose}>
          Log in with a broker
        </Button>
      </div>
    </Card>
  );
}
