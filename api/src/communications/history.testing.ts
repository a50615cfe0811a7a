import { ulid } from '../platform/text/id.ts';
import { type CommunicationSite, type Member, PEOPLE } from './communications.testing.ts';

/** What was done and answered, by chain: written down beside the server, from the answers that people got. */
export type Model = Record<string, string[]>;

export interface History {
  readonly model: Model;
  /** Every text that was taken, refused or removed. */
  readonly words: string[];
  /** Does one thing; `what` is one of `ACTIONS`. Whatever the server refuses is not noted, but for what its guard refused. */
  act(what: Action, random: () => number): Promise<void>;
}

export const ACTIONS = [
  'say',
  'say',
  'say',
  'edit',
  'withdraw',
  'phone',
  'post',
  'editPost',
  'withdrawPost',
  'comment',
  'comment',
  'withdrawComment',
  'report',
  'phonePost',
  'ask',
  'answer',
] as const;
/** `away` is done by itself: the numbers of a history stay what they were. */
type Action = (typeof ACTIONS)[number] | 'away';

const HINDI = ['तिमाही के नतीजे', 'क्षेत्र की स्थिति', 'श्रीमती जी, कृपया'];

export async function playHistory({ member, clock }: CommunicationSite): Promise<History> {
  const people = {} as Record<keyof typeof PEOPLE, Member>;
  for (const name of Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]) people[name] = await member(PEOPLE[name]);
  const { chat, pro, lite, ananya, devendra, admin } = people;
  const model: Model = {};
  const words: string[] = [];
  const note = (chain: string, ...parts: unknown[]): void => {
    model[chain] = [...(model[chain] ?? []), parts.join('|')];
  };
  let count = 0;
  const text = (random: () => number): string => {
    count += 1;
    const said = `word${count}x ${HINDI[Math.floor(random() * HINDI.length)]} “quoted” ₹ ${count}`;
    words.push(said);
    return said;
  };
  const rooms: { room: string; members: [Member, Member]; sent: { seq: number; by: Member; at: number; gone: boolean }[] }[] = [];
  for (const [investor, expert] of [
    [chat, ananya],
    [pro, devendra],
  ] as const) {
    const topic = `Results of ${expert.user_id}`;
    const body = text(() => 0);
    const asked = await investor.post('/chat/v1/rooms', { expert_id: expert.user_id, topic, text: body, client_msg_id: ulid() });
    const room = asked.body.data.title as string;
    await expert.post('/chat/v1/rooms/decide', { room, accept: true });
    note(`room/${room}`, 'chat.room', investor.user_id, topic);
    note(`room/${room}`, 'chat.request', investor.user_id, body);
    note(`room/${room}`, 'chat.state', expert.user_id, 'Active', '');
    rooms.push({ room, members: [investor, expert], sent: [] });
  }
  const posts: { id: string; by: Member; text: string; gone: boolean }[] = [];
  const comments: { id: string; by: Member; of: string; text: string; gone: boolean }[] = [];
  const reported = new Set<string>();
  const tickets: { number: string; answered: boolean }[] = [];

  return {
    model,
    words,
    async act(what, random) {
      clock.forward(60_000);
      const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
      const { room, members, sent } = pick(rooms)!;
      const by = pick(members)!;
      const chain = `room/${room}`;
      if (what === 'say' || what === 'phone') {
        const body = what === 'phone' ? `${text(random)} 9812345678` : text(random);
        const { body: answer } = await by.post('/chat/v1/messages', { room, client_msg_id: ulid(), body });
        if (what === 'phone') note(`blocked/${by.user_id}`, 'chat.blocked', by.user_id, body);
        else {
          note(chain, 'chat.message', by.user_id, body);
          sent.push({ seq: answer.data.seq, by, at: clock.now.getTime(), gone: false });
        }
      }
      const message = pick(sent.filter(({ gone, at }) => !gone && clock.now.getTime() - at < 14 * 60_000));
      if (what === 'edit' && message) {
        const body = text(random);
        await message.by.post('/chat/v1/messages/edit', { room, client_msg_id: ulid(), target: message.seq, body });
        note(chain, 'chat.edit', message.by.user_id, message.seq, body);
      }
      if (what === 'withdraw' && message) {
        await message.by.post('/chat/v1/messages/withdraw', { room, client_msg_id: ulid(), target: message.seq });
        note(chain, 'chat.withdrawal', message.by.user_id, message.seq);
        message.gone = true;
      }
      const expert = pick([ananya, devendra])!;
      if (what === 'post' || what === 'phonePost') {
        const said = what === 'post' ? text(random) : `${text(random)} 9812345678`;
        const { body: made } = await expert.post('/buzz/v1/posts', { client_id: ulid(), text: said });
        if (what === 'phonePost') {
          if (made.code === 'MESSAGE_BLOCKED' || made.code === 'BUZZ_BLOCKED' || !made.data)
            note(`blocked/${expert.user_id}`, 'buzz.blocked', expert.user_id, said);
        } else if (made.data) {
          const { id } = made.data.post;
          const { body: out } = await expert.post('/buzz/v1/posts/publish', { post: id });
          if (out.data) {
            note(`posts/${expert.user_id}`, 'post', expert.user_id, 'live', said, '', '');
            posts.push({ id, by: expert, text: said, gone: false });
          }
        }
      }
      const post = pick(posts.filter(({ gone }) => !gone));
      if (what === 'editPost' && post) {
        const said = text(random);
        const { body: done } = await post.by.post('/buzz/v1/posts/edit', { client_id: ulid(), post: post.id, text: said });
        if (done.data) {
          post.text = said;
          note(`posts/${post.by.user_id}`, 'post', post.by.user_id, 'live', said, '', '');
        }
      }
      if (what === 'withdrawPost' && post) {
        await post.by.post('/buzz/v1/posts/withdraw', { post: post.id, reason: 'mistake' });
        post.gone = true;
        note(`posts/${post.by.user_id}`, 'post', post.by.user_id, 'removed', post.text, 'author', 'mistake');
      }
      if (what === 'comment' && post) {
        const said = text(random);
        const reader = pick([pro, lite])!;
        const { body: made } = await reader.post('/buzz/v1/comments', { client_id: ulid(), post: post.id, text: said });
        if (made.data) {
          note(`posts/${post.by.user_id}`, 'comment', reader.user_id, said, '', '');
          comments.push({ id: made.data.id, by: reader, of: post.by.user_id, text: said, gone: false });
        }
      }
      const comment = pick(comments.filter(({ gone }) => !gone));
      if (what === 'withdrawComment' && comment) {
        const { body: done } = await comment.by.post('/buzz/v1/comments/withdraw', { comment: comment.id });
        if (done.data) {
          comment.gone = true;
          note(`posts/${comment.of}`, 'comment', comment.by.user_id, comment.text, 'author', 'other');
        }
      }
      if (what === 'report' && post) {
        const said = text(random);
        // A third one would bring the post to review.
        const reader = pick([pro, lite])!;
        const { body: done } = await reader.post('/buzz/v1/reports', { client_id: ulid(), kind: 'post', target: post.id, reason: 'spam', note: said });
        // A second report by the same reader is taken for the first.
        if (done.data && !reported.has(`${post.id} ${reader.user_id}`)) note(`cases/${post.by.user_id}`, 'report', reader.user_id, said);
        reported.add(`${post.id} ${reader.user_id}`);
      }
      if (what === 'away') {
        const said = text(random);
        const away = random() < 0.5;
        await expert.post('/chat/v1/desk/hours', { hours: null, away, note: said });
        note(`away/${expert.user_id}`, 'chat.away', expert.user_id, away, said);
      }
      if (what === 'ask') {
        const said = text(random);
        const asker = pick([chat, pro, ananya])!;
        const wish = { kind: 'question', name: 'Asha Rao', email: 'asha@mail.example.com', message: said };
        const { body: made } = await asker.post('/base/v1/tickets', wish);
        if (made.data) {
          note(`desk/${made.data.number}`, 'desk.asked', asker.user_id, said);
          tickets.push({ number: made.data.number, answered: false });
        }
      }
      const ticket = pick(tickets.filter(({ answered }) => !answered));
      if (what === 'answer' && ticket) {
        const said = text(random);
        const { body: done } = await admin.post('/base/v1/tickets/answer', { number: ticket.number, answer: said });
        if (done.data) {
          ticket.answered = true;
          note(`desk/${ticket.number}`, 'desk.answered', '', said);
          note(`desk/${ticket.number}`, 'desk.by', admin.user_id);
        }
      }
    },
  };
}

/** The same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
