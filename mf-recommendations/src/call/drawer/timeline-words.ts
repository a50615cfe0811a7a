/** The first of these that is a text with something in it. */
export const firstText = (...given: unknown[]): string => (given.find((one) => typeof one === 'string' && one !== '') as string | undefined) ?? '';

const FLAGS: Readonly<Record<string, [title: string, detail: string]>> = {
  // Suspended by us, or papers that ran out: the record says only that the author may not act, so no more is said here.
  expert_suspended: ['The author may not act', 'Suspended, or registration not in force: the author can change nothing. The price still closes the call.'],
  expert_restored: ['The author may act again', ''],
};

/** What a mark on a call says, of any kind of call. */
export const flagWords = (flag: unknown, ...reasons: unknown[]): [title: string, detail: string] =>
  FLAGS[firstText(flag)] ?? ['Marked by compliance', firstText(...reasons)];
