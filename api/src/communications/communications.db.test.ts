import { createHash } from 'node:crypto';
import { communicationSteps } from '@vimarsh/shared/domain/evidence/check-communications.ts';
import { checkEvidence, type UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resigned, signer, textOf } from '../evidence/evidence.testing.ts';
import { pagesOf } from '../platform/files/pdf-words.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { ulid } from '../platform/text/id.ts';
import { type CommunicationSite, filesOf, linesOf, openCommunicationSite, PEOPLE, told } from './communications.testing.ts';
import { ACTIONS, type History, playHistory, seeded } from './history.testing.ts';
import { SOURCES } from './sources.ts';
import { ALL_TEXT_WAYS } from './text-ways.testing.ts';
import { WITHOUT_TEXT } from './without-text.testing.ts';

/** `COMMUNICATION_SEED=7 npx vitest run --project api api/src/communications` plays another history. */
const SEED = Number(process.env.COMMUNICATION_SEED ?? 500);
const ACTS = 150;
const PERIOD = { scope: 'period', from: '2026-11-01T00:00:00Z', until: '2031-11-01T00:00:00Z' };

async function failing(files: UnpackedFiles, key: string): Promise<string[]> {
  const known = { keys: [key], from: 'of the test' };
  const steps = [...(await checkEvidence(files, known)), ...(await communicationSteps(files, known))];
  return steps.flatMap(({ ok, label, detail }) => (ok ? [] : [`${label}: ${detail}`]));
}

const mailsIn = (files: UnpackedFiles): string =>
  [...files.keys()]
    .filter((path) => path.endsWith('.eml'))
    .map((path) => {
      const [head, body] = textOf(files, path).split('\r\n\r\n', 2) as [string, string];
      expect(head, path).toMatch(/^From: .*@/m);
      expect(head).toMatch(/^Date: \w{3}, \d\d \w{3} 2026/m);
      return Buffer.from(body, 'base64').toString();
    })
    .join('\n');

describe.each(await featureDatabase())('the record of what was said, on %s', { timeout: 600_000 }, (database) => {
  let site: CommunicationSite;
  let history: History;
  beforeAll(async () => {
    site = await openCommunicationSite(database);
    history = await playHistory(site);
    const random = seeded(SEED);
    for (let n = 0; n < ACTS; n += 1) await history.act(ACTIONS[Math.floor(random() * ACTIONS.length)]!, random);
    for (let n = 0; n < 3; n += 1) await history.act('away', random);
    await site.communications.signHeads();
  }, 600_000);
  afterAll(() => site?.close());

  test(`the export of ${ACTS} random actions is what a model wrote down beside the server; it verifies, and every text is in mails and on paper`, async () => {
    const files = await site.exported(PERIOD);
    expect(told(files)).toEqual(history.model);
    expect(await failing(files, site.key)).toEqual([]);
    const mails = mailsIn(files);
    for (const word of history.words.map((text) => text.split(' ')[0]!)) if (JSON.stringify(history.model).includes(`${word} `)) expect(mails).toContain(word);
    const room = Object.keys(history.model).find((chain) => chain.startsWith('room/'))!;
    const paper = (await pagesOf(Buffer.from(files.get(`pdf/${room}/1.pdf`)!))).join(' ');
    for (const line of history.model[room]!) for (const word of line.match(/word\d+x/g) ?? []) expect(paper).toContain(word);
    // Devanagari is drawn by letters of a font that goes along, and can be searched.
    expect(paper).toMatch(/[\u0900-\u097f]{3}/);
    const state = JSON.parse(textOf(files, `rooms/${room.slice(5)}.json`));
    expect(state.members.map(({ as }: { as: string }) => as)).toEqual(['investor', 'expert']);
    expect(state.members[0].name).not.toBe(state.members[0].user_id);
  });

  test('of one person and of one room it has theirs, and nothing of another room', async () => {
    const chat = await site.member(PEOPLE.chat);
    const files = await site.exported({ scope: 'person', target: chat.user_id });
    expect(await failing(files, site.key)).toEqual([]);
    for (const [chain, lines] of Object.entries(told(files)))
      if (/^(room|desk)\//.test(chain)) expect(lines).toEqual(history.model[chain]);
      else for (const line of lines) expect(line.split('|')[1]).toBe(chat.user_id);
    const mine = Object.entries(history.model).filter(([, lines]) => lines.some((line) => line.split('|')[1] === chat.user_id));
    expect(Object.keys(told(files)).toSorted()).toEqual(mine.map(([chain]) => chain).toSorted());
    const room = mine.find(([chain]) => chain.startsWith('room/'))![0];
    expect(Object.keys(told(await site.exported({ scope: 'room', target: room.slice(5) })))).toEqual([room]);
  });

  test('whatever any route of the server says to anybody is in the export, and each way on which a text leaves has its source there', async () => {
    const names = new Set(SOURCES.map(({ name }) => name));
    for (const { way, sources } of ALL_TEXT_WAYS) for (const source of sources) expect(names, way).toContain(source);
    const files = await site.exported(PERIOD);
    const all = linesOf(files)
      .map(({ content }) => content)
      .join('\n');
    const known = new Set(ALL_TEXT_WAYS.map(({ way }) => way));
    const room = Object.keys(history.model)
      .find((chain) => chain.startsWith('room/'))!
      .slice(5);
    const asked = [PEOPLE.chat, PEOPLE.ananya, PEOPLE.pro, PEOPLE.second];
    const answered = new Set<string>();
    for (const email of asked) {
      const person = await site.member(email);
      for (const { method, path } of site.site.platform.routes()) {
        if (method !== 'GET' || path.includes('communications') || path.endsWith('/record')) continue;
        const { body } = await person.get(`${path.replace(':room', room).replaceAll(/:\w+/g, person.user_id)}?q=word`);
        for (const [word] of (JSON.stringify(body) ?? '').matchAll(/word\d+x/g)) {
          expect(all, `${path} says ${word}`).toContain(`${word} `);
          answered.add(`${method} ${path}`);
        }
      }
    }
    expect(answered.size).toBeGreaterThan(5);
    for (const way of answered) expect(known).toContain(way);
  });

  test('each table of these features stands in a source, or has no text of a person', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = current_schema() and tablename ~ '^(chat|buzz)_|^tickets$'`.execute(site.db);
    const covered = [...SOURCES.flatMap(({ tables }) => tables), ...Object.keys(WITHOUT_TEXT)].filter((name) => !name.startsWith('call_'));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(covered.toSorted());
  });

  test('each source that is left out is missed', async () => {
    // Paths alone are looked at, and drawing takes nine tenths of an export.
    const drawing = () => ({ write: async () => new Uint8Array(), close: async () => {} });
    for (const left of SOURCES.filter(({ name }) => name !== 'calls')) {
      const model = Object.entries(history.model).filter(([chain]) => !chain.startsWith(`${left.name}/`));
      expect(model.length, left.name).toBeLessThan(Object.keys(history.model).length);
      const without = SOURCES.filter((source) => source !== left);
      const { communicationFiles } = await import('./export-files.ts');
      const paths: string[] = [];
      const parts = { db: site.db, identity: site.site.identity, ledger: { authors: async () => [] } as never, site: 'x', sources: without, drawing };
      const wish = { scope: 'period', target: '', from: new Date(PERIOD.from), until: new Date(PERIOD.until), viewer: null } as const;
      for await (const { path } of communicationFiles(parts, wish, { made_at: new Date(), transcript: false })) paths.push(path);
      expect(paths.some((path) => path.startsWith(`chains/${left.name}/`))).toBe(false);
      expect(paths.some((path) => path.startsWith('chains/'))).toBe(true);
    }
  });

  test('an expert gets their own: no other room, no text that an investor withdrew, nothing refused of others, nobody who reported', async () => {
    const [ananya, chat] = [await site.member(PEOPLE.ananya), await site.member(PEOPLE.chat)];
    const files = filesOf(await ananya.get('/auth/v1/communications'));
    expect(await failing(files, site.key)).toEqual([]);
    const lines = linesOf(files);
    const room = lines.find(({ chain }) => chain.startsWith('room/'))!.chain;
    expect(new Set(lines.map(({ chain }) => chain).filter((chain) => chain.startsWith('room/')))).toEqual(new Set([room]));
    const gone = new Set(history.model[room]!.filter((line) => line.startsWith('chat.withdrawal')).map((line) => Number(line.split('|')[2])));
    expect(gone.size).toBeGreaterThan(0);
    const all = linesOf(await site.exported({ scope: 'room', target: room.slice(5) }));
    let withheld = 0;
    for (const { n, person, content, kind } of all) {
      const { seq, target } = JSON.parse(content!) as { seq: number; target: number };
      const isGone = /^chat\.(message|edit)$/.test(kind) && gone.has(kind === 'chat.edit' ? target : seq) && person !== ananya.user_id;
      const mine = lines.find((line) => line.chain === room && line.n === n)!;
      expect(mine.content === null, `${n}`).toBe(isGone || kind === 'chat.room');
      if (isGone) withheld += 1;
    }
    expect(withheld).toBeGreaterThan(0);
    for (const line of lines)
      if (line.chain.startsWith('cases/') || line.chain.startsWith('blocked/')) expect([line.person, line.content === null]).toEqual([ananya.user_id, false]);
    expect((await chat.get('/auth/v1/communications')).body.code).toBe('FORBIDDEN');
  });

  test('a member has the record of a room as text and paper, which the same check reads; others have none', async () => {
    const [chat, pro, admin] = [await site.member(PEOPLE.chat), await site.member(PEOPLE.pro), await site.member(PEOPLE.admin)];
    const room = linesOf(await site.exported({ scope: 'person', target: chat.user_id })).find(({ chain }) => chain.startsWith('room/'))!.chain;
    const url = `/chat/v1/rooms/${room.slice(5)}/record`;
    const files = filesOf(await chat.get(url));
    expect(await failing(files, site.key)).toEqual([]);
    const { hash, n } = linesOf(files).at(-1)!;
    expect(textOf(files, `text/${room}/1.txt`)).toContain(`Hash of entry ${n}: ${hash}`);
    expect((await pagesOf(Buffer.from(files.get(`pdf/${room}/1.pdf`)!))).join('').replaceAll(/\s/g, '')).toContain(hash);
    for (const other of [pro, admin]) expect((await other.get(url)).body.code).toBe('NOT_FOUND');
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where object = ${room.slice(5)} and actor = ${chat.user_id} order by id`.execute(site.db);
    expect(rows.map(({ action }) => action).slice(-2)).toEqual(['communications.request', 'communications.deliver']);
  });

  test('through which broker an investor came stands in what compliance exports, and in nothing that the expert gets', async () => {
    const [chat, ananya] = [await site.member(PEOPLE.chat), await site.member(PEOPLE.ananya)];
    const room = linesOf(await site.exported({ scope: 'person', target: chat.user_id }))
      .find(({ chain }) => chain.startsWith('room/'))!
      .chain.slice(5);
    const whole = await site.exported({ scope: 'room', target: room });
    expect(JSON.parse(textOf(whole, `rooms/${room}.json`))).toHaveProperty('partner_key');
    expect(textOf(whole, `chains/room/${room}/1.jsonl`)).toContain('partner_key');
    for (const url of ['/auth/v1/communications', `/chat/v1/rooms/${room}/record`]) {
      const files = filesOf(await ananya.get(url));
      expect(await failing(files, site.key)).toEqual([]);
      for (const path of files.keys()) if (/room/.test(path) && !/\.(pdf|jpg)$/.test(path)) expect(textOf(files, path), path).not.toContain('partner_key');
      expect(JSON.parse(textOf(files, `rooms/${room}.json`)).topic).not.toBe('');
    }
  });

  test('compliance needs two: nobody decides on their own wish, downloads another’s, or without an approval', async () => {
    const [admin, second, pro] = [await site.member(PEOPLE.admin), await site.member(PEOPLE.second), await site.member(PEOPLE.pro)];
    const wish = { target: '', reason: 'Letter 12 of the regulator', ...PERIOD };
    expect((await pro.post('/admin/v1/communications/exports', wish)).body.code).toBe('FORBIDDEN');
    const { id } = (await admin.post('/admin/v1/communications/exports', wish)).body.data;
    const file = `/admin/v1/communications/exports/${id}/file`;
    expect((await admin.get(file)).body.code).toBe('FORBIDDEN');
    expect((await admin.post('/admin/v1/communications/exports/decide', { id, approve: true })).body.code).toBe('FORBIDDEN');
    expect((await second.post('/admin/v1/communications/exports/decide', { id, approve: true })).body.data.state).toBe('approved');
    expect((await second.post('/admin/v1/communications/exports/decide', { id, approve: false })).body.code).toBe('BAD_REQUEST');
    expect((await second.get(file)).body.code).toBe('FORBIDDEN');
    const made = async () => (await second.get('/admin/v1/communications')).body.data.exports[0].made;
    expect(await made()).toBeNull();
    const answer = await admin.get(file);
    expect(answer.http).toBe(200);
    const bytes = Buffer.from(answer.body.data.zip, 'base64');
    const done = { state: 'done', file: answer.body.data.file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    expect(await made(), 'what was given has the hash that both admins read').toMatchObject(done);
    site.clock.forward(8 * 86_400_000);
    expect((await admin.get(file)).body.code).toBe('FORBIDDEN');
    site.clock.forward(-8 * 86_400_000);
    const { rows } = await sql<{ action: string; actor: string }>`select action, actor from audit_log where object = ${id} order by id`.execute(site.db);
    expect(rows.map(({ action }) => action.slice(15))).toEqual(['ask', 'approve', 'request', 'deliver']);
    const list = (await second.get('/admin/v1/communications')).body.data;
    expect(list.exports[0]).toMatchObject({ id, delivered: 1, state: 'approved' });
    expect(list.people.map(({ user_id }: { user_id: string }) => user_id)).toEqual(expect.arrayContaining([admin.user_id, second.user_id]));
    expect(list.people.every(({ name }: { name: string }) => name !== '')).toBe(true);
    // A file that breaks off is neither running nor done.
    await sql`alter table communication_heads rename to heads_elsewhere`.execute(site.db);
    try {
      expect((await admin.get(file)).http).toBe(500);
    } finally {
      await sql`alter table heads_elsewhere rename to communication_heads`.execute(site.db);
    }
    expect(await made()).toMatchObject({ state: 'failed', bytes: 0, sha256: '' });
  });

  test('a file that was altered is found, also where its manifest was signed anew by another key or by the ledger’s', async () => {
    const files = await site.exported(PERIOD);
    const path = [...files.keys()].find((name) => /^chains\/room.*\/1\.jsonl$/.test(name))!;
    const lines = textOf(files, path).trimEnd().split('\n');
    const put = (changed: readonly string[]) => new Map(files).set(path, new TextEncoder().encode(`${changed.join('\n')}\n`));
    const own = signer();
    const alter = (line: string): string => line.replace(/word\d+x/, 'wordless');
    const at = lines.findIndex((line) => /word\d+x/.test(line));
    for (const changed of [lines.with(at, alter(lines[at]!)), lines.toSpliced(1, 1), lines.slice(0, -1), lines.with(1, lines[2]!).with(2, lines[1]!)]) {
      expect(await failing(put(changed), site.key)).toContainEqual(expect.stringContaining(`Each file is as it was: Does not hold for ${path}`));
      const anew = await failing(await resigned(put(changed), own.signManifest), own.key);
      expect(anew).toContainEqual(expect.stringContaining('Each chain of what was said holds'));
    }
  });
});

describe.each(await featureDatabase())('rows that another hand touched, on %s', { timeout: 600_000 }, (database) => {
  let site: CommunicationSite;
  let history: History;
  const first = (): number => 0;
  const last = (): number => 0.999;
  beforeAll(async () => {
    site = await openCommunicationSite(database);
    history = await playHistory(site);
    for (const what of ['say', 'post', 'comment', 'report', 'phone', 'phonePost', 'ask', 'answer', 'edit', 'withdraw', 'editPost', 'say'] as const)
      await history.act(what, first);
    await site.communications.signHeads();
  }, 600_000);
  afterAll(() => site?.close());
  const wrong = async (): Promise<string> => (await site.communications.check([site.key])).wrong.join('\n');

  test('each text that is changed, taken out or slipped in is named; so is an entry, a head, and a chain that was written anew', async () => {
    expect(await wrong()).toBe('');
    const run = (statement: string) => sql.raw(statement).execute(site.db);
    /** In a transaction that is taken back. */
    async function found(...statements: string[]): Promise<string> {
      let words = '';
      await site.site.platform
        .transaction(async (tx) => {
          for (const table of [
            'communication_entries',
            'buzz_posts',
            'chat_messages',
            'tickets',
            'chat_rooms',
            'buzz_comments',
            'buzz_cases',
            'buzz_reports',
            'buzz_steps',
          ])
            await sql.raw(`alter table ${table} disable trigger user`).execute(tx);
          for (const statement of statements) await sql.raw(statement).execute(tx);
          const { checkChains } = await import('./checking.ts');
          words = (await checkChains(tx as never, [site.key])).wrong.join('\n');
          throw new Error('taken back');
        })
        .catch((error: Error) => expect(error.message).toBe('taken back'));
      return words;
    }
    await expect(run("update communication_entries set content = '{}'")).rejects.toThrow('only added');
    await expect(run('delete from communication_entries')).rejects.toThrow('only added');
    expect(await found("update chat_messages set body = 'another' where kind = 'message'")).toMatch(/room\/.*chat\.message \d+ changed/);
    expect(await found("delete from chat_messages where kind = 'edit'")).toMatch(/chat\.edit \d+ missing/);
    expect(
      await found(
        "insert into chat_messages select room_id, 999, kind, sender_id, 'x', body, target, status_str, reason, at from chat_messages where kind = 'message' limit 1",
      ),
    ).toMatch(/999 unknown/);
    expect(await found("update chat_rooms set topic = 'another'")).toMatch(/chat\.room room changed/);
    expect(await found("update buzz_posts set text = 'another'")).toMatch(/posts\/.* post \S+ changed/);
    expect(await found("update buzz_versions set text = 'another'")).toMatch(/version \S+ changed/);
    expect(await found("update buzz_comments set text = 'another'")).toMatch(/comment \S+ changed/);
    expect(await found("update buzz_reports set note = 'another'")).toMatch(/cases\/.* report \S+ changed/);
    expect(await found("update buzz_steps set words = 'another'")).toMatch(/case \S+ changed/);
    expect(await found("update chat_blocked set body = 'another'")).toMatch(/chat\.blocked text changed/);
    expect(await found("update buzz_blocked set body = 'another'")).toMatch(/buzz\.blocked text changed/);
    expect(await found("update tickets set answer = 'another'")).toMatch(/desk\.answered answered changed/);
    expect(await found("update tickets set message = 'another'")).toMatch(/desk\.asked asked changed/);
    expect(await found("update communication_entries set content = replace(content, 'word', 'wore')")).toMatch(/the content of \d+ is another/);
    expect(await found("delete from communication_entries where n = 2 and chain like 'room/%'")).toMatch(/3 does not follow 1/);
    expect(
      await found("delete from communication_entries e where chain like 'room/%' and n = (select n from communication_chains c where c.chain = e.chain)"),
    ).toMatch(/it ends at/);
    expect(await found('delete from communication_heads where serial = 2')).toMatch(/heads: 3 does not follow 1/);
    for (const table of ['chat_rooms', 'buzz_posts'])
      expect(
        await found(
          `insert into ${table} select (jsonb_populate_record(t, '{"id": "slipped", "investor_id": "nobody", "author_id": "nobody", "published_at": null}')).* from ${table} t limit 1`,
        ),
      ).toMatch(/(room\/slipped|posts\/nobody): nothing of it was entered/);
    // A report of a chat, of somebody about whom there are cases and of somebody about whom there are none.
    const slip = (table: string, change: string) => `insert into ${table} select (jsonb_populate_record(t, '${change}')).* from ${table} t limit 1`;
    const known = Object.keys(history.model).find((chain) => chain.startsWith('cases/'))!;
    for (const expert_id of [known.slice(6), 'nobody']) {
      const words = await found(
        slip(
          'buzz_cases',
          `{"id": "slipped", "area": "chat", "target_kind": "room", "target_id": "slipped", "post_id": "slipped", "author_id": "${expert_id}"}`,
        ),
        slip('buzz_reports', '{"id": "slipped", "case_id": "slipped", "target_id": "slipped"}'),
        slip('buzz_steps', '{"n": 7, "case_id": "slipped"}'),
      );
      if (expert_id === 'nobody') expect(words).toBe('cases/nobody: nothing of it was entered');
      else expect(words.split('\n')).toEqual([`${known}: case slipped/7 unknown`, `${known}: report slipped unknown`]);
    }
    // Everything computed anew from other texts: only the ledger's key could sign it.
    expect(
      await found(
        "create temporary table was on commit drop as select * from communication_entries where chain like 'desk/%' order by chain, n",
        "delete from communication_entries where chain like 'desk/%'",
        "delete from communication_chains where chain like 'desk/%'",
        "update tickets set answer = 'another'",
        "select enter_communication(chain, at, kind, subject, ref, person, case when kind = 'desk.answered' then jsonb_set(content::jsonb, '{answer}', '\"another\"') else content::jsonb end) from (select * from was order by chain, n) w",
      ),
    ).toMatch(/desk\/.*the signed head \d+ is another/);
    expect(await wrong()).toBe('');
  });

  test('a file of a chat is in the chain and in the export; other bytes, none, and one that was not entered are named, and a held room keeps it', async () => {
    const room = Object.keys(history.model)
      .find((chain) => chain.startsWith('room/'))!
      .slice(5);
    const bytes = Buffer.from('A picture, as far as a table knows');
    const put = (id: string, seq: number) =>
      sql`insert into chat_files (id, room_id, seq, kind, name, width, height, size, sha256, sent_sha256, bytes)
      values (${id}, ${room}, ${seq}, 'picture', '', 4, 3, ${bytes.length}, ${createHash('sha256').update(bytes).digest('hex')}, '', ${bytes})`.execute(
        site.db,
      );
    const before = await wrong();
    await put('file_one', 1);
    expect(await wrong()).toBe(before);
    const files = await site.exported({ scope: 'room', target: room });
    expect(Buffer.from(files.get(`rooms/${room}/files/file_one.jpg`)!).equals(bytes)).toBe(true);
    expect(linesOf(files).at(-1)).toMatchObject({ kind: 'chat.file', content: expect.stringContaining('file_one') });
    await sql`update chat_files set bytes = 'Another' where id = 'file_one'`.execute(site.db);
    expect(await wrong()).toContain('chat.file file/1 changed');
    await sql`update chat_files set bytes = ${bytes} where id = 'file_one'`.execute(site.db);
    await sql`alter table chat_files disable trigger chat_files_entered`.execute(site.db);
    await put('file_two', 2);
    await sql`alter table chat_files enable trigger chat_files_entered`.execute(site.db);
    expect(await wrong()).toContain('chat.file file/2 unknown');
    await sql`delete from chat_files where id = 'file_two'`.execute(site.db);
    await sql`insert into communication_holds (id, kind, target, reason, set_by, set_at) values ('hold_file', 'room', ${room}, 'A letter', 'usr', now())`.execute(
      site.db,
    );
    await sql`delete from chat_files`.execute(site.db);
    expect(await wrong()).toBe(before);
    await sql`update communication_holds set lifted_at = now() where id = 'hold_file'`.execute(site.db);
    await sql`delete from chat_files`.execute(site.db);
    expect(await wrong()).toContain('chat.file file/1 missing');
  });

  test('a published call that a message shows is in the chain, the export and the words of its papers; another one in its place is named', async () => {
    const [investor, expert] = [await site.member(PEOPLE.chat), await site.member(PEOPLE.ananya)];
    const room = (await investor.get('/chat/v1/rooms')).body.data.rooms[0].title as string;
    site.published.set('call_shown', expert.user_id);
    const before = await wrong();
    const answer = await expert.post('/chat/v1/messages', { room, client_msg_id: ulid(), body: '', call_id: 'call_shown' });
    const { seq } = answer.body.data;
    expect(await wrong()).toBe(before);
    const files = await site.exported({ scope: 'room', target: room });
    const line = linesOf(files).findLast(({ kind }) => kind === 'chat.message')!;
    expect(JSON.parse(line.content!)).toMatchObject({ seq, body: '', call_id: 'call_shown' });
    const mails = [...files.keys()].filter((path) => path.endsWith('.eml')).map((path) => textOf(files, path).split('\r\n\r\n').slice(1).join(''));
    expect(mails.some((text) => Buffer.from(text, 'base64').toString().includes('shows the published call call_shown'))).toBe(true);
    await sql`update chat_messages set call_id = 'call_other' where room_id = ${room} and seq = ${seq}`.execute(site.db);
    expect(await wrong()).toContain(`chat.message ${seq} changed`);
    await sql`update chat_messages set call_id = 'call_shown' where room_id = ${room} and seq = ${seq}`.execute(site.db);
    expect(await wrong()).toBe(before);
  });

  test('each writing along that is switched off is missed', async () => {
    // A chain that is missing is named once, whatever is not in it: all of them are there first.
    for (const what of ['phone', 'phonePost', 'post', 'comment', 'report', 'ask', 'answer', 'away', 'away', 'away'] as const) await history.act(what, last);
    const { rows } = await sql<{ trigger: string; table: string }>`
      select t.tgname as trigger, c.relname as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = current_schema()::regnamespace and t.tgname ~ '_(entered|changed|answered)$' and c.relname ~ '^(chat|buzz)_|^tickets$' order by 1`.execute(
      site.db,
    );
    const DOES: Readonly<Record<string, readonly ((typeof ACTIONS)[number] | 'away')[]>> = {
      buzz_blocked_entered: ['phonePost'],
      buzz_comments_changed: ['comment', 'withdrawComment'],
      buzz_comments_entered: ['comment', 'comment'],
      buzz_posts_changed: ['editPost', 'post'],
      buzz_reports_entered: ['post', 'report'],
      buzz_steps_entered: ['post', 'report'],
      chat_blocked_entered: ['phone'],
      chat_hours_entered: ['away'],
      chat_messages_entered: ['say'],
      tickets_answered: ['ask', 'answer'],
      tickets_entered: ['ask'],
    };
    for (const { trigger, table } of rows) {
      // Posts are drafts first, and the history opens its rooms itself: what comes in without these is looked for above.
      if (trigger === 'buzz_posts_entered' || trigger === 'chat_rooms_entered' || trigger === 'chat_files_entered') continue;
      expect(DOES, trigger).toHaveProperty(trigger);
      const before = (await site.communications.check([site.key])).wrong.length;
      await sql.raw(`alter table ${table} disable trigger ${trigger}`).execute(site.db);
      for (const what of DOES[trigger]!) await history.act(what, last);
      await sql.raw(`alter table ${table} enable trigger ${trigger}`).execute(site.db);
      expect((await site.communications.check([site.key])).wrong.length, trigger).toBeGreaterThan(before);
    }
    expect(told(await site.exported(PERIOD)), 'an export of what was entered').not.toEqual(history.model);
  });
});
