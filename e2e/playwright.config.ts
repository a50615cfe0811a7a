import { defineConfig } from '@playwright/test';
import { findTestChromium } from '../shared/build/tests/browser.mjs';
import { STORY_WORKERS } from '../shared/build/tests/workers.ts';
import { LAUNCH } from './support/chromium.ts';

const chromium = (await findTestChromium()) ?? undefined;

/** Stories that measure seconds, or what two nodes serve meanwhile. The bench judges nothing here; a kill and releases need no quiet. */
const ALONE = ['faults/matrix', 'faults/nodes', 'faults/refresh', 'faults/sign-out'].map((file) => `**/${file}.spec.ts`);
/** Which of the two a run is, when it is one of them: each leaves its own report and pictures. */
const part = process.env.E2E_PART ?? 'e2e';

/** Browser stories, faults and embeds in the system's Chromium. Nothing is retried here: a test that needs luck is a bug. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/prepare.ts',
  outputDir: `../test-results/${part}`,
  // Upper bounds for a machine that stands still for a while: they cost nothing where all goes well. A deadline that is the very thing
  // a test proves stands in the test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Each has a Vimarsh of its own beside its browser.
  workers: STORY_WORKERS,
  projects: [
    { name: 'stories', testIgnore: ALONE },
    // `npm test` runs these afterwards, with one worker.
    { name: 'alone', testMatch: ALONE },
  ],
  retries: 0,
  fullyParallel: false,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: `../.cache/${part}.json` }]],
  use: {
    launchOptions: { executablePath: chromium, ...LAUNCH },
    viewport: { width: 1440, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Its start in a process of its own took a quarter of a page's first visit. Stories about it, about messages to devices and releases,
    // and the walk through all screens have it.
    serviceWorkers: 'block',
    // Without a limit, a press on what is not there took its whole test's time: nine minutes for one renamed link.
    actionTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
