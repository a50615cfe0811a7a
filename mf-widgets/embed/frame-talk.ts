import type { ErrorDetail, ResizeDetail } from '../npm/src/events.ts';

/**
 * What an iframe page and the script on its parent's page say to each other: the frame greets until it is acknowledged with
 * a port; over the port it tells its height and hears of the theme.
 */
const TALK = { x: 'vimarsh', v: 1 } as const;
export const HELLO = { ...TALK, t: 'hello' } as const;
export const ACK = { ...TALK, t: 'ack' } as const;

const is = (data: unknown, t: string): boolean => {
  const { x, v, t: said } = (data ?? {}) as Record<string, unknown>;
  return x === TALK.x && v === TALK.v && said === t;
};
export const isHello = (data: unknown): boolean => is(data, HELLO.t);
export const isAck = (data: unknown): boolean => is(data, ACK.t);
export const isHeight = (data: unknown): data is { height: number } => Number.isFinite((data as { height?: unknown } | null)?.height);

export type Told = (frame: HTMLIFrameElement, ...told: [type: 'error', detail: ErrorDetail] | [type: 'resize', detail: ResizeDetail]) => void;
