import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LEDGER_KEYS } from '@vimarsh/shared/domain/calls/ledger-keys.ts';
import { readReceipt } from '@vimarsh/shared/domain/calls/receipt.ts';
import { printableLines } from '@vimarsh/shared/domain/text/printable.ts';
import { checkBundle, isZip } from './evidence.ts';
import { run } from './run.ts';
import { NotChecked } from './site.ts';
import { Refused } from './unpack.ts';

const USAGE = `Checks Vimarsh’s record of calls.

  vimarsh-verify <receipt | file with one | evidence.zip | export.json | address of a portal or of a call>
    --key KEY        the ledger’s public key you know from elsewhere (may be given again)
    --from URL       the portal that answers for a receipt
    --before FILE    a head of the log you kept
    --save FILE      write what was read
    --prices FOLDER  judge each closed call of an export again by the exchange’s end-of-day files

Exit code 0: all holds. 1: something does not. 2: it could not be checked.`;

async function main(): Promise<number> {
  const one = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { ...one, multiple: true }, from: one, before: one, save: one, prices: one, help: { type: 'boolean' } },
  });
  const [given] = positionals;
  if (values.help || !given || positionals.length > 1) {
    console.error(USAGE);
    return values.help ? 0 : 2;
  }
  const bytes = given === '-' ? readFileSync(0) : existsSync(given) ? readFileSync(given) : Buffer.from(given);
  const { key: keys = LEDGER_KEYS, before, save, from, prices } = values;
  const known = { keys, from: values.key ? 'you gave' : 'built into this package', site: from ?? null };
  const tell = (line: string): void => console.log(printableLines(line));
  if (isZip(bytes)) return checkBundle(bytes, known, tell);
  const text = bytes.toString('utf8');
  return run(
    { text, receipt: readReceipt(text), ...known, prices: prices ?? null },
    { before: before === undefined ? null : readFileSync(before, 'utf8'), save: save === undefined ? null : (kept) => writeFileSync(save, kept) },
    tell,
  );
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof Refused) {
      console.error(printableLines(error.message));
      process.exitCode = 1;
      return;
    }
    console.error(
      printableLines(error instanceof NotChecked ? error.message : `It could not be checked: ${error instanceof Error ? error.message : String(error)}`),
    );
    process.exitCode = 2;
  },
);
