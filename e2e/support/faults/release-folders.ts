import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breachesOf } from '../../../api/src/platform/schema/additive.testing.ts';
import { checksumOf, readMigrations } from '../../../api/src/platform/schema/migrate.ts';
import { currentRelease, type FinishedRelease, readSchemaReleases, releaseOf } from '../../../api/src/platform/schema/releases.ts';
import { REPOSITORY } from '../stack.ts';

/** A version of the server in a folder of its own, oldest first in a list. */
export interface ReleaseFolder {
  readonly name: string;
  readonly directory: string;
}

export interface ReleaseFolders {
  readonly releases: readonly ReleaseFolder[];
  remove(): void;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Adds a column and an index to tables that are read and written all the while, and a table. */
const EXPAND: Migration = {
  name: '9001_expand',
  sql: `alter table users add column release_note text not null default '';
alter table call_events add column release_note text;
create index users_by_release_note on users (release_note);
create table release_notes (id text primary key, text text not null);
insert into release_notes values ('1', 'of the second');
`,
};

/** The release before, which has the column, does nothing with it. */
const contractAfter = (release: number): Migration => ({
  name: '9002_contract',
  sql: `-- since release ${release}: nothing reads users.release_note
alter table users drop column release_note;
alter table release_notes add column day date;
`,
});

/** This server, and two later ones that differ in their migrations: the first adds, the second takes away what the first no longer uses. */
export async function madeReleases(): Promise<ReleaseFolders> {
  const root = mkdtempSync(join(tmpdir(), 'vimarsh-releases-'));
  const finished = readSchemaReleases();
  const number = currentRelease(finished);
  const fresh = [...(await readMigrations()).values()].filter(({ name }) => releaseOf(name, finished) === number);
  const contract = contractAfter(number + 1);
  for (const [at, migration] of [EXPAND, contract].entries()) {
    const breaches = breachesOf([migration.sql], number + 1 + at);
    if (breaches.length > 0) throw new Error(`${migration.name} is none that a release may have: ${breaches[0]!.why}`);
  }
  const listOf = (migrations: readonly { name: string; sql: string }[]) => Object.fromEntries(migrations.map(({ name, sql }) => [name, checksumOf(sql)]));
  const first = { number, migrations: listOf(fresh) };
  const second = { number: number + 1, migrations: listOf([EXPAND]) };
  const make = (name: string, releases: readonly FinishedRelease[], migrations: readonly Migration[]): ReleaseFolder => {
    const directory = join(root, name);
    mkdirSync(directory);
    cpSync(`${REPOSITORY}api`, join(directory, 'api'), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
    for (const linked of ['node_modules', 'shared', 'package.json']) symlinkSync(REPOSITORY + linked, join(directory, linked));
    const platform = join(directory, 'api/src/platform');
    writeFileSync(join(platform, 'schema/released.json'), JSON.stringify(releases));
    for (const migration of migrations) writeFileSync(join(platform, 'migrations', `${migration.name}.sql`), migration.sql);
    return { name, directory };
  };
  return {
    releases: [make('first', finished, []), make('second', [...finished, first], [EXPAND]), make('third', [...finished, first, second], [EXPAND, contract])],
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Servers as commits of this repository have them, on the packages that are installed here. Throws where a commit can't be read. */
export function commitReleases(commits: readonly string[]): ReleaseFolders {
  const root = mkdtempSync(join(tmpdir(), 'vimarsh-releases-'));
  const releases = commits.map((commit): ReleaseFolder => {
    const name = execFileSync('git', ['rev-parse', '--short=12', `${commit}^{commit}`], { cwd: REPOSITORY, encoding: 'utf8' }).trim();
    const directory = join(root, name);
    mkdirSync(directory, { recursive: true });
    const archive = execFileSync('git', ['archive', '--format=tar', name, 'api', 'shared', 'package.json'], { cwd: REPOSITORY, maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x', '-C', directory], { input: archive });
    // The packages are linked one by one, for the workspace among them is the commit's own.
    const packages = join(directory, 'node_modules');
    mkdirSync(join(packages, '@vimarsh'), { recursive: true });
    for (const entry of readdirSync(`${REPOSITORY}node_modules`))
      if (entry !== '@vimarsh') symlinkSync(`${REPOSITORY}node_modules/${entry}`, join(packages, entry));
    symlinkSync(join(directory, 'shared'), join(packages, '@vimarsh/shared'));
    return { name, directory };
  });
  return { releases, remove: () => rmSync(root, { recursive: true, force: true }) };
}
