/** A statement of a migration, with the comment lines directly above it. */
export interface Statement {
  readonly comments: readonly string[];
  /** Without comments, white space as single spaces, in lower case outside quotes. */
  readonly text: string;
}

/** A statement that an older server could trip over, and the reason. */
export interface Breach {
  readonly statement: string;
  readonly why: string;
}

/** Comment, quotation, body of a function, semicolon, white space, and whatever else. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([a-z_]*)\$[\s\S]*?\$\1\$|;|\s+|[^\s;'"$/-]+|[\s\S]/gi;

/** Takes a file of SQL apart at its semicolons; quoted texts and bodies of functions stay whole. */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  let comments: string[] = [];
  let text = '';
  const end = (): void => {
    if (text.trim()) {
      statements.push({ comments, text: text.trim() });
      comments = [];
    }
    text = '';
  };
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--')) comments.push(token.slice(2).trim());
    else if (token.startsWith('/*') && token.length > 2) text += ' ';
    else if (token === ';') end();
    else if (/^\s/.test(token)) text += text.endsWith(' ') ? '' : ' ';
    else text += /^['"$]/.test(token) && token.length > 1 ? token : token.toLowerCase();
  }
  end();
  return statements;
}

/** Says above a statement since which release the code gets on with it: `-- since release 3: nothing reads orders.old_state, state is read`. */
const SINCE = /^since release (\d+): \S/;
const NAME = `(?:"[^"]+"|[a-z_][a-z0-9_$]*)`;
const CREATE_TABLE = new RegExp(`^create (?:unlogged )?table (?:if not exists )?(${NAME})`);
const CREATE_INDEX = new RegExp(`^create (unique )?index (?:concurrently )?(?:if not exists )?(?:${NAME} )?on (?:only )?(${NAME})`);
const CREATE_TRIGGER = new RegExp(`^create (?:constraint )?trigger ${NAME} .*? on (${NAME})`);
const ALTER_TABLE = new RegExp(`^alter table (?:if exists )?(?:only )?(${NAME}) (.+)$`, 's');
const INSERT = new RegExp(`^insert into (${NAME})`);
const UPDATE = new RegExp(`^update (?:only )?(${NAME})(?: (?:as )?${NAME})? set (.+?)(?: from | where |$)`, 's');
const ADD_COLUMN = new RegExp(`^add (?:column )?(?:if not exists )?(${NAME}) (.+)$`, 's');
const NO_COLUMN = /^(?:constraint|primary|foreign|unique|check|exclude)\b/;

/**
 * What in the migrations of a release could break a server of the release before, which goes on running beside it or is started on its
 * tables again. Only what is known to add is let through. A statement that takes something away says above itself since which release the code
 * does without it, which must be an earlier one: the release before has to be among those.
 */
export function breachesOf(migrations: readonly string[], release: number): Breach[] {
  const newTables = new Set<string>();
  const newColumns = new Set<string>();
  const breaches: Breach[] = [];
  for (const { comments, text } of migrations.flatMap(statementsOf)) {
    const why = reasonAgainst(text, newTables, newColumns);
    const since = comments.map((line) => SINCE.exec(line)?.[1]).find((number) => number !== undefined);
    if (why && !(since !== undefined && Number(since) < release)) breaches.push({ statement: text.slice(0, 200), why });
  }
  return breaches;
}

/** Why a statement is not known to leave older servers alone; null where it is. Notes the tables and columns that it makes. */
function reasonAgainst(text: string, newTables: Set<string>, newColumns: Set<string>): string | null {
  const created = CREATE_TABLE.exec(text);
  if (created) {
    newTables.add(created[1]!);
    return null;
  }
  const index = CREATE_INDEX.exec(text);
  if (index) return !index[1] || newTables.has(index[2]!) ? null : 'a unique index refuses rows that the older server may write';
  if (/^create function /.test(text) || /^comment on /.test(text)) return null;
  const trigger = CREATE_TRIGGER.exec(text);
  if (trigger) return newTables.has(trigger[1]!) ? null : 'a trigger on an existing table acts on what the older server writes';
  const insert = INSERT.exec(text);
  if (insert) return newTables.has(insert[1]!) ? null : 'rows in an existing table are read by the older server';
  const update = UPDATE.exec(text);
  if (update) return writesOnlyNew(update[1]!, update[2]!, newTables, newColumns) ? null : 'changed rows are read by the older server';
  const alter = ALTER_TABLE.exec(text);
  if (!alter) return 'this kind of statement is not known to only add';
  const [, table, actions] = alter as unknown as [string, string, string];
  if (newTables.has(table)) return null;
  for (const action of partsOf(actions)) {
    const why = reasonAgainstAction(table, action, newColumns);
    if (why) return why;
  }
  return null;
}

function reasonAgainstAction(table: string, action: string, newColumns: Set<string>): string | null {
  const added = ADD_COLUMN.exec(action);
  if (added && !NO_COLUMN.test(action.slice('add '.length))) {
    const [, column, definition] = added as unknown as [string, string, string];
    newColumns.add(`${table}.${column}`);
    const filled = /\bdefault\b|\bgenerated\b/.test(definition);
    if (/\bnot null\b|\bprimary key\b/.test(definition) && !filled) return 'the older server writes no value into this column';
    if (/\bunique\b/.test(definition) && filled) return 'the older server writes the same default into each row';
    return null;
  }
  if (/^alter (?:column )?\S+ set default /.test(action)) return null;
  if (/^alter (?:column )?\S+ set not null/.test(action)) return 'the older server may write null';
  if (/^alter (?:column )?\S+ drop not null/.test(action)) return 'the older server may not know how to read null';
  if (/^alter (?:column )?\S+ (?:set data )?type /.test(action)) return 'the older server reads and writes the type as it was';
  if (/^rename /.test(action)) return 'the older server uses the old name';
  if (/^drop constraint /.test(action)) return 'values come in that the older server does not know';
  if (/^drop /.test(action)) return 'the older server uses what is dropped';
  if (/^add /.test(action)) return 'a constraint refuses rows that the older server may write';
  return 'this change of a table is not known to only add';
}

/** Whether an update sets nothing but columns that the same release made. */
const writesOnlyNew = (table: string, assignments: string, newTables: ReadonlySet<string>, newColumns: ReadonlySet<string>): boolean =>
  newTables.has(table) || partsOf(assignments).every((part) => newColumns.has(`${table}.${part.split('=')[0]!.trim()}`));

/** Parts between commas that stand in no bracket and no quotation. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const [token] of list.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[^'",()]+|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += token;
  }
  return [...parts, part.trim()];
}
