import { keepFiles } from './keep-files.ts';
import { nameNewPages } from './new-page.ts';
import { watchForVersion } from './new-version.ts';
import { pressAgain } from './press-again.ts';
import { showPreviewBadge } from './preview.ts';
import type { Page } from './release-set.ts';

/** What a page does besides, fetched when its first screen stands: a page without it shows the same. */
nameNewPages();
keepFiles();
pressAgain();
// boot.ts has checked what stands there, or put the last good page in its place.
const { releases } = JSON.parse(document.getElementById('vimarsh-page')!.textContent!) as Page;
if (releases.preview.length) showPreviewBadge(releases);
else watchForVersion(releases.id);
