/** Where texts of people lie, and what an export has of them. A table that holds one and stands in no source makes a test fail. */
export interface TextSource {
  /** The beginning of its chains; `calls` is the ledger’s own. */
  readonly name: 'room' | 'posts' | 'cases' | 'blocked' | 'away' | 'desk' | 'calls';
  readonly tables: readonly string[];
  /** For the README. */
  readonly words: string;
}

export const SOURCES: readonly TextSource[] = [
  {
    name: 'room',
    tables: ['chat_rooms', 'chat_messages', 'chat_files', 'chat_reads'],
    words:
      'Each room of the chats: requests, messages, every edit and withdrawal with its text, pictures and PDFs, ids of the calls that messages show, changes of its state. rooms/<room>.json says who its members are and how far each has received and seen it.',
  },
  {
    name: 'posts',
    tables: ['buzz_posts', 'buzz_versions', 'buzz_comments'],
    words: 'The posts of an expert with every earlier text, the comments below them, and why each was taken back or removed.',
  },
  { name: 'cases', tables: ['buzz_cases', 'buzz_reports', 'buzz_steps'], words: 'Reports of posts, comments and chats, and how moderators decided.' },
  { name: 'blocked', tables: ['chat_blocked', 'buzz_blocked'], words: 'FLAGGED: texts that the guard refused. They were sent and shown to nobody.' },
  {
    name: 'away',
    tables: ['chat_hours'],
    words: 'When an expert answers chats, and what they let investors read while they are away, with every change.',
  },
  { name: 'desk', tables: ['tickets'], words: 'Messages to our desk and its answers.' },
  {
    name: 'calls',
    tables: ['call_events', 'call_receipts'],
    words: 'Published calls with each note, update and correction, as the ledger signed them, and their proofs.',
  },
];
