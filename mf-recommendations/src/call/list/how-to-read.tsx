import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useState } from 'react';

/** The next step at a lock: the shell's note says which plan has it. Without the shell it is said here, as far as it is true anywhere. */
export function HowToRead({ what, plan }: { what: string; plan: string }) {
  const session = useSessionApi();
  const [unheard, setUnheard] = useState(false);
  if (unheard) return <small>Each is shown with its result once it is closed.</small>;
  return (
    <Button onClick={() => setUnheard(!session.emit('paid-feature.asked', { what, plan }))} aria-label={`How to read them: ${what}`}>
      How to read them
    </Button>
  );
}
