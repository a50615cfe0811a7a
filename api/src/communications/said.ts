import type { ChainLine } from '@vimarsh/shared/domain/evidence/communication-chain.ts';

/** Why a text is not there, for readers. */
const WITHHELD = {
  withdrawn: '(was withdrawn or removed; its text is kept and not shown to you)',
  private: '(is not shown to you)',
  retention: '(no longer kept: the law asks for it no more)',
} as const;

type Content = Readonly<Record<string, unknown>>;
const because = (words: unknown): string => (words ? ` (${words})` : '');
const removal = ({ removed_by, removed_reason }: Content): string => (removed_by ? ` — REMOVED by the ${removed_by}${because(removed_reason)}` : '');

const WORDS: Readonly<Record<string, (said: Content) => string>> = {
  'chat.room': ({ topic, symbol }) => `Topic: ${topic}${because(symbol)}`,
  'chat.request': ({ seq, body }) => `${seq} asks for a chat: ${body}`,
  'chat.message': ({ seq, body, target, call_id }) =>
    `${seq}${target ? ` (answers ${target})` : ''}: ${body}${call_id ? `${body ? '\n' : ''}(shows the published call ${call_id})` : ''}`,
  'chat.file': ({ seq, kind, name, id, size, sha256 }) => `${seq} carries a ${kind}${because(name)}, ${size} bytes, file ${id}, SHA-256 ${sha256}`,
  'chat.edit': ({ seq, body, target }) => `${seq} changes ${target} to: ${body}`,
  'chat.withdrawal': ({ seq, target }) => `${seq} withdraws ${target}`,
  'chat.state': ({ seq, status_str, reason }) => `${seq} the chat is now ${status_str}${because(reason)}`,
  'chat.marks': ({ delivered, seen }) => `had received up to ${delivered} and seen up to ${seen} when the account went`,
  'chat.blocked': ({ body, kind, room_id }) => `REFUSED by the guard${because(kind)}${room_id ? ` in room ${room_id}` : ''}, sent to nobody: ${body}`,
  'chat.away': ({ hours, away, note }) =>
    `${away ? 'is away' : 'answers in these hours'}: ${JSON.stringify(hours)}${note ? `; investors read outside of them: ${note}` : ''}`,
  'buzz.blocked': ({ body, kind }) => `REFUSED by the guard${because(kind)}, shown to nobody: ${body}`,
  post: (said) => `post ${said.id} is ${said.status}${removal(said)}: ${said.text}\n${said.disclosure}`,
  comment: (said) => `comment ${said.id} below post ${said.post_id}${removal(said)}: ${said.text}`,
  'post.remover': ({ post_id }) => `removed post ${post_id}`,
  'comment.remover': ({ comment_id }) => `removed comment ${comment_id}`,
  report: ({ target_id, reason, note }) => `reports ${target_id}${because(reason)}: ${note}`,
  case: ({ case_id, step, words }) => `case ${case_id}, ${step}: ${words}`,
  'desk.asked': ({ number, kind, message }) => `${kind} ${number}: ${message}`,
  'desk.answered': ({ number, answer }) => `answer to ${number}: ${answer}`,
  'desk.by': ({ number }) => `answered ${number}`,
};

/** An entry for who reads it in a mail or on paper. Throws for a kind that nobody wrote words for. */
export function saidIn(
  { kind, content, withheld, n, person }: Pick<ChainLine, 'kind' | 'content' | 'withheld' | 'n' | 'person'>,
  nameOf: (id: string) => string,
): string {
  const words = WORDS[kind];
  if (!words) throw new Error(`An export has no words for entries of the kind ${kind}`);
  const said = withheld ? `${kind} ${WITHHELD[withheld]}` : words(JSON.parse(content!) as Content);
  return `#${n} ${person ? nameOf(person) : '—'}: ${said}`;
}
