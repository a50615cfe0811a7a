/**
 * What has to be changed where a key does not list a page's origin. `origin` as browsers send it: a sandbox, a file and an app's
 * WebView say `null`, whatever the page's address is, and no list can name that for a web site.
 */
export function originFix(origin: string): string {
  if (origin === '') return 'The request names no origin. Ask from a page, as the snippet does.';
  if (origin === 'null')
    return 'This page’s origin is “null”. On a web site, give the sandbox around it allow-same-origin; in an app, use the app’s key (pk_app_…) that lists it.';
  return `Have exactly ${origin} added to this key.`;
}
