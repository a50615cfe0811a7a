import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { Drawing, DrawingAnswer } from './drawing.ts';

/** A drawing takes some ten milliseconds; the first of a release compiles its file. */
const MOST_MS = 2_000;
/** Files of a release that were compiled: the live ones, and those of a few previews. */
const MOST_FILES = 6;
const scripts = new Map<string, Script>();

/** Only what the release record promised is ever run. */
function scriptOf({ file, integrity }: Drawing): Script {
  const known = scripts.get(integrity);
  if (known) return known;
  const source = readFileSync(file);
  const hash = `sha384-${createHash('sha384').update(source).digest('base64')}`;
  if (hash !== integrity) throw new Error(`${file} does not have the hash of its record`);
  if (scripts.size >= MOST_FILES) scripts.delete(scripts.keys().next().value!);
  const script = new Script(source.toString('utf8'), { filename: file });
  scripts.set(integrity, script);
  return script;
}

/**
 * Each drawing has a world of its own in which there is nothing but JavaScript: no file, no network, no clock of Node, and nothing
 * that an earlier drawing left. Only texts go in and out, since an object of this thread would be a way out of it.
 */
function draw(drawing: Drawing): string {
  const world = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  scriptOf(drawing).runInContext(world, { timeout: MOST_MS });
  const drawn: unknown = new Script(`String(words(${JSON.stringify(drawing.input)}))`).runInContext(world, { timeout: MOST_MS });
  return typeof drawn === 'string' ? drawn : '';
}

parentPort!.on('message', (drawing: Drawing) => {
  const { id } = drawing;
  let drawn: DrawingAnswer;
  try {
    drawn = { id, text: draw(drawing) };
  } catch (error) {
    // Something thrown in the other world is no Error of this one.
    drawn = { id, fault: String((error as { message?: unknown } | null)?.message ?? error).slice(0, 300) };
  }
  parentPort!.postMessage(drawn);
});
