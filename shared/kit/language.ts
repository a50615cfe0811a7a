export type Language = 'en' | 'hi';

/** The cookie that `root-config/index.html` reads before first paint. A sign-out empties the storage and leaves it, like the choice about messages. */
const COOKIE = 'language';

/** The language of the page, which was decided before anything was drawn. */
export const languageNow = (): Language => (document.documentElement.lang === 'hi' ? 'hi' : 'en');

/** Keeps the choice for a year and loads the page anew in it. False: the browser keeps nothing, so the page stays as it is. */
export function chooseLanguage(language: Language, reload = () => location.reload()): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: read in the same breath, and before the first paint.
  document.cookie = `${COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
  const kept = document.cookie.split('; ').includes(`${COOKIE}=${language}`);
  if (kept) reload();
  return kept;
}
