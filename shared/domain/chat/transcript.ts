import type { ChatEntry } from '../../contract/chat/types.ts';

/**
 * One line of a transcript: number, instant, sender, kind, what it refers to, state and reason, text, each as JSON in one array, so that
 * no text can look like another line. The same entry gives the same bytes everywhere.
 */
export const transcriptLine = (entry: ChatEntry): string =>
  JSON.stringify([
    entry.seq,
    entry.at,
    entry.sender_id,
    entry.kind,
    entry.target,
    entry.status_str,
    entry.reason,
    entry.withdrawn,
    entry.body,
    ...carriedOf(entry),
  ]);

/** What a message carries, behind its text: name and SHA-256 of a file, or the id of a published call. */
const carriedOf = ({ file, call_id }: ChatEntry): string[][] => {
  if (file) return [[file.name, file.sha256]];
  return call_id ? [[call_id]] : [];
};

/** Each line ends with a line feed. */
export const transcriptText = (entries: readonly ChatEntry[]): string => entries.map((entry) => `${transcriptLine(entry)}\n`).join('');
