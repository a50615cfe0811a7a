import { expect, test, vi } from 'vitest';
import { afterSave, shownEmail } from './after-save.ts';

const saved = { dialog: false, here: '/profile-update', planWaits: () => false, profession: 'Analyst' } as const;

test('a change of profession reloads the profile screen, and leads there from elsewhere (S4-SAVE-08)', () => {
  const planWaits = vi.fn(() => true);
  expect(afterSave({ ...saved, dialog: true, planWaits })).toBe('reload');
  expect(afterSave({ ...saved, dialog: true, here: '/my-dashboard', planWaits })).toEqual({ to: '/profile-update' });
  expect(planWaits, 'the waiting plan is left for the next save').not.toHaveBeenCalled();
});

test('without the dialog a waiting plan leads to /pricing, whatever the profession', () => {
  expect(afterSave({ ...saved, planWaits: () => true })).toEqual({ to: '/pricing' });
  expect(afterSave({ ...saved, planWaits: () => true, profession: 'Retail Investor' })).toEqual({ to: '/pricing' });
});

test.each(['Retail Investor', 'Market Expert'] as const)('a %s goes on to the calls', (profession) => {
  expect(afterSave({ ...saved, profession })).toEqual({ to: '/experts-past-recommendations' });
});

test.each(['Analyst', 'Financial Advisor', 'Broker', 'Dealer', ''] as const)('a %s stays', (profession) => {
  expect(afterSave({ ...saved, profession })).toBeNull();
});

test('the e-mail is shown only where it should be (S5-SHOW-01, S5-SHOW-02, S5-SHOW-03)', () => {
  const email = 'a@b.co';
  expect(shownEmail({ email, email_verified: true, profession: 'Retail Investor' })).toBe(email);
  expect(shownEmail({ email, email_verified: false, profession: 'Analyst' })).toBe(email);
  expect(shownEmail({ email, email_verified: false, profession: 'Retail Investor' })).toBe('');
  expect(shownEmail({ email, email_verified: '', profession: 'Retail Investor' })).toBe('');
});
