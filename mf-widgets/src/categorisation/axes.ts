/** By what calls of any kind are counted, and within what. */
export interface Axes<D extends string> {
  readonly rows: D;
  readonly columns: D | '';
  readonly where: Readonly<Partial<Record<D, string>>>;
}

/** Words of an address that are not among the known dimensions fall back to the first one or are left out. */
export function readAxes<D extends string>(query: URLSearchParams, known: readonly D[], first: D): Axes<D> {
  const one = (name: string): D | undefined => known.find((dimension) => dimension === query.get(name));
  const rows = one('rows') ?? first;
  const columns = one('columns');
  const where = Object.fromEntries(known.flatMap((dimension) => (query.get(dimension) ? [[dimension, query.get(dimension)!]] : [])));
  return { rows, columns: columns && columns !== rows ? columns : '', where: where as Axes<D>['where'] };
}

/** Adds the words of the address that `readAxes` reads. */
export function writeAxes<D extends string>(query: URLSearchParams, { rows, columns, where }: Axes<D>, known: readonly D[], first: D): void {
  if (rows !== first) query.set('rows', rows);
  if (columns && columns !== rows) query.set('columns', columns);
  for (const dimension of known) if (where[dimension]) query.set(dimension, where[dimension]);
}

/** Within one category: the rows are the next dimension that says something new. */
export function narrowed<D extends string>(axes: Axes<D>, known: readonly D[], chosen: readonly (readonly [D, string])[]): Axes<D> {
  const where: Axes<D>['where'] = { ...axes.where, ...Object.fromEntries(chosen) };
  const free = known.filter((dimension) => where[dimension] === undefined);
  const rows = free.includes(axes.rows) ? axes.rows : (free[0] ?? axes.rows);
  return { rows, columns: axes.columns && free.includes(axes.columns) && axes.columns !== rows ? axes.columns : '', where };
}
