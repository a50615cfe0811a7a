import { unpacked } from '../src/hindi/hindi-texts.ts';
import { hindiBy } from '../src/hindi/hindi-words.tsx';
import type { Words } from '../src/insight/words.tsx';

/** The chunk that speaks by a dictionary as it travels: nobody fetches it who reads English. */
export const wordsOf = (dictionary: string): Words => hindiBy(unpacked(dictionary));
