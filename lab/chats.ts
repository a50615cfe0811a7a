import { runServerTests } from './server-tests.ts';

/**
 * Chats under what goes wrong on phones and servers, longer than `npm test` has time for: kills with other faults between them, a phone that comes
 * back again and again, and messages through a bad connection. Each says what was lost, doubled or reordered.
 */
export default async function provenChats({ kills, reconnects, messages, seed }: Readonly<Record<'kills' | 'reconnects' | 'messages' | 'seed', number>>) {
  console.log(`${kills} kills, ${reconnects} reconnects, ${messages} messages, seed ${seed}`);
  const settings = { CHAT_KILLS: String(kills), CHAT_RECONNECTS: String(reconnects), CHAT_MESSAGES: String(messages), CHAT_SEED: String(seed) };
  // One after the other: what they measure is patience.
  const held = [
    await runServerTests(['api/src/chat/kill.db.test.ts'], settings),
    await runServerTests(['api/src/chat/reconnects.db.test.ts'], settings),
    await runServerTests(['mf-chat/src/rooms/losses.test.tsx'], settings, null, 'dom'),
  ];
  return held.every(Boolean);
}
