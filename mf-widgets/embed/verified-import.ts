/**
 * Imports a module only after the browser has checked its hash: a modulepreload with integrity goes first, and the import
 * waits for its load event (an import() by itself can't be given a hash in every browser we serve). Each try has its own
 * URL, because browsers remember a failed module.
 */
export async function verifiedImport<T>(url: string, integrity: string, tries = 3): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const target = attempt === 1 ? url : `${url}?try=${attempt}`;
    try {
      await preload(target, integrity);
      return (await import(/* webpackIgnore: true */ target)) as T;
    } catch (error) {
      if (attempt === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt + Math.random() * 200));
    }
  }
}

const DEADLINE_MS = 8000;

function preload(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const timer = setTimeout(() => done(new Error(`No answer for ${url}`)), DEADLINE_MS);
    const done = (error?: Error): void => {
      clearTimeout(timer);
      link.remove();
      if (error) reject(error);
      else resolve();
    };
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.integrity = integrity;
    link.onload = () => done();
    link.onerror = () => done(new Error(`Refused or unreachable: ${url}`));
    link.href = url;
    document.head.append(link);
  });
}
