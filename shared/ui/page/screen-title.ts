import { useLayoutEffect, useSyncExternalStore } from 'react';
import { usePath } from '../../kit/router.tsx';
import { useSessionApi } from '../../kit/session.ts';
import type { Slot } from '../../session/core/client-state.ts';

/** A title that only the screen itself knows, and the path it stands at. */
export const SCREEN_TITLE: Slot<{ readonly path: string; readonly title: string } | null> = { name: 'screenTitle', initial: null };

/**
 * Titles the document and the frame's top line by what a screen has loaded, such as an expert's name, in place of the title of its route. `null`: not
 * known yet.
 */
export function useScreenTitle(title: string | null): void {
  const { state } = useSessionApi();
  const { path } = usePath();
  // At render: a heading leaves itself out where the document's title already says it.
  if (title !== null) document.title = document.title.replace(/^.*(?= · )|^[^·]*$/, () => title);
  useLayoutEffect(() => {
    if (title === null) return;
    const own = { path, title };
    state.set(SCREEN_TITLE, own);
    return () => {
      if (state.get(SCREEN_TITLE) === own) state.set(SCREEN_TITLE, null);
    };
  }, [state, path, title]);
}

/** What the screen at `path` has titled itself; '' while it has not. */
export function useTitleOfScreen(path: string): string {
  const { subscribe, state } = useSessionApi();
  const own = useSyncExternalStore(subscribe, () => state.get(SCREEN_TITLE));
  return own?.path === path ? own.title : '';
}
