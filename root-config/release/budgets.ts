import { build, buildEmbeds } from '@vimarsh/shared/build/build.ts';
import { workspaces } from '@vimarsh/shared/build/modules.ts';
import { budgetProblems, budgetsOf, screenBytes, tightBudgets } from './check-files.ts';

/**
 * Brotli bytes of JavaScript until the first content of the public page stands, and until the frame stands around it (architecture, budgets).
 * What the bench counts on the wire is 1.1 kB more. A new screen needs some 45 B of it, by its line in the module's entry.
 */
const FIRST_CONTENT = 101_250;
const WITH_FRAME = 113_400;
/** Page key of `/`. */
const PUBLIC_PAGE = 'public';

/** Builds every module and holds its bytes against the budgets; ends with 1 when one is exceeded. */
const problems: string[] = [];
const first = new Map<string, number>();
for (const workspace of workspaces()) {
  const built = await build(workspace);
  buildEmbeds(workspace);
  first.set(workspace.name, screenBytes(built, PUBLIC_PAGE));
  for (const { what, bytes, limit } of budgetsOf(built)) console.log(`${workspace.name.padEnd(20)} ${of(bytes, limit)}   ${what}`);
  problems.push(...[...budgetProblems(built), ...tightBudgets(built)].map((text) => `${workspace.name}: ${text}`));
}
holdPublicPage('until its first content', ['root-config', 'shared', 'mf-recommendations'], FIRST_CONTENT);
holdPublicPage('with the frame around it', ['root-config', 'shared', 'mf-recommendations', 'shell'], WITH_FRAME);
if (problems.length) {
  console.error(`\n${problems.join('\n')}`);
  process.exit(1);
}

function of(bytes: number, limit: number): string {
  return `${String(bytes).padStart(6)} / ${String(limit).padStart(6)}`;
}

function holdPublicPage(what: string, names: readonly string[], limit: number): void {
  const total = names.reduce((sum, name) => sum + (first.get(name) ?? 0), 0);
  console.log(`${'public page'.padEnd(20)} ${of(total, limit)}   B br of JavaScript ${what}`);
  if (total > limit) problems.push(`public page: ${total} B br of JavaScript ${what}, its budget ${limit} B`);
}
