import { act, renderHook } from '@testing-library/react';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test, vi } from 'vitest';
import { EQUITY } from '../equity/publish/equity-publishing.ts';
import { INVESTOR } from '../testing/people.ts';
import { useDraft } from './draft-autosave.ts';

const { drafts } = EQUITY;
const who = INVESTOR.user!.id;

/** A tab with the form; `type` changes its stock and lets it be saved. */
function tab() {
  const { Wrapper } = fakeHost({ snapshot: INVESTOR });
  const { result } = renderHook(() => useDraft(EQUITY, who, ''), { wrapper: Wrapper });
  return {
    said: () => result.current.savedAt,
    async type(stock: string) {
      act(() => result.current.autosave({ ...result.current.start.form, stock }, result.current.start.cid));
      await act(() => vi.advanceTimersByTimeAsync(1_000));
    },
  };
}

test('of two tabs with one draft the one that saves later does not write over the other’s words, and says so', async () => {
  vi.useFakeTimers();
  const [first, second] = [tab(), tab()];
  await first.type('TCS');
  await second.type('INFY');
  expect(first.said()).toBe('Draft saved in this browser');
  expect(second.said()).toBe('Not saved: another tab has saved this draft. Go on there, or publish from here.');
  await first.type('TCS2');
  expect(first.said()).toBe('Draft saved in this browser');
  expect(drafts.load(who)!.form.stock).toBe('TCS2');
  // Published or thrown away there, it may be saved from here.
  drafts.drop(who);
  await second.type('INFY');
  expect(drafts.load(who)!.form.stock).toBe('INFY');
  vi.useRealTimers();
});
