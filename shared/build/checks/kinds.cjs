const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** A line such as `export { createEquity as equity } from './equity/index.ts';`. */
const LISTED = /from '\.\/([a-z-]+)\/index\.ts'/g;
const list = readFileSync(join(__dirname, '../../../api/src/calls/kinds.ts'), 'utf8');

/** The kinds of call, by their folders: those that the server lists. Their rules, contracts and screens stand in folders of the same name. */
const KINDS = [...list.matchAll(LISTED)].map(([, folder]) => folder);

/** The kind whose folder a file stands in; undefined beside all. */
const kindOf = (file) => KINDS.find((kind) => file.includes(`/${kind}/`));

module.exports = { KINDS, kindOf };
