import { defineConfig } from '@playwright/test';
import { findChromium } from '../shared/build/browser.mjs';

const chromium = (await findChromium()) ?? undefined;

/** Browser stories, faults and embeds in the system's Chromium. Nothing is retried: a test that needs luck is a bug. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/prepare.ts',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One at a time: each story runs a whole Vimarsh beside its browser, and two cores are what it promises to need.
  workers: 1,
  retries: 0,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: '../.cache/e2e.json' }]],
  use: {
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
