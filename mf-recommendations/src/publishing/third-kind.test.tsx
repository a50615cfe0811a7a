import { render, screen, within } from '@testing-library/react';
import { aReceipt } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { listExperts } from '@vimarsh/shared/contract/calls/routes.ts';
import { ruleResult } from '@vimarsh/shared/contract/calls/types.ts';
import { type Data, route } from '@vimarsh/shared/contract/route.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import '../testing/patience.ts';
import { EXPERT } from '../testing/people.ts';
import { openCallDrafts } from './draft-autosave.ts';
import { PreviewStep } from './preview.step.tsx';
import { PublishingFlow } from './publishing-flow.tsx';
import { line, rationaleFields, readRationale } from './rationale-form.ts';
import { problemsAt } from './rule-problems.ts';
import { type PublishingKind, usePublishing } from './use-publishing.ts';

// A third kind of call, as a whole: it is published when a price is touched. Nothing of it stands in the frame.
const touchForm = z.object({ stock: line(20), level: line(20), ...rationaleFields });
type TouchForm = z.output<typeof touchForm>;
const draft = z.object({ stock: z.string(), level: z.number() });
const touched = z.object({ id: z.string(), stock: z.string(), published_at: z.string(), hash: z.string(), receipt: z.any() });
const path = '/reco/v1/touches' as const;
const checkTouch = route({
  ...{ method: 'POST', path: `${path}/check`, summary: 'Check.', access: 'session' },
  query: z.object({ cid: z.string() }),
  body: draft,
  data: z.object({ rules: z.array(ruleResult), publishable: z.boolean(), recipients: z.number() }),
});
const publishTouch = route({ method: 'POST', path, summary: 'Publish.', access: 'session', body: z.object({ cid: z.string(), draft }), data: touched });
const TOUCH: PublishingKind<TouchForm, z.output<typeof draft>, Data<typeof checkTouch>, Data<typeof publishTouch>> = {
  empty: (stock = '') => ({ ...touchForm.parse({}), stock }),
  read: ({ stock, level }) =>
    Number(level) > 0 ? { draft: { stock, level: Number(level) }, problems: {} } : { draft: null, problems: { level: 'Enter a price' } },
  problemsOf: problemsAt<TouchForm>((at) => (at === 'TOUCH-LEVEL' ? 'level' : null)),
  drafts: openCallDrafts('publish-touch-draft', touchForm),
  subjectOf: ({ stock }) => stock,
  check: (request, { cid, draft: body }, signal) => request(checkTouch, { query: { cid }, body }, { signal, quiet: true }),
  publish: (request, body) => request(publishTouch, { body }, { quiet: true }),
};

function Publish() {
  const flow = usePublishing(TOUCH, 'exp_01', 'TCS');
  const { form, problems, check } = flow.context;
  return (
    <PublishingFlow
      flow={flow}
      waiting=""
      clock={undefined}
      waitsForSession={false}
      subject="stocks"
      attestation="I stay out of it."
      missing={[]}
      beside={null}
      onRecord={({ stock, id }) => ({ name: stock, to: `/touches?reco=${id}`, children: null })}
      levels={
        <TextField
          label="Level (₹)"
          value={form.level}
          error={problems.level ?? ''}
          onChange={({ target }) => flow.send({ type: 'edit', patch: { level: target.value } })}
        />
      }
      preview={
        <PreviewStep draft={readRationale(form)} author={{ full_name: 'Ananya' }} subject="stocks" recipients={check?.recipients ?? 0}>
          <p>Touches {form.level}</p>
        </PreviewStep>
      }
    />
  );
}

const onRecord = { id: 'touch_1', stock: 'TCS', published_at: '2026-11-20T05:00:00.000Z', hash: 'd'.repeat(64), receipt: aReceipt() };
const rule = { id: 'TOUCH-LEVEL', level: 'block' as const, label: 'Level above the price' };

beforeEach(() => localStorage.clear());

test('a third kind of call is published by the flow: a broken rule at its field, then one intent on record', async () => {
  let good = false;
  const host = fakeHost({
    snapshot: EXPERT,
    answers: [
      reply(listExperts, []),
      reply(checkTouch, () => ({ rules: [{ ...rule, ok: good, message: good ? '' : 'The level is too low.' }], publishable: good, recipients: 7 })),
      reply(publishTouch, onRecord),
    ],
  });
  const user = aUser();
  render(<Publish />, { wrapper: host.Wrapper });
  await user.enter(screen.getByLabelText('Level (₹)'), '40');
  await user.click(screen.getByRole('button', { name: 'Continue to rationale' }));
  await user.click(screen.getByRole('button', { name: 'Continue to preview' }));
  expect(await screen.findByLabelText('Level (₹)')).toHaveAccessibleDescription(/The level is too low\./);
  good = true;
  await user.enter(screen.getByLabelText('Level (₹)'), '00');
  await user.click(screen.getByRole('button', { name: 'Continue to rationale' }));
  await user.click(screen.getByRole('button', { name: 'Continue to preview' }));
  expect(await screen.findByText('This is what 7 subscribers will see, all at the same moment.')).toBeInTheDocument();
  expect(screen.getByText('Touches 4000')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Publish call' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish call' }));
  expect(await screen.findByText('d'.repeat(64))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the call' })).toHaveAttribute('href', '/touches?reco=touch_1');
});
