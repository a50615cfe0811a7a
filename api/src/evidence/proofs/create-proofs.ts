import { downloadCallProof, downloadExpertProof } from '@vimarsh/shared/contract/calls/proof-file.ts';
import { figuresAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Calls } from '../../calls/index.ts';
import { GONE, type Identity, isPublicExpert } from '../../identity/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type Ctx, Fail, type Platform, type RawAnswer } from '../../platform/platform.ts';
import { answerOf, streamed, streamedZip } from '../answer.ts';
import { signedFiles } from '../bundle.ts';
import { zipOf } from '../zip.ts';
import { type ExpertFile, type ProofParts, proofFiles } from './proof-files.ts';
import type { ProofHead } from './words.ts';

/** Each is read from the record and its prices. */
const OF_CALL = { max: 30, perSeconds: 3_600 };
const OF_EXPERT = { max: 5, perSeconds: 86_400 };
/** The latest calls of an expert in one file. */
const MOST_CALLS = 2_000;

export interface ProofsDependencies extends Omit<ProofParts, 'witnesses' | 'ledger'> {
  readonly calls: Pick<Calls, 'readableCall' | 'endedCallsOf' | 'policy' | 'authorOf'>;
  readonly identity: Pick<Identity, 'expert'>;
  readonly ledger: ProofParts['ledger'] & Pick<Ledger, 'signManifest'>;
  /** Wall clock by default. */
  readonly clock?: () => Date;
}

type Asker = Pick<Ctx, 'caller' | 'partner'>;

/** One call, or the ended calls of one expert, as a file that a stranger's program checks without a network and without our code. */
export function createProofs(platform: Platform, { calls, identity, ledger, market, performance, clock = () => new Date() }: ProofsDependencies): void {
  const { PUBLIC_HOST: site, WITNESSES } = platform.config;
  const parts: ProofParts = { calls, ledger, market, performance, witnesses: WITNESSES.map(({ name, key }) => ({ name, key })) };

  async function answer(
    name: string,
    pages: ReturnType<Calls['endedCallsOf']>,
    ctx: Ctx,
    as: 'zip' | undefined,
    expert: ExpertFile | null,
  ): Promise<RawAnswer> {
    const at = clock();
    const made_at = at.toISOString();
    const head: ProofHead = {
      ...{ site, made_at, most: MOST_CALLS },
      expert: expert?.shown.full_name ?? null,
      review_since: expert?.shown.review_since,
      own: expert?.own ?? false,
      figures: expert?.figures ?? false,
    };
    const files = proofFiles(parts, pages, head, ctx.caller?.user_id ?? null, expert);
    // It goes from hand to hand, so it names nobody who made it.
    const zip = zipOf(
      signedFiles({ made_at, site, user_id: '' }, files, (text) => ledger.signManifest(text)),
      at,
    );
    const onError = (err: unknown): void => platform.log.error({ err, request_id: ctx.requestId }, 'A file of proof could not be finished');
    const file = `${name}-${istDay(at)}.zip`;
    return as === 'zip' ? streamedZip(file, zip, onError) : streamed(answerOf(file, zip), onError);
  }

  platform.on(
    downloadCallProof,
    async ({ params, query }, ctx) => {
      const call = await calls.readableCall(params.id, ctx);
      return answer(`call-${params.id}`, once([call]), ctx, query.as, null);
    },
    { limit: OF_CALL },
  );
  platform.on(
    downloadExpertProof,
    async ({ params: { user_id }, query }, ctx) => {
      const expert = await whose(user_id, ctx);
      return answer(`record-${user_id}`, calls.endedCallsOf(user_id, ctx, MOST_CALLS), ctx, query.as, expert);
    },
    { limit: OF_EXPERT },
  );

  /** Throws NOT_FOUND where nobody of that id has ended calls that the asker may read, and no page of their own. */
  async function whose(user_id: string, ctx: Asker): Promise<ExpertFile> {
    const expert = await identity.expert(user_id);
    const own = ctx.caller?.user_id === user_id;
    // One's own results are one's own, whatever the site says of others'.
    const given = { own, figures: own || figuresAllowed(calls.policy), shownFigures: () => parts.performance.figuresOf(user_id, ctx) };
    if (expert && (isPublicExpert(expert) || own)) {
      const { full_name, profession, reg_no, verified, valid_to, status, review_since } = expert;
      const shown = { user_id, full_name, profession, reg_no, verified, valid_to, status };
      return { ...given, shown: review_since === undefined ? shown : { ...shown, review_since } };
    }
    if (expert) throw new Fail('NOT_FOUND');
    const gone = { user_id, full_name: GONE, profession: 'Market Expert', reg_no: '', verified: false, valid_to: '', status: 'closed' };
    for await (const _ of calls.endedCallsOf(user_id, ctx, 1)) return { ...given, shown: gone };
    throw new Fail('NOT_FOUND');
  }
}

async function* once<Page>(page: Page): AsyncGenerator<Page> {
  yield page;
}
