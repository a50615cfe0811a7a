import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

const OUTLINE = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/**
 * Stands in for Lucide's `createLucideIcon` in every build: its own weighs 1 kB in each module for options that no screen
 * uses. Hidden from screen readers unless the use of the icon says otherwise, as Lucide's own are.
 */
export default function createLucideIcon({ node }: IconData): (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactElement {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...rest }) => createElement('svg', { width: size, height: size, 'aria-hidden': true, ...OUTLINE, ...rest }, parts);
}
