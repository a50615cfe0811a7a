import { readFileSync } from 'node:fs';

/** A package that is taken all the same, until a day on which somebody looks again. */
export interface Exception {
  /** Its name; with `*` at the end every name that begins so, as of the parts for each system. */
  readonly package: string;
  /** Of which check: its licence, or an advisory by its id (`GHSA-…`). */
  readonly about: string;
  readonly since: string;
  readonly until: string;
  readonly reason: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Nobody decides for longer than this. */
const LONGEST_DAYS = 366;
const DAY_MS = 86_400_000;

export const readExceptions = (): Exception[] => JSON.parse(readFileSync(new URL('exceptions.json', import.meta.url), 'utf8')) as Exception[];

/** Faults of the list itself: an exception without a reason or day, or one that is over. */
export function exceptionProblems(exceptions: readonly Exception[], today: string): string[] {
  return exceptions.flatMap(({ package: name, about, since, until, reason }) => {
    const which = `exceptions.json: ${name} (${about})`;
    if (!DAY.test(since) || !DAY.test(until) || !/\w+ \w+/.test(reason)) return [`${which} needs since, until (days such as 2027-03-01) and a reason`];
    if (Date.parse(until) - Date.parse(since) > LONGEST_DAYS * DAY_MS) return [`${which} lasts longer than a year`];
    return until < today ? [`${which} was good until ${until}: mend it, or decide anew`] : [];
  });
}

export const isExcepted = (exceptions: readonly Exception[], name: string, about: string, today: string): boolean =>
  exceptions.some((one) => isNamed(one.package, name) && one.about === about && one.since <= today && today <= one.until);

const isNamed = (pattern: string, name: string): boolean => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name);
