import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { profileSaveMachine, type SaveAnswer } from './profile-save.machine.ts';

const answer = (status: boolean) => ({ status, validation: status ? '' : 'No.', redirect: '', data: null, extras: {} }) as unknown as SaveAnswer;

function start(status: boolean | 'throws') {
  const sent: { fields: object; files: object }[] = [];
  const emitted: { type: string; dialog?: boolean }[] = [];
  const save = fromPromise<SaveAnswer, { fields: Record<string, string>; files: object }>(async ({ input }) => {
    sent.push(input);
    if (status === 'throws') throw new Error('gone');
    return answer(status);
  });
  const actor = createActor(profileSaveMachine.provide({ actors: { save: save as never } }), { input: { step: 1 } });
  actor.on('*', (event) => void emitted.push(event));
  actor.start();
  const settled = () => waitFor(actor, (snapshot) => snapshot.matches('editing'));
  return { actor, sent, emitted, settled };
}
const file = new File(['x'], 'pan.png');

test('a save clears the saving flag, opens step 2 and drops the files (S4-SAVE-01, S4-SAVE-02, S4-SAVE-04)', async () => {
  const { actor, sent, emitted, settled } = start(true);
  actor.send({ type: 'FILE', field: 'pan_card', file });
  actor.send({ type: 'SAVE', fields: { full_name: 'Asha' }, missing: [] });
  expect(actor.getSnapshot().value).toBe('saving');
  const { value, context } = await settled();
  expect(value).toBe('editing');
  expect(context).toMatchObject({ step: 2, files: {}, missing: [], dialog: false });
  expect(sent).toEqual([{ fields: { full_name: 'Asha' }, files: { pan_card: file } }]);
  expect(emitted).toMatchObject([{ type: 'saved', dialog: false }]);
});

test.each([false, 'throws'] as const)(
  'a refused save (%s) clears the flags and the empty-field display; step and files stay (S4-SAVE-11, S4-SAVE-12, S8-ERR-35)',
  async (status) => {
    const { actor, emitted, settled } = start(status);
    actor.send({ type: 'SAVE', fields: {}, missing: ['full_name'] });
    expect(actor.getSnapshot().context.missing).toEqual(['full_name']);
    expect(actor.getSnapshot().value, 'nothing is sent while a required field is empty').toBe('editing');
    actor.send({ type: 'FILE', field: 'picture', file });
    actor.send({ type: 'SAVE', fields: { full_name: 'Asha' }, missing: [] });
    const { context } = await settled();
    expect(context).toMatchObject({ step: 1, missing: [], files: { picture: file } });
    expect(emitted).toMatchObject([{ type: 'refused' }]);
  },
);

test('becoming a Market Expert needs a confirmation, sends only that, and closes with the save', async () => {
  const { actor, sent, emitted, settled } = start(true);
  actor.send({ type: 'CONFIRM' });
  expect(sent, 'a confirmation without a question does nothing').toEqual([]);
  actor.send({ type: 'FILE', field: 'picture', file });
  actor.send({ type: 'BECOME_EXPERT' });
  actor.send({ type: 'DISMISS' });
  actor.send({ type: 'BECOME_EXPERT' });
  actor.send({ type: 'CONFIRM' });
  const { context } = await settled();
  expect(sent).toEqual([{ fields: { profession: 'Market Expert' }, files: {} }]);
  expect(context.dialog).toBe(false);
  expect(emitted).toMatchObject([{ type: 'saved', dialog: true }]);
});

test('a chosen file can be removed, and a step opened by hand', () => {
  const { actor } = start(true);
  actor.send({ type: 'FILE', field: 'picture', file });
  actor.send({ type: 'FILE', field: 'picture', file: null });
  actor.send({ type: 'STEP', step: 2 });
  expect(actor.getSnapshot().context).toMatchObject({ files: {}, step: 2 });
});
