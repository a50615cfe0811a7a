import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import type { OutboxItem } from './outbox/item.ts';

export const ME = 'usr_me';
export const OTHER = 'usr_other';

export const entry = (seq: number, change: Partial<ChatEntry> = {}): ChatEntry => ({
  room: 'r1',
  seq,
  kind: 'message',
  sender_id: OTHER,
  client_msg_id: `c${seq}`,
  body: `Text ${seq}`,
  target: null,
  withdrawn: false,
  status_str: '',
  reason: '',
  at: '2026-11-20T06:30:00.000Z',
  ...change,
});

export const outboxItem = (client_msg_id: string, change: Partial<OutboxItem> = {}): OutboxItem => ({
  client_msg_id,
  room: 'r1',
  body: `Text of ${client_msg_id}`,
  reply_to: null,
  written_at: Date.parse('2026-11-20T06:40:00.000Z'),
  since: Date.parse('2026-11-20T06:40:00.000Z'),
  state: 'queued',
  reason: '',
  seq: null,
  at: null,
  kept: true,
  ...change,
});
