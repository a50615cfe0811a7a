export { type Communications, createCommunications } from './create-communications.ts';
