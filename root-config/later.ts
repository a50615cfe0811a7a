import { outliveTranslator } from '@vimarsh/shared/page/outlive-translator.ts';
import { keepWords } from './kept/keep-words.ts';
import { keepFiles } from './later/keep-files.ts';
import { nameNewPages } from './later/new-page.ts';
import { watchForVersion } from './later/new-version.ts';
import { pressAgain } from './later/press-again.ts';
import { showPreviewBadge } from './later/preview.ts';
import { lastGoodReleases, type Page } from './release-set.ts';
import { sayNothingShown } from './rescue/nothing-shown.ts';
import { insteadOf, showOlderNotice } from './rescue/older-notice.ts';

/** What a page does besides, fetched when its first screen stands: a page without it shows the same. */
// Browsers begin to translate when a page is loaded.
outliveTranslator();
nameNewPages();
// boot.ts has checked what stands there, or put the last good page in its place.
const page = JSON.parse(document.getElementById('vimarsh-page')!.textContent!) as Page;
const { releases } = page;
keepWords(page);
keepFiles(lastGoodReleases()?.id === releases.id);
sayNothingShown(pressAgain(releases));
const instead = insteadOf(releases);
if (releases.preview.length) showPreviewBadge(releases);
else if (instead) showOlderNotice(instead);
else watchForVersion(releases.id);
