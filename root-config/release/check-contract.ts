import type { ModuleManifest } from '@vimarsh/shared/contract/module.contract.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release.contract.ts';

/** Why a release may not go live. `mention` is the text in `module.json` that is to blame. */
export interface Problem {
  readonly module: string;
  readonly neighbour: string;
  readonly mention: string;
  readonly text: string;
}

type Candidate = Pick<ReleaseRecord, 'name' | 'manifest' | 'provides'>;

/** What a release would break among the modules it is going to live with. `live` includes its own running release. */
export function contractProblems(candidate: Candidate, live: Readonly<Record<string, Candidate>>): Problem[] {
  const neighbours = Object.values(live).filter(({ name }) => name !== candidate.name);
  return [...majors(candidate, neighbours), ...routes(candidate, neighbours), ...events(candidate, live[candidate.name], neighbours)];
}

function majors(candidate: Candidate, neighbours: readonly Candidate[]): Problem[] {
  const unmet = (needs: ModuleManifest['needs'], provides: { contract: number; session: number }) =>
    (['contract', 'session'] as const).filter((what) => needs[what] !== provides[what]);
  if (candidate.provides) {
    const provides = candidate.provides;
    return neighbours.flatMap(({ name, manifest }) =>
      unmet(manifest.needs, provides).map((what) => ({
        module: candidate.name,
        neighbour: name,
        mention: '"needs"',
        text: `${name} is live and needs ${what} ${manifest.needs[what]}; this release provides ${what} ${provides[what]}`,
      })),
    );
  }
  const provider = neighbours.find(({ provides }) => provides);
  if (!provider?.provides) return [];
  return unmet(candidate.manifest.needs, provider.provides).map((what) => ({
    module: candidate.name,
    neighbour: provider.name,
    mention: `"${what}"`,
    text: `needs ${what} ${candidate.manifest.needs[what]}, but ${provider.name} provides ${what} ${provider.provides![what]}`,
  }));
}

function routes(candidate: Candidate, neighbours: readonly Candidate[]): Problem[] {
  return candidate.manifest.routes.flatMap((route) =>
    neighbours.flatMap((neighbour) =>
      neighbour.manifest.routes
        .filter((other) => shapes(other.path).some((shape) => shapes(route.path).includes(shape)))
        .map((other) => ({
          module: candidate.name,
          neighbour: neighbour.name,
          mention: `"${route.path}"`,
          text: `route ${route.path} would take addresses of ${neighbour.name} (${other.path})`,
        })),
    ),
  );
}

/** Every form a pattern can take, parameters without their names: `/a/:b?` → `/a`, `/a/:`. */
function shapes(path: string): string[] {
  return path
    .split('/')
    .filter(Boolean)
    .reduce<string[]>(
      (forms, part) => (part.endsWith('?') ? forms.concat(`${forms.at(-1)}/:`) : forms.map((form) => `${form}/${part.startsWith(':') ? ':' : part}`)),
      [''],
    );
}

function events(candidate: Candidate, running: Candidate | undefined, neighbours: readonly Candidate[]): Problem[] {
  const emits = (one: Candidate) => one.manifest.events.emits;
  const removed = running ? emits(running).filter((event) => !emits(candidate).includes(event)) : [];
  const orphaned = removed.filter((event) => !neighbours.some((neighbour) => emits(neighbour).includes(event)));
  return orphaned.flatMap((event) =>
    neighbours
      .filter(({ manifest }) => manifest.events.listens.includes(event))
      .map(({ name }) => ({
        module: candidate.name,
        neighbour: name,
        mention: '"emits"',
        text: `no longer emits ${event}, and ${name} listens for it`,
      })),
  );
}
