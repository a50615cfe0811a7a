/** A path (no query) as routes are written: `//a/b/` → `/a/b`. `match.ts` passes over empty parts, so both are one page. */
export const plainPath = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;
