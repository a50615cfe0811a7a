import { companyKey, plainCell } from '@vimarsh/shared/domain/watchlists/written-names.ts';

/** The company behind a share, as the exchange's file of a day writes it: `ETERNAL LIMITED`. */
export interface WrittenCompany {
  readonly isin: string;
  /** The exchange's symbol on the day. */
  readonly symbol: string;
  readonly name: string;
}

/** A company's name with the IST day from which files write it so. */
export interface DatedCompany extends WrittenCompany {
  readonly day: string;
}

/** A company that took another name. */
export interface CompanyRename {
  /** IST day of the first file with the new name. */
  readonly day: string;
  readonly old_name: string;
  readonly new_name: string;
}

/** A legal form or a bracket around a name says nothing of which company it is. */
const keyOf = (name: string): string => companyKey(plainCell(name));

/** Whether two texts name one company: files cut long names, and write small words in more than one way. */
export function isSameCompany(one: string, other: string): boolean {
  const [a, b] = [keyOf(one), keyOf(other)];
  return a === '' || b === '' || a.startsWith(b) || b.startsWith(a);
}

/** The renames that a share's dated names show, in order. `names`: of one share, in order of their days. */
export function renamesIn(names: readonly DatedCompany[]): CompanyRename[] {
  return names.flatMap(({ day, name }, at) => {
    const previous = names[at - 1];
    return previous && !isSameCompany(previous.name, name) ? [{ day, old_name: previous.name, new_name: name }] : [];
  });
}
