import type { CDPSession, Page } from '@playwright/test';
import { median, sized, times } from './figure.ts';

const CHANGES = sized(30, 4);

export interface OpenedPage {
  readonly page: Page;
  readonly cdp: CDPSession;
}

/** Milliseconds of main thread for one change, and of script among them, over those of frames in which nothing changes. */
export interface ChangeCost {
  readonly ms: number;
  readonly script: number;
}

/** Tells an open page one change after the other, a frame for each. `tell` runs in the page, which should have heard them once: warm, as one is that has stood for a while. */
export async function changeCost(opened: OpenedPage, changes: readonly unknown[], tell: (change: unknown) => void): Promise<ChangeCost> {
  const still = await playChanges(opened, [], tell);
  const moving = await playChanges(opened, changes, tell);
  return { ms: (moving.task - still.task) / CHANGES, script: (moving.script - still.script) / CHANGES };
}

/** Frames of changes in a circle, or of nothing where there are none. */
export async function playChanges({ page, cdp }: OpenedPage, changes: readonly unknown[], tell: (change: unknown) => void): Promise<MainThread> {
  await page.bringToFront();
  const before = await mainThread(cdp);
  await page.evaluate(`(async (tell, list) => {
    for (let at = 0; at < ${CHANGES}; at += 1) {
      if (list.length > 0) tell(list[at % list.length]);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  })(${tell}, ${JSON.stringify(changes)})`);
  return sinceText(before, await mainThread(cdp));
}

/** Milliseconds so far: all tasks, and script among them. */
export interface MainThread {
  readonly task: number;
  readonly script: number;
}

/** Processor time, where the session asked for `threadTicks`: neighbours on the machine do not count. */
export async function mainThread(cdp: CDPSession): Promise<MainThread> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value * 1000;
  return { task: of('TaskDuration'), script: of('ScriptDuration') };
}

export const sinceText = (before: MainThread, after: MainThread): MainThread => ({ task: after.task - before.task, script: after.script - before.script });

export interface ChangingPage {
  readonly name: string;
  readonly opened: OpenedPage;
  readonly changes: readonly unknown[];
  /** Runs in the page. */
  readonly tell: (change: unknown) => void;
}
export interface MeasuredChanges extends ChangeCost {
  readonly name: string;
  /** Of one change. */
  readonly bytes: number;
  readonly rounds: readonly ChangeCost[];
}

/** The median of the rounds for each kind, in their order. */
export async function measureChanges(repeat: number, kinds: readonly ChangingPage[]): Promise<readonly MeasuredChanges[]> {
  const rounds = new Map<ChangingPage, ChangeCost[]>(kinds.map((kind) => [kind, []]));
  for (const { opened, changes, tell } of kinds) await playChanges(opened, changes, tell);
  for (const _ of times(repeat)) for (const [{ opened, changes, tell }, costs] of rounds) costs.push(await changeCost(opened, changes, tell));
  return [...rounds].map(([{ name, changes }, costs]) => ({
    name,
    bytes: JSON.stringify(changes[0]).length,
    ms: median(costs.map(({ ms }) => ms)),
    script: median(costs.map(({ script }) => script)),
    rounds: costs,
  }));
}
