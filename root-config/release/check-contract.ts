import { MAJORS } from '@vimarsh/shared/contract/majors.ts';
import type { ModuleManifest, RouteGuard } from '@vimarsh/shared/contract/module/types.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { servedAt } from '@vimarsh/shared/domain/routing/served.ts';

/** Why a release may not go live. `mention` is the text in `module.json` that is to blame. */
export interface Problem {
  readonly module: string;
  readonly neighbour: string;
  readonly mention: string;
  readonly text: string;
}

type Majors = ModuleManifest['needs'];
export type Candidate = Pick<ReleaseRecord, 'name' | 'manifest' | 'provides' | 'libraries'>;

/** Provides the session, the contract and the shared libraries. */
const PROVIDER = 'shared';

/** What a release would break among the modules it is going to live with. `live` includes its own running release. */
export function contractProblems(candidate: Candidate, live: Readonly<Record<string, Candidate>>): Problem[] {
  const neighbours = Object.values(live).filter(({ name }) => name !== candidate.name);
  const running = live[candidate.name];
  return [...majors(candidate, neighbours), ...libraries(candidate, neighbours), ...routes(candidate, neighbours), ...events(candidate, running, neighbours)];
}

/** Screens that more people may open than before, as sentences. Nothing is refused: an owner may want it, but nobody overlooks it. */
export function loosenedGuards(candidate: Pick<Candidate, 'manifest'>, running: Pick<Candidate, 'manifest'> | undefined): string[] {
  return candidate.manifest.routes.flatMap(({ path, guard }) => {
    const before = running?.manifest.routes.find((route) => shapes(route.path).some((shape) => shapes(path).includes(shape)));
    return before && STRICTNESS[guard] < STRICTNESS[before.guard]
      ? [`route ${path} is ${guard === 'open' ? 'open to everybody' : `guarded by "${guard}"`} from now on; it was guarded by "${before.guard}"`]
      : [];
  });
}

/** `session` also asks for a role, which `token` does not. */
const STRICTNESS: Readonly<Record<RouteGuard, number>> = { open: 0, token: 1, session: 2 };

function majors(candidate: Candidate, neighbours: readonly Candidate[]): Problem[] {
  const provided = candidate.provides;
  if (provided)
    return neighbours.flatMap(({ name, manifest }) =>
      unmet(manifest.needs, provided).map((what) => ({
        module: candidate.name,
        neighbour: name,
        mention: '"needs"',
        text: `${name} is live and needs ${what} ${manifest.needs[what]}; this release provides ${major(provided, what)}`,
      })),
    );
  const provider = neighbours.find(({ provides }) => provides);
  // Before anybody provides anything, what this house would provide is what may be needed.
  const provides = provider?.provides ?? MAJORS;
  return unmet(candidate.manifest.needs, provides).map((what) => ({
    module: candidate.name,
    neighbour: provider?.name ?? PROVIDER,
    mention: `"${what}"`,
    text: `needs ${what} ${candidate.manifest.needs[what]}, but ${provider?.name ?? PROVIDER} provides ${major(provides, what)}`,
  }));
}

/** What is needed and not provided in that major, by name. What nobody needs may change. */
const unmet = (needs: Majors, provides: Majors): string[] => Object.keys(needs).filter((what) => needs[what] !== provides[what]);

const major = (provides: Majors, what: string): string => (provides[what] === undefined ? `no ${what}` : `${what} ${provides[what]}`);

/** Versions of shared libraries that nobody provides: the module would stop at its first line. */
function libraries(candidate: Candidate, neighbours: readonly Candidate[]): Problem[] {
  const unmet = (one: Candidate, provider: Candidate) =>
    Object.entries(one.libraries ?? {}).filter(([key, least]) => !(provider.libraries?.[key] && fits(provider.libraries[key], least)));
  const problem = (one: Candidate, provider: Candidate, key: string, least: string): Problem => ({
    module: candidate.name,
    neighbour: one === candidate ? provider.name : one.name,
    mention: '"needs"',
    text: `${one === candidate ? 'was' : `${one.name} is live and was`} built against ${key} ${least}; ${provider === candidate ? 'this release' : provider.name} provides ${provider.libraries?.[key] ?? 'none'}`,
  });
  if (candidate.provides) {
    return neighbours.flatMap((neighbour) => unmet(neighbour, candidate).map(([key, least]) => problem(neighbour, candidate, key, least)));
  }
  const provider = neighbours.find((one) => one.provides && one.libraries);
  return provider ? unmet(candidate, provider).map(([key, least]) => problem(candidate, provider, key, least)) : [];
}

/** Whether a version serves whoever was built against `least`: the same major, and not older. */
function fits(version: string, least: string): boolean {
  const [have, want] = [version.split('.').map(Number), least.split('.').map(Number)];
  const differs = [1, 2].find((at) => have[at] !== want[at]);
  return have[0] === want[0] && (differs === undefined || have[differs]! > want[differs]!);
}

function routes(candidate: Candidate, neighbours: readonly Candidate[]): Problem[] {
  return candidate.manifest.routes.flatMap((route): Problem[] => {
    const mine = shapes(route.path);
    if (mine.some((shape) => shape.startsWith('/:'))) {
      return [
        {
          module: candidate.name,
          neighbour: '',
          mention: `"${route.path}"`,
          text: `route ${route.path} would take every address: its first part must be a word`,
        },
      ];
    }
    const served = servedAt(route.path);
    if (served) {
      const text = `route ${route.path} would not be seen: the server answers ${served} and what is under it itself`;
      return [{ module: candidate.name, neighbour: 'api', mention: `"${route.path}"`, text }];
    }
    return neighbours.flatMap((neighbour) =>
      neighbour.manifest.routes
        .filter((other) => shapes(other.path).some((shape) => mine.some((own) => overlap(own, shape))))
        .map((other) => ({
          module: candidate.name,
          neighbour: neighbour.name,
          mention: `"${route.path}"`,
          text: `route ${route.path} would take addresses of ${neighbour.name} (${other.path})`,
        })),
    );
  });
}

/** Whether some address has both shapes. */
function overlap(one: string, other: string): boolean {
  const [mine, theirs] = [one.split('/'), other.split('/')];
  return mine.length === theirs.length && mine.every((part, at) => part === ':' || theirs[at] === ':' || part === theirs[at]);
}

/** Every form a pattern can take, parameters without their names: `/a/:b?` → `/a`, `/a/:`. The home page is ''. */
export function shapes(path: string): string[] {
  return path
    .split('/')
    .filter(Boolean)
    .reduce<string[]>(
      (forms, part) => (part.endsWith('?') ? forms.concat(`${forms.at(-1)}/:`) : forms.map((form) => `${form}/${part.startsWith(':') ? ':' : part}`)),
      [''],
    );
}

/** An event that a neighbour still hears, or still tells, and to which the other side falls silent. */
function events(candidate: Candidate, running: Candidate | undefined, neighbours: readonly Candidate[]): Problem[] {
  const silent = (mine: 'emits' | 'listens', theirs: 'emits' | 'listens', says: (event: string, name: string) => string): Problem[] => {
    const of = (one: Candidate, side: 'emits' | 'listens'): readonly string[] => one.manifest.events[side];
    const removed = running ? of(running, mine).filter((event) => !of(candidate, mine).includes(event)) : [];
    const orphaned = removed.filter((event) => !neighbours.some((neighbour) => of(neighbour, mine).includes(event)));
    return orphaned.flatMap((event) =>
      neighbours
        .filter((neighbour) => of(neighbour, theirs).includes(event))
        .map(({ name }) => ({ module: candidate.name, neighbour: name, mention: `"${mine}"`, text: says(event, name) })),
    );
  };
  return [
    ...silent('emits', 'listens', (event, name) => `no longer emits ${event}, and ${name} listens for it`),
    ...silent('listens', 'emits', (event, name) => `no longer listens for ${event}, which ${name} emits and nobody else hears`),
  ];
}
