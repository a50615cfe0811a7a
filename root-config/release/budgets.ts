import { build, buildEmbeds } from '@vimarsh/shared/build/build.ts';
import { workspaces } from '@vimarsh/shared/build/modules.ts';
import { budgetProblems, firstPageBytes } from './check-files.ts';

/** Brotli bytes of JavaScript until the first content of the public page stands (architecture, budgets). */
const FIRST_CONTENT = 110_000;
/** Page file of `/`. */
const PUBLIC_PAGE = 'public';

/** Builds every module and holds its bytes against the budgets; ends with 1 when one is exceeded. */
const problems: string[] = [];
const first = new Map<string, number>();
for (const workspace of workspaces()) {
  const built = await build(workspace);
  buildEmbeds(workspace);
  const { entry, page } = workspace.manifest.budget;
  const bytes = firstPageBytes(built);
  first.set(workspace.name, firstPageBytes(built, PUBLIC_PAGE));
  console.log(`${workspace.name.padEnd(20)} entry ${of(built.record.bytes.entry, entry)}   with its heaviest screen ${of(bytes, page)}`);
  problems.push(...budgetProblems(built).map((text) => `${workspace.name}: ${text}`));
}
const total = ['root-config', 'shared', 'shell', 'mf-recommendations'].reduce((sum, name) => sum + (first.get(name) ?? 0), 0);
console.log(`${'public page'.padEnd(20)} ${of(total, FIRST_CONTENT)}   B br of JavaScript until its first content`);
if (total > FIRST_CONTENT) problems.push(`public page: ${total} B br of JavaScript, its budget ${FIRST_CONTENT} B`);
if (problems.length) {
  console.error(`\n${problems.join('\n')}`);
  process.exit(1);
}

function of(bytes: number, limit: number): string {
  return `${String(bytes).padStart(6)} / ${String(limit).padStart(6)}`;
}
