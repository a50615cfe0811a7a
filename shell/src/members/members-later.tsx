import { part } from '@vimarsh/shared/kit/part.tsx';
import { useEffect, useState } from 'react';

const Members = part<object>({ what: 'News', load: () => import('./members.tsx').then((members) => members.Members), failure: () => null });

/** Time that the screen after a login has for its own files and data, in milliseconds: on a slow phone it takes two seconds. */
const SCREEN_FIRST = 3_000;

/** Campaign and messages wait: nobody asked for them, and their files would share a slow line with the screen that was. */
export function MembersLater() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SCREEN_FIRST);
    return () => clearTimeout(timer);
  }, []);
  return due ? <Members /> : null;
}
