export { createChat } from './create-chat.ts';
