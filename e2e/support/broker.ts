import type { Page } from '@playwright/test';
import type { Demo } from './stack.ts';

/** A customer every broker of the demo has. */
export const CLIENT = { id: 'AB1001', name: 'Ketaki Bhosale', pin: '4321', yearOfBirth: '1990' } as const;

/** Fills in the demo broker's own page, which is on show. */
export async function signInAtBroker(page: Page, demo: Demo, client_id: string = CLIENT.id): Promise<void> {
  await page.getByLabel('Client ID').fill(client_id);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign in and continue to Vimarsh' }).click();
}

/** The mobile number a demo broker sends its codes to. */
export const mobileAt = (brokerId: number): string => String(9_800_000_000 + brokerId * 10_000 + 1001);
