import type { RegisteredExpert } from '@vimarsh/shared/contract/expert-register/types.ts';

const KINDS: Readonly<Record<string, string>> = { INH: 'Research analyst', INA: 'Investment adviser', INZ: 'Stock broker' };

/** The intermediary type of a SEBI number: INH999900001 → 'Research analyst'; '' for an unknown prefix. */
export const kindOfRegistration = (reg_no: string): string => KINDS[reg_no.slice(0, 3)] ?? '';

/** Experts whose name, number, profession or town contains every word, ignoring case. */
export function findExperts<E extends Pick<RegisteredExpert, 'full_name' | 'reg_no' | 'city' | 'profession'>>(experts: readonly E[], query: string): E[] {
  const words = query.toLocaleLowerCase('en-IN').split(/\s+/).filter(Boolean);
  return experts.filter(({ full_name, reg_no, city, profession }) => {
    const text = `${full_name} ${reg_no} ${city} ${profession}`.toLocaleLowerCase('en-IN');
    return words.every((word) => text.includes(word));
  });
}
