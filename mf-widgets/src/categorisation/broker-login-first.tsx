import { css } from '@emotion/react';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { useState } from 'react';
import { Card } from '../insight/parts.view.tsx';
import { CATEGORIES_PATH } from './slice-url.ts';

const text = css`
  max-width: 60ch;
  && {
    margin-bottom: var(--s-16);
  }
`;

/** Who has neither a broker login nor a plan that skips it is asked for one; the login leads back here (S6-PERM-07). */
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
    <Card title="Log in with your broker first">
      <p css={text}>
        Data categorisation opens with a broker login. With Premium or Pro it opens without one. You will be signed out here. After the broker’s login you come
        back to this page.
      </p>
      <Button kind="primary" busy={leaving} onClick={choose}>
        Log in with a broker
      </Button>
    </Card>
  );
}
