/** The storage key the page reads before first paint (`root-config/index.html`). */
const KEY = 'vimarsh.theme';

export type ThemeChoice = 'auto' | 'light' | 'dark';

export const THEMES: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The theme the page shows now. */
export const themeChoice = (): ThemeChoice => {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
};

export const nextTheme = (choice: ThemeChoice): ThemeChoice => ({ auto: 'light', light: 'dark', dark: 'auto' })[choice] as ThemeChoice;

/** Applies a theme and remembers it for the next visit, if the browser allows it. */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice;
  try {
    if (choice === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // A browser without storage forgets the choice; this visit keeps it.
  }
}
