export interface TimelineItem {
  n: number;
  /** The event, with its price where it has one. */
  title: string;
  /** The author's or the engine's explanation; '' for none. */
  detail: string;
  ts: string;
  /** First eight digits of the event's hash. */
  mark: string;
  hash: string;
  /** The price bar that decided it, and where that is from; null for events without one. */
  bar: BarItem | null;
}

export interface BarItem {
  /** "Day of 28 Apr 2026: open ₹1,371.00, high …" */
  text: string;
  /** "File cm28APR2026bhav.csv" or "Feed INFY/2026-11-20/4501"; '' where it was not kept. */
  from: string;
  /** Address of the feed's stretch; '' for a file. */
  to: string;
  sha256: string;
}

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
