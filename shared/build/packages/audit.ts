import { spawn } from 'node:child_process';

/** A weakness of a package that the registry knows. */
export interface Advisory {
  readonly package: string;
  readonly id: string;
  readonly severity: string;
  readonly title: string;
}

export type Audited = { readonly kind: 'advisories'; readonly advisories: readonly Advisory[] } | { readonly kind: 'no answer'; readonly why: string };

interface Report {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, { readonly via?: readonly (string | Via)[] }>>;
  readonly error?: { readonly code?: string; readonly summary?: string };
  readonly message?: string;
}
interface Via {
  readonly name?: string;
  readonly url?: string;
  readonly source?: number;
  readonly severity?: string;
  readonly title?: string;
}

const WITHIN_MS = 20_000;
const LONGEST = 20_000_000;

/** Reads what `npm audit --json` wrote. A registry that has no audit, or no network, is no finding. */
export function readAudit(output: string): Audited {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { kind: 'no answer', why: 'npm audit gave no report' };
  }
  // npm's message goes on with the registry's address behind a dash.
  if (report.auditReportVersion === undefined)
    return { kind: 'no answer', why: (report.error?.code || report.message || report.error?.summary || 'npm audit gave no report').split(/\n| - /, 1)[0]! };
  const found = Object.values(report.vulnerabilities ?? {}).flatMap(({ via = [] }) => via.filter((one): one is Via => typeof one === 'object'));
  const advisories = found.map(({ name = '', url = '', source, severity = 'unknown', title = '' }) => ({
    package: name,
    id: /GHSA(?:-\w{4}){3}/.exec(url)?.[0] ?? String(source ?? 'unknown'),
    severity,
    title,
  }));
  return { kind: 'advisories', advisories: [...new Map(advisories.map((one) => [`${one.package} ${one.id}`, one])).values()] };
}

/** Asks the registry of this machine about every package of the lock file; gives up after some seconds. */
export function askAudit(directory: string, command = 'npm'): Promise<Audited> {
  const { promise, resolve } = Promise.withResolvers<Audited>();
  const child = spawn(command, ['audit', '--json', '--fetch-retries=0', `--fetch-timeout=${WITHIN_MS / 2}`], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    resolve({ kind: 'no answer', why: `the registry gave no answer for ${WITHIN_MS / 1000} s` });
  }, WITHIN_MS);
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    if (output.length < LONGEST) output += data;
  });
  child.on('error', (error) => resolve({ kind: 'no answer', why: error.message }));
  child.on('close', () => resolve(readAudit(output)));
  return promise.finally(() => clearTimeout(timer));
}
