/** What a feature behind identity does when something happens here. It says so once, at the start; until then nothing follows. */
export function saidOnce<About extends readonly unknown[]>(what: string) {
  let follow: ((...about: About) => Promise<void>) | null = null;
  return {
    say(by: (...about: About) => Promise<void>): void {
      if (follow) throw new Error(`${what} was said before`);
      follow = by;
    },
    follow: async (...about: About): Promise<void> => follow?.(...about),
  };
}
