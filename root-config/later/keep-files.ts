import { serviceWorkers } from '../service-workers.ts';

/**
 * Names to the service worker what this page's own HTML asked for. Browsers ask for that ahead of the page, and then without
 * the hash that the worker needs to keep a file. `good`: the page stands, so its root-config and `shared` are the ones to come back to.
 */
export function keepFiles(good: boolean): void {
  const asked = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[rel=preload][integrity], script[src][integrity]');
  const files = [...asked].map((element) => ({ url: 'href' in element ? element.href : element.src, integrity: element.integrity }));
  serviceWorkers()
    ?.ready.then(({ active }) => active?.postMessage({ files, good }))
    .catch(console.info);
}
