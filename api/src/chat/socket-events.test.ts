import { readFileSync } from 'node:fs';
import { chatTopic, roomTopic } from '@vimarsh/shared/contract/chat/socket.ts';
import { expect, test } from 'vitest';

test('every event of chats, the specified names and our own, is described in the readme of this folder (S7-RT-O01)', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const events = [chatTopic, roomTopic].flatMap(({ client, server }) => [...Object.keys(client), ...Object.keys(server)]);
  expect(events).toEqual(expect.arrayContaining(['get_recent_chat', 'cancel_room_status', 'recent-chat', 'send_message', 'message', 'typing']));
  expect(
    events.filter((event) => !readme.includes(`\`${event}`)),
    'events without a line',
  ).toEqual([]);
});
