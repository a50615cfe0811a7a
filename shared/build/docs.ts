import { writeFileSync } from 'node:fs';
import { ERRORS } from '../contract/errors.ts';
import { writeApiReport } from './checks/api-report.ts';
import { REPOSITORY } from './modules.ts';
import { tradingDocument } from './texts/trading-document.ts';

/** `npm run docs`: writes the list of errors, each with its sentence for the user and the one for the engineer, the table of orders, and the report of public types. */
const rows = Object.entries(ERRORS).map(([code, { http, user, engineer }]) => `| \`${code}\` | ${http} | ${user} | ${engineer} |`);
const text = `# Errors

Every failure of the API carries one of these codes. Made by \`npm run docs\` from \`shared/contract/errors.ts\`.

| Code | HTTP | To the user | To the engineer |
|---|---|---|---|
${rows.join('\n')}
`;
writeFileSync(`${REPOSITORY}docs/errors.md`, text);
console.log(`docs/errors.md: ${rows.length} errors`);
writeFileSync(`${REPOSITORY}docs/trading.md`, tradingDocument());
console.log((await writeApiReport()).join(', '));
