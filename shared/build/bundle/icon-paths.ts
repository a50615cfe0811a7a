/** A part of an icon as Lucide lists them: tag and attributes. */
export type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

/**
 * The outlines of a Lucide icon as SVG path data, one string a part. Menu entries name their icons in `module.json`, and
 * release and page carry the drawing, so that the frame draws icons it was not built with.
 */
export async function iconPaths(name: string): Promise<string[]> {
  const icon = (await import(`lucide-react/icons/${name}`).catch(() => null)) as { __iconData?: { node: IconNode } } | null;
  // An old name of an icon only points to its new one.
  if (!icon?.__iconData) throw new Error(`there is no Lucide icon "${name}"; https://lucide.dev/icons lists them`);
  return icon.__iconData.node.map(([tag, attributes]) => pathOf(tag, attributes));
}

function pathOf(tag: string, attributes: Readonly<Record<string, string>>): string {
  const number = (key: string): number => Number(attributes[key] ?? 0);
  if (tag === 'path') return attributes.d!;
  if (tag === 'line') return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
  if (tag === 'polyline') return `M${attributes.points}`;
  if (tag === 'polygon') return `M${attributes.points}z`;
  if (tag === 'circle' || tag === 'ellipse') {
    const [rx, ry] = tag === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')];
    return `M${number('cx') - rx} ${number('cy')}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
  }
  if (tag === 'rect') {
    const [width, height, r] = [number('width'), number('height'), number('rx') || number('ry')];
    const corner = (x: number, y: number): string => (r ? `a${r} ${r} 0 0 1 ${x} ${y}` : '');
    return `M${number('x') + r} ${number('y')}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`;
  }
  throw new Error(`an icon with <${tag}> can't be drawn as a path`);
}
