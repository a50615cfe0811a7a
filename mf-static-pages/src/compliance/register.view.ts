import type { RegisteredExpert } from '@vimarsh/shared/contract/expert-register.contract.ts';

const KINDS: Readonly<Record<string, string>> = { INH: 'Research analyst', INA: 'Investment adviser', INZ: 'Stock broker' };

/** What kind of intermediary a SEBI number stands for: INH999900001 → 'Research analyst'; '' for another prefix. */
export const kindOfRegistration = (reg_no: string): string => KINDS[reg_no.slice(0, 3)] ?? '';

/** Experts in whose name, number, profession or town every word stands, whatever the case. */
export function findExperts<E extends Pick<RegisteredExpert, 'full_name' | 'reg_no' | 'city' | 'profession'>>(experts: readonly E[], words: string): E[] {
  const wanted = words.toLocaleLowerCase('en-IN').split(/\s+/).filter(Boolean);
  return experts.filter(({ full_name, reg_no, city, profession }) => {
    const text = `${full_name} ${reg_no} ${city} ${profession}`.toLocaleLowerCase('en-IN');
    return wanted.every((word) => text.includes(word));
  });
}
