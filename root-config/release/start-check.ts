import { existsSync, readFileSync } from 'node:fs';
import type { Built } from '@vimarsh/shared/build/build.ts';

/** Longest time a release may take to start here, in milliseconds. In a browser it is some hundred. */
const LIMIT = 20_000;
const ORIGIN = 'http://portal.test';
/** The parts of the page that the scripts look for while they start. */
const PAGE = `<!doctype html><html><head></head><body><div id="shell"></div><main id="outlet"><div id="skeleton"></div></main>
<template id="failure"><section class="failure"><h2></h2><p><span></span></p><button></button><p></p></section></template></body></html>`;

interface Window {
  eval(code: string): unknown;
  document: Document;
  close(): void;
}

/**
 * Runs the release of root-config or `shared` as a page would: every page stands on them, so one that throws at its top is an
 * outage. Whether screens work is not asked here. Other modules fall back by themselves, and are not run.
 */
export async function startProblems(built: Built): Promise<string[]> {
  const { name } = built.record;
  if (name !== 'shared' && name !== 'root-config') return [];
  const window = await openPage(built);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LIMIT, `it does not come to an end within ${LIMIT / 1000} s`);
  });
  const problem = await Promise.race([name === 'shared' ? sharedStart(window, built) : bootStart(window, built), late]);
  clearTimeout(timer);
  window.close();
  return problem ? [`does not start: ${problem}`] : [];
}

/** Null, or what it throws. */
async function sharedStart(window: Window, built: Built): Promise<string | null> {
  try {
    run(window, built, built.record.entry);
    await window.eval(`(async () => {
      await vimarsh_shared.init({});
      for (const key of ['./session', './provided']) (await vimarsh_shared.get(key))();
    })()`);
    return null;
  } catch (error) {
    return wordsOf(error);
  }
}

/** Without a release set it has nothing to show, but it has to come as far as saying so. */
async function bootStart(window: Window, built: Built): Promise<string | null> {
  try {
    run(window, built, built.record.entry);
  } catch (error) {
    return wordsOf(error);
  }
  return window.document.documentElement.dataset.booted === undefined ? 'it never began' : null;
}

const fileOf = ({ files }: Built, url: string): string => `${files}/${url.split('/').slice(4).join('/').split('?')[0]}`;

/** Runs a file as a script element would. A browser runs files one after the other; what throws ends only its own file. */
function run(window: Window, built: Built, url: string): void {
  Object.defineProperty(window.document, 'currentScript', { value: { tagName: 'SCRIPT', src: ORIGIN + url }, configurable: true });
  window.eval(readFileSync(fileOf(built, url), 'utf8'));
}

/** An empty page whose scripts come from the build's files. */
async function openPage(built: Built): Promise<Window> {
  // @ts-expect-error: jsdom brings no types.
  const { JSDOM, VirtualConsole } = await import('jsdom');
  const dom = new JSDOM(PAGE, { url: `${ORIGIN}/`, runScripts: 'outside-only', pretendToBeVisual: true, virtualConsole: new VirtualConsole() });
  const window = dom.window as unknown as Window & { Element: { prototype: Element }; Node: { prototype: Node }; Event: typeof Event };
  Object.assign(window, { matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) });
  const answer = (script: HTMLScriptElement): void => {
    const { pathname } = new URL(script.src, ORIGIN);
    setTimeout(() => {
      const found = existsSync(fileOf(built, pathname));
      try {
        if (found) run(window, built, pathname);
      } catch (error) {
        console.error(error);
      }
      script.dispatchEvent(new window.Event(found ? 'load' : 'error'));
    });
  };
  const append = window.Element.prototype.append;
  window.Element.prototype.append = function (...nodes: (Node | string)[]) {
    for (const node of nodes) if ((node as Element).nodeName === 'SCRIPT') answer(node as HTMLScriptElement);
    append.apply(this, nodes);
  };
  const appendChild = window.Node.prototype.appendChild;
  window.Node.prototype.appendChild = function <T extends Node>(node: T): T {
    if (node.nodeName === 'SCRIPT') answer(node as unknown as HTMLScriptElement);
    return appendChild.call(this, node) as T;
  };
  return window;
}

const wordsOf = (error: unknown): string => String((error as Error | undefined)?.message ?? error);
