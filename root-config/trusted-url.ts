/** Trusted Types as browsers with it offer them; TypeScript's own library does not know them. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const rules = {
  createScriptURL(url: string): string {
    if (url === '/sw.js' || url.startsWith('/releases/')) return url;
    throw new TypeError(`${url} is not ours to run`);
  },
};

const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('vimarsh', rules) ?? rules;

/**
 * A script URL the page's Trusted Types policy lets through: releases and the service worker, nothing else. `boot-loader.js` has a
 * second policy of the same name, because it works when this file did not arrive; it asks only for the script it stands behind.
 */
export const trustedUrl = (url: string): string => policy.createScriptURL(url);
