/** Upper-case first letter of the first word of a name; '' for an empty name (S9-CALC-11, S9-CALC-O03). */
export function avatarInitial(name: string): string {
  const [first = ''] = name.trim();
  return first.toLocaleUpperCase('en-IN');
}
