import { expect, test } from 'vitest';
import { memberCallAddress, myEndedCall } from './member-places.ts';

test.each([
  ['equity', '/experts-past-recommendations?reco=call%2F1', '/past-recommendations?tab=closed&reco=call%2F1'],
  ['options', '/expert-past-strategy-options?reco=call%2F1', '/past-strategy-options?tab=closed&reco=call%2F1'],
  ['a kind without a screen', '/experts-past-recommendations', '/experts-past-recommendations'],
])('%s: a call leads where its kind is read, and its author where it is answered for', (kind, read, own) => {
  expect([memberCallAddress({ kind, id: 'call/1' }), myEndedCall('call/1', kind)]).toEqual([read, own]);
});
