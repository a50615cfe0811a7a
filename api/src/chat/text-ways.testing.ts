import { openChatCase } from '@vimarsh/shared/contract/chat/cases.ts';
import { readExpertHours, readOwnHours, saveOwnHours } from '@vimarsh/shared/contract/chat/hours.ts';
import {
  cancelChat,
  closeChat,
  decideChat,
  listChatExperts,
  listChats,
  readChat,
  readFile,
  readMessages,
  readTranscript,
  requestChat,
  searchChats,
  searchMessages,
} from '@vimarsh/shared/contract/chat/routes.ts';
import { chatTopic, roomTopic } from '@vimarsh/shared/contract/chat/socket.ts';

/**
 * Every way on which the text of a chat leaves the server, to whom, and what it says of a withdrawn text. An export that is to be complete,
 * or a rule about who reads what, is looked up here; a test fails where a route or an event has a text and stands not in the list. What a
 * person sent as a file leaves in their evidence file, too (`GET /auth/v1/evidence`, as it was kept).
 */
export const TEXT_WAYS: readonly { readonly way: string; readonly to: string; readonly withdrawn: string }[] = [
  ...[requestChat, listChats, readChat, decideChat, cancelChat, closeChat].map(({ method, path }) => ({
    way: `${method} ${path}`,
    to: 'the two members: the words of the request, and the beginning of the last text',
    withdrawn: 'left out',
  })),
  ...[readMessages, searchMessages, searchChats, readTranscript].map(({ method, path }) => ({
    way: `${method} ${path}`,
    to: 'the two members',
    withdrawn: 'empty',
  })),
  { way: `${readFile.method} ${readFile.path}`, to: 'the two members: a picture or PDF, and its name', withdrawn: 'not there' },
  {
    way: `${openChatCase.method} ${openChatCase.path}`,
    to: 'a moderator who has taken an open case that names the room; both members are told once it is closed',
    withdrawn: 'as it was written',
  },
  { way: 'GET /auth/v1/export', to: 'the person who wrote it, whether it was sent or refused', withdrawn: 'as it was written' },
  ...Object.keys(chatTopic.server).map((event) => ({ way: `socket ${event}`, to: 'the member whose list it is', withdrawn: 'left out' })),
  { way: `socket ${roomTopic.sequence.event}`, to: 'the two members', withdrawn: 'empty' },
];

/** Ways on which an expert's note of being away leaves: it is no text of a chat, and everybody who may ask the expert reads it. */
export const AWAY_WAYS: readonly { readonly way: string; readonly to: string }[] = [
  ...[listChatExperts, readExpertHours].map(({ method, path }) => ({ way: `${method} ${path}`, to: 'whoever is signed in, while the expert is away' })),
  ...[readOwnHours, saveOwnHours].map(({ method, path }) => ({ way: `${method} ${path}`, to: 'the expert who wrote it' })),
  { way: 'GET /auth/v1/export', to: 'the expert who wrote it' },
];
