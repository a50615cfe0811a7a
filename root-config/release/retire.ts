import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { misuseOf, onlyOne } from '@vimarsh/shared/build/misuse.ts';
import { PUBLIC_HOME } from '@vimarsh/shared/domain/routing/places.ts';
import { contractProblems } from './check-contract.ts';
import { brokenLinks, ReleaseRefused } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

/** No page stands without them. */
const EVERY_PAGE = ['root-config', 'shared', 'shell'];

/**
 * Takes a module out of `live`: one whose folder is gone, or whose first release was a mistake and has none before it. It stays
 * away until somebody releases it by name. Its files stay, for tabs that are open.
 */
export function retire(store: ReleaseStore, name: string): string {
  const live = store.channel('live');
  const records = store.releasesOf('live');
  const running = records[name];
  if (!live || !running) throw new ReleaseRefused([`${name} is not live`]);
  if (EVERY_PAGE.includes(name) || running.manifest.routes.some(({ path }) => path === PUBLIC_HOME))
    throw new ReleaseRefused([`${name}: the portal can't be without it`]);
  // Its neighbours would miss what they would miss of a release without addresses that hears nothing. Silence they can bear.
  const nothing = { ...running, manifest: { ...running.manifest, routes: [], events: { ...running.manifest.events, listens: [] } } };
  const problems = [...contractProblems(nothing, records), ...brokenLinks(nothing, records, store.filesOf)];
  if (problems.length) throw new ReleaseRefused(problems.map(({ text }) => `${name} ${text}`));
  store.move('live', live.version, { [name]: null }, 'retired', { [name]: running.id });
  return running.id;
}

/** `npm run retire -- <module>` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const name = onlyOne(parseArgs({ allowPositionals: true }).positionals, 'Which module? npm run retire -- <module>');
    console.log(`${retire(openReleaseStore(defaultReleaseDir()), name)} is live no longer; npm run release -- ${name} brings it back`);
  } catch (error) {
    const misuse = misuseOf(error);
    if (!misuse && !(error instanceof ReleaseRefused || error instanceof UnreadableStore || error instanceof ChannelMoved)) throw error;
    console.error(misuse ?? `Nothing was retired:\n${(error as Error).message}`);
    process.exit(misuse ? 2 : 1);
  }
}
