import type { AskedExport, CommunicationHold } from '@vimarsh/shared/contract/communications/types.ts';

export const anExport = (change: Partial<AskedExport> = {}): AskedExport => ({
  id: 'exp_a',
  scope: 'person',
  target: 'usr_9',
  from: null,
  until: null,
  reason: 'Letter 12 of the regulator',
  asked_by: 'usr_me',
  asked_at: '2026-11-20T05:00:00.000Z',
  state: 'asked',
  decided_by: null,
  decided_at: null,
  delivered: 0,
  made: null,
  ...change,
});

export const aHold = (change: Partial<CommunicationHold> = {}): CommunicationHold => ({
  id: 'hold_a',
  kind: 'room',
  target: 'room_1',
  reason: 'A dispute before the ombudsman',
  set_by: 'usr_me',
  set_at: '2026-11-20T05:00:00.000Z',
  lifted_by: null,
  lifted_at: null,
  lift_reason: '',
  ...change,
});
