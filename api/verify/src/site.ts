import type { CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import { type ReadTile, tilePath } from '@vimarsh/shared/domain/log/tree.ts';

/** Something that can't be checked; the message is a sentence for whoever asked. */
export class NotChecked extends Error {}

/** What a portal shows to everybody. Everything throws NotChecked where it can't be had. */
export interface Site {
  readonly origin: string;
  ledger(): Promise<LedgerFile>;
  /** Null before the first head. */
  checkpoint(): Promise<string | null>;
  readonly readTile: ReadTile;
  /** The data of one of its calls. */
  data<D>(path: string): Promise<D>;
  /** The record of an author; null where the site has none. */
  author(user_id: string): Promise<CallProof | null>;
}

const PATIENCE_MS = 30_000;

export function openSite(address: string): Site {
  if (!URL.canParse(address)) throw new NotChecked(`${address} is no address.`);
  const { origin } = new URL(address);
  const ask = async (path: string): Promise<Response> => {
    let answer: Response;
    try {
      answer = await fetch(origin + path, { signal: AbortSignal.timeout(PATIENCE_MS), headers: { accept: '*/*' } });
    } catch {
      throw new NotChecked(`${origin} does not answer.`);
    }
    return answer;
  };
  const body = async (path: string): Promise<Response> => {
    const answer = await ask(path);
    if (!answer.ok) throw new NotChecked(`${origin}${path} answers ${answer.status}.`);
    return answer;
  };
  return {
    origin,
    ledger: async () => (await (await body('/.well-known/vimarsh-ledger.json')).json()) as LedgerFile,
    async checkpoint() {
      const answer = await ask('/.well-known/vimarsh-log/checkpoint');
      if (answer.status === 404) return null;
      if (!answer.ok) throw new NotChecked(`The head of the log answers ${answer.status}.`);
      return answer.text();
    },
    readTile: async (...place) => new Uint8Array(await (await body(`/.well-known/vimarsh-log/${tilePath(...place)}`)).arrayBuffer()),
    async author(user_id) {
      const answer = await ask(`/reco/v1/authors/${encodeURIComponent(user_id)}/record`);
      if (answer.status === 404) return null;
      const { status, data } = (await answer.json().catch(() => ({}))) as { status?: boolean; data?: CallProof };
      if (status !== true || !data) throw new NotChecked(`The record of an author answers ${answer.status}.`);
      return data;
    },
    async data<D>(path: string) {
      const answer = await ask(path);
      const { status, data, validation } = (await answer.json().catch(() => ({}))) as { status?: boolean; data?: D; validation?: string };
      if (status !== true || data === undefined || data === null) throw new NotChecked(validation || `${origin}${path} answers ${answer.status}.`);
      return data;
    },
  };
}
