import { globSync, readFileSync } from 'node:fs';

/**
 * The events that modules may name, `call.closed` and the like, read from the `events.ts` of each contract. They are types only,
 * so that a page carries none of them.
 */
export function eventNames(contract = `${import.meta.dirname}/../contract`): string[] {
  return globSync(`${contract}/*/events.ts`).flatMap((file) => {
    const declared = /interface ModuleEvents \{(.*?)\n {2}\}/s.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    return [...declared.matchAll(/^ {4}'([a-z-]+\.[a-z-]+)':/gm)].map(([, name]) => name!);
  });
}
