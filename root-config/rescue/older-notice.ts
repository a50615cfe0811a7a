import type { PageReleaseSet } from '@vimarsh/shared/contract/release/types.ts';
import { freshReleases, keepLooking } from './fresh.ts';
import { forgetInstead, type Instead, readInstead } from './instead.ts';

/** The releases this tab uses instead, if the page that stands is made of them. */
export function insteadOf(releases: PageReleaseSet): Instead | null {
  const instead = readInstead();
  return instead?.releases.id === releases.id ? instead : null;
}

/**
 * Says that this tab shows an older version, because the newest did not start in it. Goes on asking for another one: when the
 * server has gone back to what stands here, the note goes; a mended release is offered.
 */
export function showOlderNotice({ broken, releases }: Instead): void {
  const note = document.createElement('aside');
  note.className = 'preview';
  note.setAttribute('role', 'status');
  document.body.append(note);
  const way = (text: string, act: () => void): HTMLButtonElement =>
    Object.assign(document.createElement('button'), { type: 'button', textContent: text, onclick: act });
  const again = (): void => {
    forgetInstead();
    location.reload();
  };
  const say = (text: string, action: string): void =>
    note.replaceChildren(
      text,
      way(action, again),
      way('Not now', () => note.remove()),
    );
  // A live region has to exist before its text, or screen readers stay silent.
  setTimeout(say, 100, 'The newest version did not start here, so this tab shows the one before. Nothing you saved is affected. ', 'Try the newest');

  let over = false;
  const look = async (): Promise<void> => {
    const fresh = await freshReleases();
    if (!fresh || fresh.id === broken) return;
    over = true;
    if (fresh.id !== releases.id) return say('A new version is ready. ', 'Reload');
    forgetInstead();
    note.remove();
  };
  keepLooking(look, () => !over);
}
