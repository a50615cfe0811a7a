import { sayWith } from '@vimarsh/shared/session/say.ts';
import { LISTS } from './lists/sentences.ts';
import { layOver } from './overlay.ts';
import { translator } from './translate.ts';

/** Fetched only where Hindi was chosen (`index.html` says so on the page, `boot-loader.js` asks for it), beside the first modules. */
const say = translator(Object.values(LISTS));
sayWith(say);
layOver(say);
// Until now nothing of a module was shown, so that nobody sees English turn into Hindi.
document.documentElement.dataset.said = '';
