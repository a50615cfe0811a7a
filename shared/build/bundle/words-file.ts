/** What a release holds beside what browsers load: it draws the words of some pages on the server. No address serves a file of this ending. */
export const WORDS_FILE = 'words.cjs';
