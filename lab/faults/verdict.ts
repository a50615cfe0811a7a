/** Prints each thing that went wrong once, with how often it did. Whether nothing went wrong. */
export function tellVerdict(wrong: readonly string[]): boolean {
  for (const sentence of new Set(wrong)) {
    const times = wrong.filter((each) => each === sentence).length;
    console.log(`✗ ${sentence}${times > 1 ? ` (${times} times)` : ''}`);
  }
  console.log(wrong.length === 0 ? '✓ Nothing went wrong.' : `✗ ${wrong.length} things went wrong.`);
  return wrong.length === 0;
}
