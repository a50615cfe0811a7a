import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect } from 'react';

export interface NotOpenedProps {
  what: string;
  /** Its code is only slow: it opens when that comes. */
  late: boolean;
  onClose: () => void;
}

/** Replaces a dialog that failed to load: shows a notice and counts as closed, so that opening it requests it again. */
export function NotOpened({ what, late, onClose }: NotOpenedProps) {
  const session = useSessionApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once.
  useEffect(() => {
    if (late) {
      session.notify({ kind: 'info', title: `${what}: this takes longer than it should`, text: 'It opens as soon as it is here.', ms: 3000 });
      return;
    }
    session.notify({ kind: 'error', title: `${what} could not be opened`, text: 'Check your connection and try again.', ms: 3000 });
    onClose();
  }, [late]);
  return null;
}
