import { type Browser, chromium } from '@playwright/test';
import { memoryFolder } from '../../api/src/platform/testing/folders.testing.ts';
import { findTestChromium } from '../../shared/build/tests/browser.mjs';

/**
 * What Chromium leaves out. Of switches with the same name the last counts, so the first two lines repeat what Playwright leaves out
 * itself. The rest are pages of the browser's own address bar: each window starts them in a renderer of their own, which took three
 * quarters of a second of processor for every context, more than the context itself.
 */
const LEFT_OUT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'LensOverlay'],
  ...['MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'AimEnabled'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

/** How every Chromium of the tests is started. */
export const LAUNCH = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${LEFT_OUT.join(',')}`,
  ],
  // Playwright keeps what Chromium's processes share on a disk, because a container's memory folder may be small.
  ignoreDefaultArgs: memoryFolder() ? ['--disable-dev-shm-usage'] : [],
};

/** The system's Chromium, for commands that are no stories. */
export const openChromium = async (): Promise<Browser> => chromium.launch({ executablePath: (await findTestChromium()) ?? undefined, ...LAUNCH });
