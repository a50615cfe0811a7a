import { expect, test } from 'vitest';
import { callerWith, visitorOf } from '../access/testing.ts';
import { chatRights } from './limits.ts';

test.each([
  ['nobody without a plan asks', callerWith(), null],
  ['a visitor asks nobody', visitorOf(), null],
  ['Premium has no chat', callerWith({ plan: 'Premium' }), null],
  ['Pro has one room', callerWith({ plan: 'Pro' }), { rooms: 1, pending: 1 }],
  ['the chat plan has five rooms, three of them pending', callerWith({ chat: true }), { rooms: 5, pending: 3 }],
  ['of Pro and the chat plan the greater counts', callerWith({ plan: 'Pro', chat: true }), { rooms: 5, pending: 3 }],
  ['a partner’s customer has one room', callerWith({ partner: {} }), { rooms: 1, pending: 1 }],
  // S9-LIM-25, S9-LIM-O02: which two partners, the table of partners says.
  ['a partner without chat has none, whatever the plan (S9-LIM-25)', callerWith({ chat: true, plan: 'Pro', partner: { isChatAvailable: false } }), null],
  ['an expert asks nobody', callerWith({ profession: 'Analyst', registered: true, verified: true, chat: true }), null],
])('%s', (_what, caller, rights) => {
  expect(chatRights(caller)).toEqual(rights);
});
