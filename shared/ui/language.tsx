import { part } from '../kit/part.tsx';

/** The way to the other language, for the foot of a page. It comes after what the page is about. */
export const Language = part<object>({
  what: 'The language',
  load: () => import('./language-switch.tsx').then((file) => file.LanguageLink),
  failure: () => null,
});
