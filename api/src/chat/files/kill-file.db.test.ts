import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { DEMO_PASSWORD } from '@vimarsh/shared/domain/people/demo/password.ts';
import { describe, expect, test } from 'vitest';
import { signInBody } from '../../identity/site.testing.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { DatabasePlace } from '../../platform/database/database.types.ts';
import { createLogger } from '../../platform/log/logging.ts';
import { freePort } from '../../platform/testing/free-port.testing.ts';
import { folderWithTables } from '../../platform/testing/tables-folder.testing.ts';
import { databases, freshPlace } from '../../platform/testing.ts';
import { chatTables } from '../tables.ts';
import { fileHash } from './take-file.ts';

const SERVER = new URL('../talking.testing.ts', import.meta.url);

describe.each(await databases())('a server that is killed between a file and its acknowledgement, on %s', { timeout: 400_000 }, (database) => {
  test.each(['before', 'after'] as const)('%s the commit: sent again, message and file are there once, and neither without the other', async (dies) => {
    const directory = await mkdtemp(join(tmpdir(), 'vimarsh-kill-file-'));
    const fresh = database === 'postgres' ? await freshPlace('postgres') : null;
    const place: DatabasePlace = fresh?.place ?? { kind: 'embedded', directory: await folderWithTables(join(directory, 'data')) };
    const port = await freePort();
    const serve = async (how: object) => {
      const child = fork(SERVER, [JSON.stringify({ place, directory, port, ...how })], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => {
          throw new Error('The server did not begin.');
        }),
      ]);
      return child;
    };
    let child = await serve({ dies });
    try {
      const call = async (path: string, body: object | FormData, bearer = '') => {
        const isForm = body instanceof FormData;
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { ...(!isForm && { 'content-type': 'application/json' }), ...(bearer && { authorization: `Bearer ${bearer}` }) },
          body: isForm ? body : JSON.stringify(body),
        });
        // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
        return (await answer.json()) as any;
      };
      const signIn = async (email: string): Promise<string> => (await call('/auth/v1/sign_in', signInBody(email, DEMO_PASSWORD))).token_data.access_token;
      const [investor, expert] = [await signIn('chat@mail.example.com'), await signIn('ananya@experts.example.com')];
      const asked = { expert_id: 'exp_01', topic: 'Results', text: 'How do you read them?', client_msg_id: 'request' };
      const room = (await call('/chat/v1/rooms', asked, investor)).data.title as string;
      await call('/chat/v1/rooms/decide', { room, accept: true }, expert);
      const bytes = await Transformer.fromRgbaPixels(new Uint8Array(4 * 64 * 48).fill(180), 64, 48).png();
      const send = () => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ room, client_msg_id: 'file1', body: 'The chart' })) form.set(name, value);
        form.set('file', new File([new Uint8Array(bytes)], 'a.png'));
        return call('/chat/v1/messages/file', form, investor);
      };
      const gone = once(child, 'exit');
      await expect(send()).rejects.toThrow();
      await gone;
      child = await serve({});
      expect(await send()).toMatchObject({ status: true, data: { seq: 3, again: dies === 'after' } });
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;

      const { db, close } = await openDatabase(place, createLogger('silent'));
      const messages = await chatTables(db).selectFrom('chat_messages').select(['seq', 'body']).where('kind', '=', 'message').execute();
      const files = await chatTables(db).selectFrom('chat_files').selectAll().execute();
      await close();
      expect(messages).toEqual([{ seq: 3, body: 'The chart' }]);
      expect(files.map(({ seq, sent_sha256 }) => ({ seq, sent_sha256 }))).toEqual([{ seq: 3, sent_sha256: fileHash(bytes) }]);
      expect(fileHash(Buffer.from(files[0]!.bytes))).toBe(files[0]!.sha256);
    } finally {
      child.kill('SIGKILL');
      await fresh?.remove();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
