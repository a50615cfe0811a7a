import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../shared/build/browser.mjs';

/** The system's Chromium, for commands that are no stories. */
export const openChromium = async (): Promise<Browser> =>
  chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ['--no-sandbox', '--disable-gpu'] });
