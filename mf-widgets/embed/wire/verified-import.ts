/**
 * Imports a module only after the browser has checked its hash: a modulepreload with integrity goes first, and the import
 * waits for its load event (an import() by itself can't be given a hash in every browser we serve). Each try has its own
 * URL, because browsers remember a failed module. `first` may be a preload that is under way.
 */
export async function verifiedImport<T>(url: string, integrity: string, first = preload(url, integrity)): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const target = attempt === 1 ? url : `${url}?try=${attempt}`;
    try {
      await (attempt === 1 ? first : preload(target, integrity));
      return (await import(/* webpackIgnore: true */ target)) as T;
    } catch (error) {
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt + Math.random() * 200));
    }
  }
}

const TRIES = 3;
const DEADLINE_MS = 8000;

/** Fetches a module and has its hash checked; nothing of it runs. */
export function preload(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const done = (): void => {
      clearTimeout(timer);
      link.remove();
    };
    const fail = (): void => {
      done();
      reject(new Error(`Refused or unreachable: ${url}`));
    };
    const timer = setTimeout(fail, DEADLINE_MS);
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.onload = () => {
      done();
      resolve();
    };
    link.onerror = fail;
    link.href = url;
    document.head.append(link);
  });
}
