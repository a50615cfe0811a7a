import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { TEXT_FILES } from '@vimarsh/shared/domain/routing/texts.ts';
import type { Partners } from '../partners/index.ts';
import { answerAs } from '../platform/http/security-headers.ts';
import type { Platform } from '../platform/platform.ts';
import { type Texts, textPdf } from '../texts/index.ts';

const NAME_OF: Readonly<Record<keyof typeof TEXT_FILES, string>> = { terms: 'terms-condition', agreement: 'subscription-agreement' };
/** Files of this many partners and versions are kept: a file takes a moment to make, and changes with its text only. */
const MOST_KEPT = 120;

/** What people agree to, as files to keep: the versions in force, in the words of the host they are asked of. */
export function serveTextFiles(platform: Platform, { texts, partners }: { texts: Texts; partners: Pick<Partners, 'byHost'> }): void {
  const made = new Map<string, Promise<Uint8Array>>();
  const fileOf = (text: TextDocument): Promise<Uint8Array> => {
    const key = JSON.stringify([text.title, text.intro, text.version, text.effective, text.sections]);
    let file = made.get(key);
    if (!file) {
      if (made.size >= MOST_KEPT) made.clear();
      file = textPdf(text);
      file.catch(() => made.delete(key));
      made.set(key, file);
    }
    return file;
  };
  for (const [which, path] of Object.entries(TEXT_FILES)) {
    platform.app.get(path, async (request, reply) => {
      const text = texts.read('retail', NAME_OF[which as keyof typeof TEXT_FILES], partners.byHost(request.hostname));
      if (!text) return reply.callNotFound();
      const file = await fileOf(text);
      return answerAs(reply, 'document')
        .headers({ 'cache-control': 'no-cache', vary: 'host', 'content-disposition': `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"` })
        .type('application/pdf')
        .send(Buffer.from(file));
    });
  }
}
