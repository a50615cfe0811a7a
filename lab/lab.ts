import { parseArgs } from 'node:util';
import { type Experiment, type Options, Refusal } from './experiment.ts';
import { EXPERIMENTS } from './experiments.ts';

/*
 * `npm run lab` lists the experiments; `npm run lab -- <name> [options]` starts one. Ends with 0 where everything held, with 1 where
 * something did not, with 2 where the experiment can't begin as it was asked for.
 */

/** One line for each experiment. */
export function list(): string {
  const head = ['npm run lab --', 'What it does', 'Takes', 'Needs'];
  const rows = [head, ...Object.entries(EXPERIMENTS).map(([name, { does, takes, needs }]) => [name, does, takes, needs])];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The experiment of that name. One that is not there is refused with those that begin alike, else with all. */
export function find(name: string): Experiment {
  if (Object.hasOwn(EXPERIMENTS, name)) return EXPERIMENTS[name]!;
  const names = Object.keys(EXPERIMENTS);
  const near = names.filter((other) => other[0] === name[0]);
  throw new Refusal(`There is no experiment called ${name}; ${near.length > 0 ? `nearest to it: ${near.join(', ')}` : `there are: ${names.join(', ')}`}.`);
}

/** What stands behind the experiment's name; what is not given has its default. */
export function read({ options, first }: Experiment, args: readonly string[]): Options {
  const { values, positionals } = parse(options, args);
  if (positionals.length > (first ? 1 : 0)) throw new Refusal(`“${positionals.at(-1)}” belongs to no option.`);
  const texts = Object.entries(first && positionals[0] ? { ...values, [first]: positionals[0] } : values);
  return { ...options, ...Object.fromEntries(texts.map(([option, text]) => [option, typeof options[option] === 'number' ? numberFrom(option, text) : text])) };
}

function parse(options: Options, args: readonly string[]): { values: object; positionals: string[] } {
  const kinds = Object.entries(options).map(([option, value]) => {
    const type: 'boolean' | 'string' = typeof value === 'boolean' ? 'boolean' : 'string';
    return [option, { type, multiple: Array.isArray(value) }];
  });
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(kinds), allowPositionals: true, allowNegative: true });
  } catch (error) {
    // Behind its first sentence stands how a text would be written that looks like an option.
    throw new Refusal(`${(error as Error).message.split(/\. |\n/)[0]}; there are: ${Object.keys(options).join(', ')}.`);
  }
}

function numberFrom(option: string, text: unknown): number {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) throw new Refusal(`--${option} takes a number, not “${text}”.`);
  return number;
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help') {
    console.log(list());
    return 0;
  }
  try {
    const experiment = find(name);
    return (await experiment.start(read(experiment, args))) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
