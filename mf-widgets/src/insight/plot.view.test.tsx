import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Plot, type PlotProps } from './plot.view.tsx';

/** Heights of the line's points, in the drawing's 200 units. */
function heightsOf(values: number[], more: Partial<PlotProps> = {}): number[] {
  const { container } = render(
    <Plot label="PCR" axis="Time" points={values.map(String)} series={[{ label: 'PCR', values, kind: 'line', tone: 'ink' }]} format={String} {...more} />,
  );
  const points = container.querySelector('polyline')!.getAttribute('points')!.split(' ');
  return points.map((point) => Number(point.split(',')[1]));
}

test('a flat day is drawn flat, in the middle; a day that moved fills the chart', () => {
  for (const height of heightsOf([1.1, 1.1, 1.1])) expect(height).toBe(100);
  const quiet = heightsOf([1.1, 1.098, 1.102], { least: 0.05 });
  expect(Math.max(...quiet) - Math.min(...quiet)).toBeLessThan(20);
  expect(heightsOf([1, 1.5, 2])).toEqual([194, 100, 6]);
});
