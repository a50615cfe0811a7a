import { glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from '@vimarsh/shared/contract/texts/types.ts';
import { EXPERT_TERMS_VERSION } from '@vimarsh/shared/domain/money/expert-terms.ts';
import { partnerDisclaimer } from '@vimarsh/shared/domain/partners/partner-disclaimer.ts';
import { TERMS_VERSION } from '@vimarsh/shared/domain/people/consents.ts';
import { ILLUSTRATION_NOTE, MARKET_RISK_WARNING } from '@vimarsh/shared/domain/text/disclosure.ts';
import { FNO_RISK } from '@vimarsh/shared/domain/text/fno-disclosure.ts';
import { compareVersions, type Version } from './document.ts';
import { BrokenText, readShared, readText } from './read-text.ts';

/** `<set>/<name>[@<partner>]/<version>.md` */
const TEXT_FILE = /^((?:common|retail|advisors|brokers)\/[a-z-]+(?:@[a-z]+)?)\/(\d{1,4}\.\d{1,4}\.\d{1,4})\.md$/;
const SHARED_FILE = /^shared\/([a-z-]+\/\d{1,4}\.\d{1,4}\.\d{1,4})\.md$/;
const LARGEST = 300_000;
/** The texts that people agree to, each in a version that code names. */
const AGREED: Readonly<Record<string, string>> = { 'retail/terms-condition': TERMS_VERSION, 'advisors/terms-condition': EXPERT_TERMS_VERSION };

/** Wording that the law or the specification fixes: code keeps it, so that nobody changes it by mistake. */
const FIXED: Readonly<Record<string, readonly Block[]>> = {
  'market-risk-warning': [{ kind: 'fixed', text: MARKET_RISK_WARNING }],
  'illustration-note': [{ kind: 'fixed', text: ILLUSTRATION_NOTE }],
  'derivatives-risk': [{ kind: 'list', items: [...FNO_RISK.lines] }],
  'partner-disclaimer': [{ kind: 'numbered', items: [...partnerDisclaimer('{broker}')] }],
};

/** The texts that come with the server. */
export const LIBRARY = fileURLToPath(new URL('library/', import.meta.url));

interface Found {
  /** Path below the folder → its text. */
  readonly files: ReadonlyMap<string, string>;
  /** Changes when any file does. */
  readonly mark: string;
}

async function marksOf(folder: string): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  for await (const path of glob('**/*.md', { cwd: folder })) {
    const { size, mtimeMs } = await stat(`${folder}/${path}`);
    marks.set(path, `${size} ${mtimeMs}`);
  }
  return marks;
}

async function filesOf(folder: string, paths: Iterable<string>): Promise<Map<string, string>> {
  return new Map(await Promise.all([...paths].map(async (path): Promise<[string, string]> => [path, await readFile(`${folder}/${path}`, 'utf8')])));
}

/** Why a file is not in use; by its path. */
export type Refusals = ReadonlyMap<string, string>;

/**
 * Texts by `<set>/<name>[@<partner>]`. A file that can't be used leaves its version as it was last read, or as it came with the
 * server, or away.
 */
export class TextFolder {
  readonly #folder: string;
  readonly #good = new Map<string, Version>();
  readonly #goodShared = new Map<string, readonly Block[]>();
  /** What each file said when it was last read well. */
  readonly #source = new Map<string, string>();
  #library: ReadonlyMap<string, string> = new Map();
  #mark = '';
  #texts: ReadonlyMap<string, readonly Version[]> = new Map();
  #refused: Refusals = new Map();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get texts(): ReadonlyMap<string, readonly Version[]> {
    return this.#texts;
  }
  get refused(): Refusals {
    return this.#refused;
  }

  /** Begins with what came with the server; throws when that is broken. */
  async begin(): Promise<void> {
    const library = await filesOf(LIBRARY, (await marksOf(LIBRARY)).keys());
    const refused = this.#take({ files: library, mark: '' });
    for (const [path, why] of refused) throw new BrokenText(`${path}: ${why}`);
    this.#library = library;
  }

  /** Puts what came with the server beside what is there. A file that is there stays as it is. */
  async fill(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const there = await marksOf(this.#folder);
    for (const [path, text] of this.#library) {
      if (there.has(path)) continue;
      await mkdir(dirname(`${this.#folder}/${path}`), { recursive: true, mode: 0o700 });
      await writeFile(`${this.#folder}/${path}`, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
  }

  /** Reads the folder again when something in it changed. Returns the files refused now that were not before, or differently. */
  async read(): Promise<readonly (readonly [string, string])[]> {
    const marks = await marksOf(this.#folder);
    const mark = JSON.stringify([...marks].toSorted());
    if (mark === this.#mark) return [];
    const refusedSoFar = this.#refused;
    this.#refused = this.#take({ files: await filesOf(this.#folder, marks.keys()), mark });
    return [...this.#refused].filter(([path, why]) => refusedSoFar.get(path) !== why);
  }

  #take({ files, mark }: Found): Refusals {
    const refused = new Map<string, string>();
    const attempt = (path: string, use: () => void): void => {
      try {
        if (files.get(path)!.length > LARGEST) throw new BrokenText(`the file is longer than ${LARGEST} characters`);
        use();
      } catch (error) {
        if (!(error instanceof BrokenText)) throw error;
        refused.set(path, error.message);
        this.#source.delete(path);
      }
    };
    let sameParts = true;
    for (const [path, file] of files) {
      const name = SHARED_FILE.exec(path)?.[1];
      if (!name || this.#source.get(path) === file) continue;
      sameParts = false;
      attempt(path, () => {
        this.#goodShared.set(name.replace('/', '@'), readShared(file));
        this.#source.set(path, file);
      });
    }
    for (const [path, file] of files) {
      if (SHARED_FILE.test(path)) continue;
      // At a start most files are what came with the server, and have just been read.
      if (sameParts && this.#good.has(path) && this.#source.get(path) === file) continue;
      attempt(path, () => {
        const [, text, version] = TEXT_FILE.exec(path) ?? [];
        if (!text || !version) throw new BrokenText('the path must be <set>/<name>/<version>.md, such as retail/faq/1.0.0.md');
        const agreed = AGREED[text.split('@')[0]!];
        if (agreed && compareVersions(version, agreed) > 0)
          throw new BrokenText(`people agree to version ${agreed} of these terms; a newer one needs a release that asks them again`);
        const read = readText(file, (name) => FIXED[name] ?? this.#goodShared.get(name) ?? null);
        this.#good.set(path, { ...read, version });
        this.#source.set(path, file);
      });
    }
    // A file that was taken away is no version any more; one that came with the server is back after the next start.
    for (const path of this.#good.keys()) if (mark !== '' && !files.has(path)) this.#good.delete(path);
    this.#mark = mark;
    const texts = new Map<string, Version[]>();
    for (const [path, version] of this.#good) {
      const [, text = ''] = TEXT_FILE.exec(path)!;
      texts.set(text, [...(texts.get(text) ?? []), version]);
    }
    this.#texts = texts;
    return refused;
  }
}
