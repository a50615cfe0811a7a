import { fieldName, fieldsOf, withAltered } from '@vimarsh/shared/domain/calls/altered-fields.testing.ts';
import { equitySteps } from '@vimarsh/shared/domain/calls/equity/equity-steps.ts';
import { recordedCall } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import { NOT_CHECKED_FIELDS } from '@vimarsh/shared/domain/calls/not-in-record.testing.ts';
import 'fake-indexeddb/auto';
import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { expect, test } from 'vitest';
import { checkRecord } from './check-record.ts';
import { newSigner, PUBLICATION, servedTogether, WON, type Written } from './record.testing.ts';

const NOW = new Date('2026-11-23T14:00:00.000Z');

test('another value in any field of what the check in a browser gets is noticed, or the field stands on the published list', async () => {
  const signer = await newSigner();
  const { full_name: name, profession: category, reg_no } = aCall().expert;
  const publication = { ...PUBLICATION, format: 2, author: { name, category, reg_no }, feed: 'files' };
  const entry = { name, category, reg_no, valid_to: '2029-03-03', nism_valid_to: '2029-01-31', standing: 'registered' };
  const [call, author] = await servedTogether(signer, [
    { call_id: 'call_1', written: [[...WON[0]!.slice(0, 3), publication] as unknown as Written, ...WON.slice(1)] },
    { call_id: 'author_exp_01', kind: 'author', written: [['opened', 'register', '2026-11-17T05:00:00.000Z', entry]] },
  ]);
  const genuine = { shown: { ...aCall(), ...recordedCall(call!.told) }, proof: call!.proof, author: author!.proof, ledger: call!.ledger };
  const memory = { read: async () => null, write: async () => undefined, forget: async () => undefined };
  const wrongOf = async ({ shown, ...evidence }: typeof genuine): Promise<string | undefined> => {
    try {
      const { steps } = await checkRecord({ ...evidence, shown: (events, of) => equitySteps(shown, events, of) }, memory, NOW, [signer.public_key]);
      return steps.find(({ ok }) => !ok)?.label;
    } catch (error) {
      return String(error);
    }
  };
  expect(await wrongOf(genuine)).toBeUndefined();
  const fields = fieldsOf(genuine);
  const holes = new Set<string>();
  for (const path of fields) if ((await wrongOf(withAltered(genuine, path))) === undefined) holes.add(fieldName(path));
  console.log(`${fields.length} fields of what a browser gets altered, one at a time`);
  expect([...holes].filter((field) => !(field in NOT_CHECKED_FIELDS))).toEqual([]);
});
