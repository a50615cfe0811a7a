import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

test('what is looked for in vain shows the page, at once or when the time is up', async () => {
  document.body.innerHTML = '<p>another sentence</p>';
  expect(() => screen.getByText('a sentence')).toThrow(/a sentence[\s\S]*another sentence/);
  await expect(screen.findByText('a sentence', undefined, { timeout: 60 })).rejects.toThrow(/a sentence[\s\S]*another sentence/);
  await expect(waitFor(() => screen.getByRole('heading', { name: 'a sentence' }), { timeout: 60 })).rejects.toThrow(/a sentence[\s\S]*another sentence/);
});

test('a look that is repeated does not print the page each time', async () => {
  document.body.innerHTML = '<p>another sentence</p>';
  const last = waitFor(() => screen.getByText('a sentence'), { timeout: 60, onTimeout: (error) => error });
  await expect(last).rejects.toThrow(/a sentence/);
  await expect(last).rejects.not.toThrow(/another sentence/);
});
