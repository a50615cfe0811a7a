import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { type ChainLine, type CommunicationScope, SCOPE } from '@vimarsh/shared/domain/evidence/communication-chain.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import type { EvidenceFile, Identity } from '../identity/index.ts';
import { givingWay } from '../platform/processor/give-way.ts';
import { type CallParts, callFiles } from './call-files.ts';
import { chainsOf, differencesOf, type ExportWish, entriesBehind, fileBytes, headsOfChain, PART, type SelectedChain, takenBack } from './chains.store.ts';
import { entryLines } from './entry-lines.ts';
import { mailOf } from './mail.ts';
import { openPaper, type Paper } from './paper.ts';
import { readmeOf } from './readme.ts';
import { saidIn } from './said.ts';
import { lineFor } from './showing.ts';
import { SOURCES, type TextSource } from './sources.ts';
import type { CommunicationDb, CommunicationEntry } from './tables.ts';

export interface ExportParts extends CallParts {
  readonly db: CommunicationDb;
  readonly identity: Pick<Identity, 'contactsOf'>;
  readonly site: string;
  /** All of them by default. */
  readonly sources?: readonly TextSource[];
  /** Draws the papers; a thread of its own by default. */
  readonly drawing?: () => Paper;
}

export interface ExportHead {
  readonly made_at: Date;
  /** A room as its members keep it: text and paper, without mails. */
  readonly transcript: boolean;
}

type Named = (id: string) => string;
const jsonLines = (rows: readonly unknown[]): string => rows.map((row) => `${canonicalJson(row)}\n`).join('');

/** All files of an export, each made when the one before is written: a part of one chain lies in memory, whatever its length. */
export async function* communicationFiles(parts: ExportParts, wish: ExportWish, head: ExportHead): AsyncGenerator<EvidenceFile> {
  const { db, identity, site, sources = SOURCES, drawing = openPaper } = parts;
  const giveWay = givingWay();
  const paper = drawing();
  const names = new Map<string, string>();
  const learn = async (ids: Iterable<string>): Promise<void> => {
    const unknown = [...new Set(ids)].filter((id) => id !== '' && !names.has(id));
    if (unknown.length === 0) return;
    const contacts = await identity.contactsOf(unknown);
    for (const id of unknown) names.set(id, contacts.get(id)?.name || id);
  };
  const nameOf: Named = (id) => names.get(id) ?? id;
  const told: CommunicationScope['chains'][number][] = [];
  const differences: CommunicationScope['differences'][number][] = [];
  try {
    yield { path: 'README.txt', content: readmeOf(wish, head, site, sources) };
    for (const one of await chainsOf(db, wish)) {
      const [name, id] = [one.chain.slice(0, one.chain.indexOf('/')), one.chain.slice(one.chain.indexOf('/') + 1)];
      if (!sources.some((source) => source.name === name)) continue;
      const chain = { ...one, members: [] as string[], topic: '' };
      if (name === 'room') {
        const { partner_key, ...room } = await roomFile(db, id);
        chain.members.push(...room.members.map(({ user_id }) => user_id));
        chain.topic = room.topic;
        await learn(chain.members);
        yield {
          path: `rooms/${id}.json`,
          content: `${canonicalJson({
            ...room,
            // The other member does not learn through which broker the investor came.
            ...(wish.viewer === null && { partner_key }),
            members: room.members.map((each) => ({ ...each, name: nameOf(each.user_id) })),
          })}\n`,
        };
      }
      const said = { first: 0, last: 0, entries: 0, hash: '' };
      for await (const { part, lines } of partsOf(db, chain, wish.viewer)) {
        await learn(lines.map(({ person }) => person));
        said.first ||= lines[0]!.n;
        Object.assign(said, { last: lines.at(-1)!.n, entries: said.entries + lines.length, hash: lines.at(-1)!.hash });
        yield { path: `chains/${chain.chain}/${part}.jsonl`, content: jsonLines(lines) };
        await giveWay();
        yield* carried(db, id, lines);
        yield* readable({ site, paper, head, chain, part, lines, nameOf });
        await giveWay();
      }
      if (said.entries === 0) continue;
      const heads = (await headsOfChain(db, chain.chain)).filter(({ n }) => n >= said.first && n <= said.last);
      if (heads.length > 0) yield { path: `chains/${chain.chain}/heads.jsonl`, content: jsonLines(heads) };
      told.push({ chain: chain.chain, ...said, whole: chain.only === null });
      if (chain.only === null) differences.push(...(await differencesOf(db, chain.chain)));
    }
    const calls = sources.some(({ name }) => name === 'calls') && !head.transcript ? callFiles(parts, wish, { paper, nameOf, learn, site }) : [];
    yield* calls;
    yield { path: 'people.json', content: `${canonicalJson(Object.fromEntries(names))}\n` };
    const { scope, target, from, until } = wish;
    yield {
      path: SCOPE,
      content: `${canonicalJson({ scope, target, from: from?.toISOString() ?? null, until: until?.toISOString() ?? null, chains: told, differences })}\n`,
    };
  } finally {
    await paper.close();
  }
}

async function* partsOf(db: CommunicationDb, chain: SelectedChain, viewer: string | null): AsyncGenerator<{ part: number; lines: ChainLine[] }> {
  const gone = viewer === null ? new Set<string>() : await takenBack(db, chain.chain);
  let [part, n] = [0, 0];
  for (;;) {
    const entries: CommunicationEntry[] = await entriesBehind(db, chain, n);
    if (entries.length === 0) return;
    part += 1;
    n = entries.at(-1)!.n;
    yield { part, lines: entries.map((entry) => lineFor(entry, viewer, gone)) };
    if (entries.length < PART) return;
  }
}

/** Pictures and PDFs that these entries of a room tell of, as far as they are shown. */
async function* carried(db: CommunicationDb, room: string, lines: readonly ChainLine[]): AsyncGenerator<EvidenceFile> {
  for (const { kind, content } of lines) {
    if (kind !== 'chat.file' || content === null) continue;
    const { id, kind: type } = JSON.parse(content) as { id: string; kind: string };
    const file = await fileBytes(db, id);
    if (file) yield { path: `rooms/${room}/files/${id}.${type === 'picture' ? 'jpg' : 'pdf'}`, content: file.bytes };
  }
}

/** Who may read a room, and how far each has. */
async function roomFile(db: CommunicationDb, id: string) {
  const room = await db.selectFrom('chat_rooms').selectAll().where('id', '=', id).executeTakeFirst();
  const marks = await db.selectFrom('chat_reads').selectAll().where('room_id', '=', id).execute();
  const members = room ? [room.investor_id, room.expert_id] : [];
  return {
    room: id,
    status: room?.status ?? '',
    reason: room?.reason ?? '',
    topic: room?.topic ?? '',
    symbol: room?.symbol ?? null,
    partner_key: room?.partner_key ?? '',
    requested_at: room?.requested_at.toISOString() ?? null,
    decided_at: room?.decided_at?.toISOString() ?? null,
    closed_at: room?.closed_at?.toISOString() ?? null,
    members: members.map((user_id, at) => {
      const mark = marks.find((row) => row.user_id === user_id);
      return { user_id, as: at === 0 ? 'investor' : 'expert', delivered: mark?.delivered ?? 0, seen: mark?.seen ?? 0 };
    }),
  };
}

interface Readable {
  readonly site: string;
  readonly paper: Paper;
  readonly head: ExportHead;
  readonly chain: SelectedChain & { readonly members: readonly string[]; readonly topic: string };
  readonly part: number;
  readonly lines: readonly ChainLine[];
  readonly nameOf: Named;
}

/** A part of a chain for people: a mail for each day in India, and one paper. */
async function* readable({ site, paper, head, chain, part, lines, nameOf }: Readable): AsyncGenerator<EvidenceFile> {
  const words = lines.map((line) => ({ line, at: new Date(line.at), text: `${formatIst(line.at)} ${saidIn(line, nameOf)}` }));
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const title = `${chain.chain}, entries ${first.n} to ${last.n}`;
  const hashes = [`Hash of entry ${last.n}: ${last.hash}`, `Hash before entry ${first.n}: ${first.prev}`];
  const top = [
    title,
    ...(chain.members.length > 0 ? [`Members: ${chain.members.map((id) => `${nameOf(id)} (${id})`).join(', ')}`] : []),
    ...(chain.topic ? [`Topic: ${chain.topic}`] : []),
    ...hashes,
    '',
  ];
  const all = [...top, ...words.map(({ text }) => text)];
  if (head.transcript) yield { path: `text/${chain.chain}/${part}.txt`, content: `${all.flatMap(entryLines).join('\n')}\n` };
  else
    for (const [day, those] of Map.groupBy(words, ({ at }) => istDay(at))) {
      const [begin, end] = [those[0]!.line, those.at(-1)!.line];
      const people = new Set([...chain.members, ...those.map(({ line }) => line.person)].filter(Boolean));
      const from = those.find(({ line }) => line.person)?.line.person ?? '';
      const to = [...people].filter((id) => id !== from);
      const mail = {
        site,
        subject: `${chain.chain} on ${day}`,
        from,
        to: to.length > 0 ? to : [''],
        at: those.at(-1)!.at,
        id: `${chain.chain}/${begin.n}-${end.n}`,
      };
      yield { path: `mail/${chain.chain}/${day}-${part}.eml`, content: await mailOf({ ...mail, lines: those.map(({ text }) => text) }, nameOf) };
    }
  yield { path: `pdf/${chain.chain}/${part}.pdf`, content: await paper.write({ title, foot: `${site} · ${title}`, lines: all }) };
}
