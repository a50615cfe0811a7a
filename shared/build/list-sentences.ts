import { workspaces } from './modules.ts';
import { sentencesIn } from './texts/sentences.ts';

/** `npm run sentences -- mf-auth`: every sentence of a module as it is written, by file, to be read through; of all rooms without a name. */
const rooms = process.argv.slice(2);
for (const room of rooms.length > 0 ? rooms : [...workspaces().map(({ name }) => name), 'shared'])
  for (const [file, said] of sentencesIn(`${room}/**/*.{ts,tsx}`)) console.log(`\n${file}\n${said.map((one) => `  ${one}`).join('\n')}`);
