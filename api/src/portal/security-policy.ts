/**
 * Content-Security-Policy of a portal page. Scripts run only with the page's nonce or when such a script adds them; every
 * script URL passes the `vimarsh` Trusted Types policy (each module's loader makes one, hence the duplicates); no other
 * site can frame a page of ours (partner iframes have a page of their own).
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types vimarsh 'allow-duplicates'",
  ].join('; ');
}
