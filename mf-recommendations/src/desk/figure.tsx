import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

/** A count with what it counts under it; stands in a list with `figuresCss`. */
export const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatNumber(value)}</dd>
  </div>
);
