import { expect, test } from 'vitest';
import { rng, seedOf } from './rng.ts';

test('the same seed gives the same numbers on every machine', () => {
  const random = rng(seedOf(20261120, 'RELIANCE', '2026-11-19'));
  expect([random.next(), random.next(), random.normal()]).toEqual([0.26679089036770165, 0.7511656126007438, 0.5230799119453877]);
});

test('streams differ by seed, by key and by how keys are split', () => {
  const seeds = [seedOf(1, 'ab', 'c'), seedOf(1, 'a', 'bc'), seedOf(2, 'ab', 'c'), seedOf(1, 'abc'), seedOf(1, 'ab', 'd')];
  expect(new Set(seeds).size).toBe(seeds.length);
});

test('uniforms fill [0, 1) evenly, normals have mean 0 and deviation 1', () => {
  const random = rng(7);
  const n = 40_000;
  const uniforms = Array.from({ length: n }, () => random.next());
  expect(Math.min(...uniforms.slice(0, 10_000))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...uniforms.slice(0, 10_000))).toBeLessThan(1);
  for (let tenth = 0; tenth < 10; tenth++) expect(uniforms.filter((u) => Math.floor(u * 10) === tenth).length / n).toBeCloseTo(0.1, 2);
  const normals = Array.from({ length: n }, () => random.normal());
  const mean = normals.reduce((sum, z) => sum + z, 0) / n;
  const deviation = Math.sqrt(normals.reduce((sum, z) => sum + (z - mean) ** 2, 0) / n);
  expect(mean).toBeCloseTo(0, 1);
  expect(deviation).toBeCloseTo(1, 1);
});
