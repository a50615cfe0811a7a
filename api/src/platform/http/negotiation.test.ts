import { describe, expect, test } from 'vitest';
import { isKnownTag, packingsFor, pageOrJson } from './negotiation.ts';

describe('Accept-Encoding', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['br', ['br']],
    ['gzip, deflate, br, zstd', ['br', 'gzip']],
    ['GZIP', ['gzip']],
    ['x-gzip', ['gzip']],
    ['gzip;q=0', []],
    ['gzip; q=0.000', []],
    ['br;q=0,gzip', ['gzip']],
    ['br;q=0.5, gzip;q=0.8', ['gzip', 'br']],
    ['gzip;q=0,br;q=0,identity', []],
    ['*', ['br', 'gzip']],
    ['*;q=0', []],
    ['br;q=0, *', ['gzip']],
    ['gzip, *;q=0', ['gzip']],
    ['identity', []],
    ['identity, gzip;q=0.5', []],
    ['identity;q=0.5, gzip', ['gzip']],
    ['identity;q=0', []],
    ['identity;q=0, gzip', ['gzip']],
    ['identity;q=0, br;q=0, gzip;q=0', []],
    // A word that only contains the name is another coding.
    ['brotli, gzipped', []],
    ['br;q=high, gzip;q=2', []],
    [',, br ,', ['br']],
  ])('%j is answered with the first of %j that there is, else plain', (header, packings) => {
    expect(packingsFor(header)).toEqual(packings);
  });
});

describe('Accept', () => {
  test.each([
    ['text/html', 'page'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'page'],
    ['application/json, text/html;q=0.1', 'page'],
    ['TEXT/HTML;Charset=utf-8', 'page'],
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/problem+json', 'json'],
    ['application/json, text/html;q=0', 'json'],
    ['application/json, text/plain', 'json'],
    ['application/json, text/plain, */*', 'either'],
    ['application/json;q=0', 'either'],
    ['application/xhtml+xml, application/xml;q=0.9', 'either'],
    ['image/*', 'either'],
    ['text/html;q=0', 'either'],
    // Names that only contain the words.
    ['text/html-fragment', 'either'],
    [undefined, 'either'],
    ['', 'either'],
  ] as const)('%j asks for: %s', (header, wanted) => {
    expect(pageOrJson(header)).toBe(wanted);
  });
});

describe('If-None-Match', () => {
  test.each([
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", W/"abc"', true],
    ['"x","abc"', true],
    ['*', true],
    [' * ', true],
    ['abc', false],
    ['"abcd"', false],
    ['"ab", "c"', false],
    ['"x"abc"y"', false],
    ['', false],
    [undefined, false],
  ])('%j knows "abc": %s', (header, known) => {
    expect(isKnownTag(header, '"abc"')).toBe(known);
  });
});
