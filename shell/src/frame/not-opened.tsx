import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect } from 'react';

/** Replaces a dialog that failed to load: shows a notice and counts as closed, so that opening it requests it again. */
export function NotOpened({ what, onClose }: { what: string; onClose: () => void }) {
  const session = useSessionApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once.
  useEffect(() => {
    session.notify({ kind: 'error', title: `${what} could not be opened`, text: 'Check your connection and try again.', ms: 3000 });
    onClose();
  }, []);
  return null;
}
