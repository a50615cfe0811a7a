import {
  cancelChat,
  closeChat,
  decideChat,
  listChats,
  readChat,
  readMessages,
  readTranscript,
  requestChat,
  searchMessages,
} from '@vimarsh/shared/contract/chat/routes.ts';
import { chatTopic, roomTopic } from '@vimarsh/shared/contract/chat/socket.ts';

/**
 * Every way on which the text of a chat leaves the server, to whom, and what it says of a withdrawn text. An export that is to be complete,
 * or a rule about who reads what, is looked up here; a test fails where a route or an event has a text and stands not in the list.
 */
export const TEXT_WAYS: readonly { readonly way: string; readonly to: string; readonly withdrawn: string }[] = [
  ...[requestChat, listChats, readChat, decideChat, cancelChat, closeChat].map(({ method, path }) => ({
    way: `${method} ${path}`,
    to: 'the two members: the words of the request, and the beginning of the last text',
    withdrawn: 'left out',
  })),
  ...[readMessages, searchMessages, readTranscript].map(({ method, path }) => ({ way: `${method} ${path}`, to: 'the two members', withdrawn: 'empty' })),
  { way: 'GET /auth/v1/export', to: 'the person who wrote it, whether it was sent or refused', withdrawn: 'as it was written' },
  ...Object.keys(chatTopic.server).map((event) => ({ way: `socket ${event}`, to: 'the member whose list it is', withdrawn: 'left out' })),
  { way: `socket ${roomTopic.sequence.event}`, to: 'the two members', withdrawn: 'empty' },
];
