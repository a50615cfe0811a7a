import type { AskedExport, CommunicationHold } from '@vimarsh/shared/contract/communications/types.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';

export type Scope = AskedExport['scope'];

/** How long an approval is good for, as the server counts it. */
const APPROVED_MS = 7 * 86_400_000;
/** A file that has not ended by then never will: the server that made it is gone. */
const LONGEST_MS = 60 * 60_000;

/** The number in an address of this site, or the number itself; '' for anything else. Example: `/chat?room=01J8Z` → `01J8Z`. */
export function targetIn(typed: string): string {
  const ADDRESS = /[?&](?:user_id|room)=([^&#]+)/;
  const id = ADDRESS.exec(typed)?.[1] ?? typed.trim();
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : '';
}

/** The first instant of a day in India, and that of the day after; `day` as `2026-11-20`. */
export const dayBegins = (day: string): string => new Date(`${day}T00:00:00+05:30`).toISOString();
export const dayEnds = (day: string): string => new Date(Date.parse(dayBegins(day)) + 86_400_000).toISOString();

export const SCOPE_TITLES: Readonly<Record<Scope, string>> = { person: 'A person', room: 'A chat', period: 'Everybody in a period' };

/** From which day until which, in words; '' without a limit. The last day is one that is in it. */
export function periodWords({ from, until }: Pick<AskedExport, 'from' | 'until'>): string {
  const last = until && formatDay(Date.parse(until) - 1);
  if (from && last) return `${formatDay(from)} to ${last}`;
  if (from) return `From ${formatDay(from)}`;
  return last ? `Until ${last}` : '';
}

/** What this admin may do with an export now. */
export type ExportStep = 'decide' | 'waits' | 'refused' | 'download' | 'given' | 'over';
export function stepOf({ state, asked_by, decided_at }: AskedExport, me: string, now: number): ExportStep {
  if (state === 'asked') return asked_by === me ? 'waits' : 'decide';
  if (state === 'refused') return 'refused';
  if (now - Date.parse(decided_at!) > APPROVED_MS) return 'over';
  return asked_by === me ? 'download' : 'given';
}
export const approvalEnds = ({ decided_at }: AskedExport): string => formatIst(Date.parse(decided_at!) + APPROVED_MS);

/** What became of the file that was begun last; '' where none was. */
export function fileWords({ made }: AskedExport, now: number): string {
  if (!made) return '';
  if (made.state === 'done') return `Made on ${formatIst(made.ended_at!)}`;
  const isGone = made.state === 'failed' || now - Date.parse(made.begun_at) > LONGEST_MS;
  return isGone ? `Begun on ${formatIst(made.begun_at)} and broken off` : `Being made since ${formatIst(made.begun_at)}`;
}
/** A file is under way, so the list is asked for again soon. */
export const isRunning = ({ made }: AskedExport, now: number): boolean => made?.state === 'running' && now - Date.parse(made.begun_at) <= LONGEST_MS;

export function waitingWords(exports: readonly AskedExport[]): string {
  const count = exports.filter(({ state }) => state === 'asked').length;
  if (count === 0) return 'No export waits for a second admin.';
  return count === 1 ? '1 export waits for a second admin.' : `${count} exports wait for a second admin.`;
}
export function holdWords(holds: readonly CommunicationHold[]): string {
  const count = holds.filter(({ lifted_at }) => lifted_at === null).length;
  if (count === 0) return 'Nothing is held beyond its time.';
  return count === 1 ? '1 hold stands.' : `${count} holds stand.`;
}
