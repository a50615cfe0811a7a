import { writeFileSync } from 'node:fs';
import { ERRORS } from '../contract/errors.ts';
import { REPOSITORY } from './modules.ts';

/** `npm run docs`: writes the list of errors, each with its sentence for the user and the one for the engineer. */
const rows = Object.entries(ERRORS).map(([code, { http, user, engineer }]) => `| \`${code}\` | ${http} | ${user} | ${engineer} |`);
const text = `# Errors

Every failure of the API carries one of these codes. Made by \`npm run docs\` from \`shared/contract/errors.ts\`.

| Code | HTTP | To the user | To the engineer |
|---|---|---|---|
${rows.join('\n')}
`;
writeFileSync(`${REPOSITORY}docs/errors.md`, text);
console.log(`docs/errors.md: ${rows.length} errors`);
