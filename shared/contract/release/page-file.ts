/** The name under which a build has a page, of its key in the manifest: `marketSentiment` is `market-sentiment.page.tsx`. */
export const pageFile = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
