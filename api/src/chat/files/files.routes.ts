import { readFile, sendFile } from '@vimarsh/shared/contract/chat/routes.ts';
import { FILE_BYTES } from '@vimarsh/shared/contract/chat/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { callerOf } from '../../platform/access/access.ts';
import { countedAs } from '../../platform/http/address.ts';
import { KINDS } from '../../platform/http/security-headers.ts';
import { Fail, type Platform, RawAnswer, refuseField } from '../../platform/platform.ts';
import type { ChatModeration } from '../cases/moderating.ts';
import { chatTables } from '../tables.ts';
import type { Write } from '../writing.ts';
import { readableFile } from './files.store.ts';
import { fileHash } from './take-file.ts';

/** Each try is a whole file on the wire. */
const TRIES = { max: 60, perSeconds: 3600 };
const READS = { max: 600, perSeconds: 3600 };

/**
 * Sending pictures and PDFs, and reading them: by the two members and by who has an open case about the chat in hand, with their bearer, so that
 * no address alone opens one.
 */
export function serveFiles(platform: Platform, write: Write, moderation: Pick<ChatModeration, 'file'>): void {
  const db = chatTables(platform.db);

  platform.on(
    sendFile,
    ({ body: { name, reply_to = null, ...message } }, ctx) => {
      const bytes = ctx.files.file;
      if (!bytes) refuseField('file', 'Choose a picture or a PDF');
      const file = { bytes, name, sha256: fileHash(bytes), network: countedAs(ctx.ip).own };
      return write(ctx, { ...message, kind: 'message', target: reply_to, file });
    },
    { limit: TRIES, fileBytes: FILE_BYTES },
  );

  platform.on(
    readFile,
    async ({ params, query }, ctx) => {
      const own = await readableFile(db, params.file, ctx.caller!.user_id);
      const file = own ?? (may(callerOf(ctx), 'chat.moderate') ? await moderation.file(ctx, params.file) : null);
      if (!file) throw new Fail('NOT_FOUND');
      const isPicture = file.kind === 'picture';
      const media_type = isPicture ? ('image/jpeg' as const) : ('application/pdf' as const);
      const name = isPicture ? `picture-${file.seq}.jpg` : `${file.name || `document-${file.seq}`}.pdf`;
      return query.as === 'file' ? asItIs(file.bytes, media_type, name) : { name, media_type, bytes: file.bytes.toString('base64') };
    },
    { limit: READS },
  );
}

/** The bytes themselves. Opened as a page they have no origin and no powers, and a browser saves them. */
const asItIs = (bytes: Buffer, type: string, name: string): RawAnswer =>
  new RawAnswer((_request, response, given) => {
    const headers = {
      ...given,
      ...KINDS.document(),
      'content-type': type,
      'content-length': bytes.length,
      // The first name is for programs that read ASCII only.
      'content-disposition': `attachment; filename="file.${type === 'image/jpeg' ? 'jpg' : 'pdf'}"; filename*=UTF-8''${percentEncoded(name)}`,
      'cache-control': 'private, no-store',
    };
    for (const [key, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(key, value);
    response.writeHead(200).end(bytes);
  });

const percentEncoded = (name: string): string => encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
