import * as z from 'zod/mini';
import { blockedCount } from '../widget-report/types.ts';

/** What a partner's developer needs beside the page's own address to write a snippet. */
export const widgetKit = z.object({
  /** Version that `v1.js` points at; '' before the widgets were built. */
  version: z.string(),
  /** The loader of just this version, which never changes, and its hash. */
  pinned: z.object({ path: z.string(), integrity: z.string() }),
  /** The key of our own pages, for the preview. */
  preview_key: z.string(),
});

export type WidgetKit = z.output<typeof widgetKit>;

/** How a key stands on the page that asks. Which widgets it has, and what browsers stopped, is told on its own origins only. */
export const keyCheck = z.object({
  state: z.enum(['active', 'missing', 'unknown', 'revoked', 'expired']),
  /** Of the page that asks, as its browser says it. */
  origin: z.string(),
  listed: z.boolean(),
  /** An app's: opens nothing without a proof. */
  proof: z.boolean(),
  widgets: z.array(z.string()),
  /** Of the last seven days. */
  blocked: z.array(blockedCount),
});

/** A key for trying widgets, without an account. Nothing of it is stored, so it is shown once. */
export const testKey = z.object({
  access_key: z.string(),
  /** Proves later that whoever asks for live keys was given this one. For the developer alone; it belongs on no page. */
  claim_secret: z.string(),
  expires_at: z.string(),
  /** From its making to its end. */
  days: z.number(),
});

export type TestKey = z.output<typeof testKey>;
