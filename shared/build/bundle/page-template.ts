import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { minifySync } from '@swc/core';
import { fontFiles, fontsCss } from '../../ui/fonts.css.ts';
import { tokensCss } from '../../ui/tokens.css.ts';

/** Files that root-config serves beside its script: the page template, the fonts it names and the service worker. */
export function pageFiles(dir: string): Map<string, Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const files = new Map<string, Buffer>();
  let faces = fontsCss;
  for (const { url, from } of fontFiles) {
    const content = readFileSync(resolve(from));
    files.set(url.slice(1), content);
    // The query names the content, so that the server may let browsers keep the file for ever.
    faces = faces.replaceAll(`url(${url})`, `url(${url}?${createHash('sha256').update(content).digest('hex').slice(0, 8)})`);
  }
  const template = readFileSync(`${dir}/index.html`, 'utf8');
  const styled = template.replace('/*tokens*/', `${tokensCss}${faces}`);
  const scripted = styled
    .replace('/*loader*/', () => bootLoader(dir))
    .replace('/*first*/', () => askFirst(dir))
    .replace('/*kept*/', () => keptWords(dir));
  files.set('index.html', Buffer.from(scripted));
  files.set('sw.js', readFileSync(`${dir}/sw.js`));
  return files;
}

/** A script as it is written into the page. */
const inline = (file: string): string =>
  minifySync(readFileSync(file, 'utf8'), { ecma: 2022, module: false, compress: { passes: 2 }, mangle: { toplevel: true } }).code;

/** Stands by boot.js. */
export const bootLoader = (dir: string): string => inline(`${dir}/boot-loader.js`);
/** Asks for what a member's screen shows first. */
export const askFirst = (dir: string): string => inline(`${dir}/kept/ask-first.js`);
/** Draws what this browser kept of a screen, before any other script. */
export const keptWords = (dir: string): string => inline(`${dir}/kept/kept-words.js`);
