/** How often an open tab asks whether there is another version, in milliseconds. */
const EVERY = 5 * 60_000;

/** Tells an open tab, quietly and once, that it shows an older version. Loading it anew is the user's choice. */
export function watchForVersion(mine: string): void {
  let asked = Date.now();
  const ask = async (): Promise<void> => {
    if (document.hidden || Date.now() - asked < EVERY) return;
    asked = Date.now();
    const answer = await fetch('/base/v1/releases').then((response) => response.json());
    if (answer.data.id === mine) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tryToAsk);
    tell();
  };
  // Who can't be reached is asked again next time.
  const tryToAsk = (): void => void ask().catch(() => undefined);
  const timer = setInterval(tryToAsk, EVERY);
  document.addEventListener('visibilitychange', tryToAsk);
}

function tell(): void {
  const note = document.createElement('aside');
  note.className = 'preview';
  note.setAttribute('role', 'status');
  document.body.append(note);
  const way = (text: string, act: () => void): HTMLButtonElement =>
    Object.assign(document.createElement('button'), { type: 'button', textContent: text, onclick: act });
  const say = (): void =>
    note.append(
      'A new version is ready. ',
      way('Reload', () => location.reload()),
      way('Not now', () => note.remove()),
    );
  // Into a region that screen readers know already, or they say nothing.
  setTimeout(say, 100);
}
