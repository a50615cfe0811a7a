import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { ButtonKind } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useState } from 'react';

/** Opens the booking over the page a member is on. */
export function BookDemo({ kind = 'quiet' }: { kind?: ButtonKind }) {
  const session = useSessionApi();
  const [unheard, setUnheard] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setUnheard(!session.emit('demo-booking.asked', {}))}>
        Book a demo
      </Button>
      {unheard && <p role="alert">The booking window has not loaded yet. Try again in a moment, or reload the page.</p>}
    </>
  );
}
