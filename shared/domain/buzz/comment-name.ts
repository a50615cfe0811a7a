/** First name and initial of the last one: an investor who comments is named to strangers, but not in full. */
export function commentName(full_name: string): string {
  const names = full_name.split(/\s+/u).filter(Boolean);
  const initial = names.length > 1 ? [...names.at(-1)!][0] : undefined;
  return initial === undefined ? (names[0] ?? '') : `${names[0]} ${initial}.`;
}
