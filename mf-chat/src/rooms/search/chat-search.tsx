import { part } from '@vimarsh/shared/kit/part.tsx';

/** The search of all chats or of one. Its code comes with the first. */
export const ChatSearch = part({ what: 'The search', load: () => import('./chat-search.panel.tsx').then(({ ChatSearchDialog }) => ChatSearchDialog) });
