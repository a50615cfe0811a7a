/** Key the page reads before first paint (`root-config/index.html`). */
const KEY = 'vimarsh.theme';

export type ThemeChoice = 'auto' | 'light' | 'dark';

/** What the page shows now. */
export const themeChoice = (): ThemeChoice => {
  const shown = document.documentElement.dataset.theme;
  return shown === 'light' || shown === 'dark' ? shown : 'auto';
};

export const nextTheme = (choice: ThemeChoice): ThemeChoice => ({ auto: 'light', light: 'dark', dark: 'auto' })[choice] as ThemeChoice;

/** Shows a theme and remembers it for the next visit, where the browser lets us. */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice;
  try {
    if (choice === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // A browser without storage forgets the choice; this visit keeps it.
  }
}
