/**
 * What a change can reach: which of the suite's parts `npm test -- --since <commit>` runs. Unit and API tests follow
 * the import graph (vitest knows it). Stories know only addresses, so e2e/reach.json names the modules each file opens;
 * the stories themselves hold it to the truth.
 */
export interface TestReach {
  /** Something that is built changed. */
  readonly builds: boolean;
  /** Files of stories, relative to `e2e/`; 'all' where the change lies under every screen. */
  readonly stories: 'all' | readonly string[];
}

/** In the place of names: a file that goes through every screen there is. */
export const EVERY_MODULE = '*';

/** Among the names: a file that starts experiments. */
export const LABORATORY = 'lab';

/** Modules that each file of stories opens, beside root-config, shell and shared, which every story does. */
export type ModulesOfStories = Readonly<Record<string, readonly string[]>>;

const WORDS = /(^|\/)(README|CONTRIBUTING|CHANGELOG|SECURITY|LICENSE)(\.md)?$|^docs\//;
const TEST = /[.-]test(ing)?\.[a-z]+$|\.test-d\.ts$/;

/** `changed`: paths from the repository's root. */
export function reachOf(changed: readonly string[], modulesOfStories: ModulesOfStories): TestReach {
  const code = changed.filter((path) => !WORDS.test(path) && !TEST.test(path));
  const all = Object.keys(modulesOfStories).toSorted();
  const opens = (file: string, name: string): boolean => modulesOfStories[file]?.includes(name) ?? false;
  const stories = new Set<string>();
  for (const path of code) {
    const [room = '', ...rest] = path.split('/');
    const story = rest.join('/');
    const isModule = room.startsWith('mf-');
    if (room === 'e2e' && story.endsWith('.spec.ts')) stories.add(story);
    else if (!isModule && room !== LABORATORY) return { builds: true, stories: 'all' };
    else for (const file of all) if (opens(file, room) || (isModule && opens(file, EVERY_MODULE))) stories.add(file);
  }
  return { builds: code.some((path) => !/^(e2e|lab)\//.test(path)), stories: [...stories].toSorted() };
}
