import { tokenData } from '@vimarsh/shared/contract/answer.ts';
import { ERRORS, type ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { loginExtras } from '@vimarsh/shared/contract/identity/types.ts';
import { authOption } from '@vimarsh/shared/contract/partners/types.ts';
import { LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import * as z from 'zod/mini';
import type { Fail } from './fail.ts';

/** What may stand beside `data` in a good answer; anything else a handler adds is dropped. */
const extras = z.partial(
  z.object({
    ...loginExtras.shape,
    token_data: z.extend(tokenData, {}),
    expire_in: z.number(),
    auth_option: authOption,
    redirect: z.string(),
    message: z.string(),
  }),
);

export interface Failure {
  status: false;
  validation: string;
  redirect: string;
  data: null;
  code: ErrorCode;
  request_id: string;
  problems?: { path: string; message: string }[];
  retry_after?: number;
  tries_left?: number;
}

/** Codes that end the session: the client drops it and goes to `redirect`. */
const ENDS_SESSION: ReadonlySet<ErrorCode> = new Set(['SESSION_ENDED', 'TOKEN_REUSED']);

export function failure(fail: Pick<Fail, 'code' | 'options'>, requestId: string): Failure {
  const { validation, redirect, problems, retry_after, tries_left } = fail.options;
  return {
    status: false,
    validation: validation ?? ERRORS[fail.code].user,
    redirect: redirect ?? (ENDS_SESSION.has(fail.code) ? LOGIN : ''),
    data: null,
    code: fail.code,
    ...(problems && { problems }),
    ...(retry_after !== undefined && { retry_after }),
    ...(tries_left !== undefined && { tries_left }),
    request_id: requestId,
  };
}

/** A handler returned something its own contract does not know; the paths say where. */
export class ContractBroken extends Error {}

/** Keeps what the contract names and nothing else, so a column too many can't leak. Throws ContractBroken. */
export function success(schema: z.ZodMiniType, data: unknown, extra?: object): object {
  const kept = data === null ? null : keep(schema, data, 'data');
  return { status: true, validation: '', redirect: '', data: kept, ...(extra && (keep(extras, extra, 'extra') as object)) };
}

function keep(schema: z.ZodMiniType, value: unknown, where: string): unknown {
  const kept = z.safeParse(schema, value);
  if (kept.success) return kept.data;
  const paths = kept.error.issues.slice(0, 5).map((issue) => `${[where, ...issue.path].join('.')}: ${issue.code}`);
  throw new ContractBroken(`The answer breaks its contract (${paths.join('; ')}).`);
}
