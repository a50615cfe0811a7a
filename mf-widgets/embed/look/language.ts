/** The language of a tag as HTML writes it: `hi`, `hi-IN`. What we don't speak is English. */
export const languageOf = (tag: string | null): 'en' | 'hi' => (/^hi\b/i.test(tag ?? '') ? 'hi' : 'en');
