import { REPOSITORY } from '../modules.ts';
import type { Audited } from './audit.ts';
import { type Exception, exceptionProblems, isExcepted, readExceptions } from './exceptions.ts';
import { type InstalledPackage, installedPackages, isAllowed } from './licences.ts';

/** Faults of the packages, line by line; `remarks` are told and fail nothing. */
export interface PackageFindings {
  readonly problems: readonly string[];
  readonly remarks: readonly string[];
}

/** Advisories that fail the check. Lower ones are told. */
const FAILING: ReadonlySet<string> = new Set(['moderate', 'high', 'critical', 'unknown']);

/** Packages without an allowed licence, and exceptions that are over. */
export function licenceProblems(packages: readonly InstalledPackage[], exceptions: readonly Exception[], today: string): string[] {
  const wrong = packages.filter(({ name, licence }) => !isAllowed(licence) && !isExcepted(exceptions, name, licence || 'no licence', today));
  const lines = wrong.map(({ name, version, licence }) => `${name} ${version}: ${licence ? `its licence is ${licence}` : 'it names no licence'}`);
  return [...exceptionProblems(exceptions, today), ...new Set(lines)];
}

/** Weaknesses that the registry knows of. */
export function auditFindings(audited: Audited, exceptions: readonly Exception[], today: string): PackageFindings {
  if (audited.kind === 'no answer') return { problems: [], remarks: [`weaknesses of packages were not asked after: ${audited.why}`] };
  const open = audited.advisories.filter((advisory) => !isExcepted(exceptions, advisory.package, advisory.id, today));
  const words = open.map(
    (advisory) => [FAILING.has(advisory.severity), `${advisory.package}: ${advisory.title} (${advisory.severity}, ${advisory.id})`] as const,
  );
  return { problems: words.filter(([fails]) => fails).map(([, line]) => line), remarks: words.filter(([fails]) => !fails).map(([, line]) => line) };
}

const istDay = (): string => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);

/** Licences of what is installed; with `audited`, also its weaknesses. */
export function checkPackages(audited: Audited | null): PackageFindings {
  const exceptions = readExceptions();
  const today = istDay();
  const audit = audited ? auditFindings(audited, exceptions, today) : { problems: [], remarks: [] };
  return { problems: [...licenceProblems(installedPackages(`${REPOSITORY}node_modules`), exceptions, today), ...audit.problems], remarks: audit.remarks };
}
