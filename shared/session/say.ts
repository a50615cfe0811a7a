type Say = (text: string) => string;
const SAY = Symbol.for('vimarsh.say');
const page = globalThis as { [SAY]?: Say };

/** What lays another language over the page says here how. It is one for all modules, each of which has its own copy of this file. */
export const sayWith = (say: Say): void => {
  page[SAY] = say;
};
/** English of the interface as its reader sees it, for what is compared with words they type. */
export const said: Say = (text) => page[SAY]?.(text) ?? text;
