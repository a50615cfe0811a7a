import * as z from 'zod/mini';
import { environment } from '../partners/types.ts';
import { pageReleaseSet } from '../release/types.ts';

/** JSON the server writes into the page (`<script type="application/json" id="vimarsh-page">`), so boot needs no request. */
export const pageData = z.object({
  /** Whose site this is: the partner's display name, or the product's (S8-ERR-A09). */
  brand: z.string(),
  environment: z.nullable(environment),
  releases: pageReleaseSet,
  /** Answers of the first calls of this address, keyed by `METHOD path`, so the first content needs no round trip. */
  first: z.record(z.string(), z.unknown()),
  /** Chat API base; '' until the chat server exists (S7-HTTP-06). */
  chat_api: z.string(),
  /** The path asked for when no screen has it: the visit goes to `/` (S2.3-RULE-01), where the frame says so. */
  missing: z.optional(z.string()),
});
export type PageData = z.output<typeof pageData>;
