import { resolve } from 'node:path';
import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { readText } from '@vimarsh/shared/contract/texts/routes.ts';
import type { TextDocument, TextSet } from '@vimarsh/shared/contract/texts/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Config } from '../config.ts';
import { readAgain } from '../platform/nodes/read-again.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { documentOf } from './document.ts';
import { TextFolder } from './text-folder.ts';

export interface Texts {
  /** An information page as a partner's visitors read it, or ours (null); null when there is none. */
  read(set: TextSet, name: string, partner: Environment | null, version?: string): TextDocument | null;
}

interface Options {
  /** What came with the server, already read. */
  library?: Promise<TextFolder>;
  clock?: () => Date;
  everyMs?: number;
}

/** Reads the texts that came with the server; needs no database, so a start does it while that opens. Throws when one is broken. */
export async function readLibrary(config: Pick<Config, 'DATA_DIR'>): Promise<TextFolder> {
  const folder = new TextFolder(resolve(config.DATA_DIR, 'texts'));
  await folder.begin();
  return folder;
}

/** Information pages: files in `DATA_DIR/texts` that whoever answers for the words edits; no build, no restart. */
export async function createTexts(platform: Platform, { library, clock = () => new Date(), everyMs }: Options = {}): Promise<Texts> {
  const { config, log } = platform;
  const folder = await (library ?? readLibrary(config));
  await folder.fill();
  const read = async (): Promise<void> => {
    for (const [file, why] of await folder.read()) log.error({ file, why }, 'a text can’t be used; what was in force stays in force');
  };
  await read();
  readAgain(platform, 'texts', read, everyMs);
  platform.remark(() => [...folder.refused.keys()].map((file) => `texts/${file} can’t be used; see the log`));

  const texts: Texts = {
    read(set, name, partner, version) {
      const key = partner?.utm_source_str;
      const asked = [...(key ? [`${set}/${name}@${key}`] : []), `${set}/${name}`, ...(key ? [`common/${name}@${key}`] : []), `common/${name}`];
      const today = istDay(clock());
      const reader = { site: partner?.utm_source ?? BRAND_TITLE, broker: partner?.utm_source ?? '', plans: partner?.tier !== 'brokerWithoutPlans' };
      for (const one of asked) {
        const found = documentOf(folder.texts.get(one) ?? [], { today, reader, wanted: version });
        if (found) return found;
      }
      return null;
    },
  };
  platform.on(readText, async ({ params: { set, name }, query: { version } }, { partner }) => {
    const found = texts.read(set, name, partner, version);
    if (!found) throw new Fail('NOT_FOUND');
    return found;
  });
  return texts;
}
