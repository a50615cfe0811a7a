import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What lives once in the page. The `shared` container provides these; every other container consumes them without a
 * copy of its own, so a module can't bring a second React. single-spa is not here: only root-config imports it, and it
 * bundles it. Anything else a module needs is built into the module.
 */
const SHARED_LIBRARIES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@emotion/react',
  '@emotion/react/jsx-runtime',
  'single-spa-react',
  'xstate',
] as const;

/** Libraries of which only a part is shared, and the file that says which. */
const CUT: Partial<Record<(typeof SHARED_LIBRARIES)[number], string>> = { '@emotion/react': './build/bundle/emotion.ts' };

export const SESSION_KEY = '@vimarsh/shared/session';

const repository = new URL('../../../', import.meta.url);
const versionOf = (request: string): string => {
  const name = request.startsWith('@') ? request.split('/').slice(0, 2).join('/') : request.split('/')[0];
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, repository), 'utf8')).version;
};
const sessionVersion = (): string => JSON.parse(readFileSync(new URL('shared/package.json', repository), 'utf8')).version;

/** What the one providing container offers. */
export function provided(): Record<string, { shareKey: string; version: string }> {
  const libraries = SHARED_LIBRARIES.map((key) => [CUT[key] ?? key, { shareKey: key, version: versionOf(key) }] as const);
  return { ...Object.fromEntries(libraries), './session/index.ts': { shareKey: SESSION_KEY, version: sessionVersion() } };
}

/** `shared` of every other container: no fallback copy, a wrong major is an error. */
export function consumed(): Record<string, object> {
  const consume = (version: string) => ({ import: false as const, singleton: true, strictVersion: true, requiredVersion: `^${version}` });
  const session = consume(sessionVersion());
  return {
    ...Object.fromEntries(SHARED_LIBRARIES.map((key) => [key, consume(versionOf(key))])),
    [SESSION_KEY]: session,
    // The same file reached by a relative path from inside `shared` is the singleton too.
    [fileURLToPath(new URL('shared/session/index.ts', repository))]: { ...session, shareKey: SESSION_KEY },
  };
}

/** Shared libraries and their versions, as the providing container has them and every other one is built against. */
export const libraryVersions = (): Record<string, string> => Object.fromEntries(SHARED_LIBRARIES.map((key) => [key, versionOf(key)]));
