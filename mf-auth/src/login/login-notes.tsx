import { screenAt, titleOf } from '@vimarsh/shared/domain/routing/match.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { KEYS, openStore } from '@vimarsh/shared/session/core/storage.ts';
import { useState } from 'react';
import { noticeCss } from './sign-up/terms-notice.tsx';
import { SIGN_IN_WORDS } from './words.ts';

/** About as much as a sign-in stores: full storage may still take a few bytes. */
const SIZE = 4096;
const PROBE = 'vimarsh.probe';

/** False where storage is blocked or full: then a sign-in lives as long as its page. */
function browserKeeps(): boolean {
  try {
    localStorage.setItem(PROBE, '0'.repeat(SIZE));
    localStorage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

/** Which screen the guard turned a visitor away from, and what a browser without storage means for the login. */
export function LoginNotes({ signUp = false }: { signUp?: boolean }) {
  const session = useSession();
  const [keeps] = useState(browserKeeps);
  const [asked] = useState(() => {
    const [path = ''] = openStore().read(KEYS.pendingRoute).split('?');
    const at = path && screenAt(routesOf(session.page().releases), path);
    return at ? titleOf(at) : '';
  });
  return (
    <>
      {asked && !signUp && <p css={noticeCss}>Log in to open “{asked}”</p>}
      {!keeps && <p css={noticeCss}>{SIGN_IN_WORDS.keepsNothing}</p>}
    </>
  );
}
