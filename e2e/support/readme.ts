import { readFileSync } from 'node:fs';
import { type Demo, REPOSITORY, type Stack } from './stack.ts';

const README = readFileSync(`${REPOSITORY}mf-widgets/README.md`, 'utf8');

/** A code block of the widgets' README under a heading, word for word, with our address and key put in as it says. */
export function snippet(heading: string, language: string, stack: Stack, { widget }: Demo): string {
  const part = README.slice(README.indexOf(heading));
  const text = part.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0];
  if (!text) throw new Error(`No ${language} under ${heading}`);
  return text.replaceAll('https://PORTAL', stack.portal).replaceAll('pk_live_…', widget.access_key);
}
