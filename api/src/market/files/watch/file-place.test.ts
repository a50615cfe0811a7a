import { expect, test } from 'vitest';
import { readConfig, readServerConfig } from '../../../config.ts';
import { addressForDay, filePlaceOf } from './file-place.ts';

test('folders and addresses are told apart, and an address is known by its hash and host', () => {
  expect(filePlaceOf('/srv/nse')).toEqual({ kind: 'folder', path: '/srv/nse' });
  expect(filePlaceOf('https://key:secret@files.example:8443/{date}.csv?token=x')).toMatchObject({
    kind: 'address',
    host: 'files.example:8443',
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test.each([
  ['https://f.example/BhavCopy_NSE_CM_0_0_0_{date}_F_0000.csv.zip', 'https://f.example/BhavCopy_NSE_CM_0_0_0_20261204_F_0000.csv.zip'],
  ['https://f.example/{yyyy}/{MON}/cm{ddMONyyyy}bhav.csv.zip', 'https://f.example/2026/DEC/cm04DEC2026bhav.csv.zip'],
  ['https://f.example/{mm}/sec_bhavdata_full_{ddmmyyyy}.csv', 'https://f.example/12/sec_bhavdata_full_04122026.csv'],
  ['https://f.example/{yyyy-mm-dd}.csv?key={date}', 'https://f.example/2026-12-04.csv?key=20261204'],
  // 5 and 6 December are a Saturday and a Sunday.
  ['https://f.example/fo_secban_{next-ddmmyyyy}.csv', 'https://f.example/fo_secban_07122026.csv'],
])('%s on 4 December 2026', (pattern, address) => {
  expect(addressForDay(pattern, '2026-12-04').href).toBe(address);
});

const read = (FILES_FROM: string, rest: Record<string, string> = {}) => readServerConfig({ MARKET_FEED: 'replay', FILES_FROM, ...rest });
test('several places are separated by commas', () => {
  expect(read(' /srv/nse , https://f.example/{date}.csv').FILES_FROM).toEqual(['/srv/nse', 'https://f.example/{date}.csv']);
  expect(readConfig({}).FILES_FROM).toEqual([]);
});

test.each([
  ['http://f.example/{date}.csv', 'FILES_FROM must be a URL that starts with https://'],
  ['ftp://f.example/{date}.csv', 'FILES_FROM must be a URL that starts with https://'],
  ['https://f.example/today.csv', 'FILES_FROM must name the day in its address'],
  ['https://f.example/{yyyy}/{mm}.csv', 'FILES_FROM must name the day in its address'],
  ['https://f.example/{date}/{DAY}.csv', 'FILES_FROM knows only {date}'],
  ['https://{date}.', 'FILES_FROM must name its host without a dot'],
  [`https://f.example/{date}${'x'.repeat(1000)}`, 'more than 1000 letters'],
])('%s is refused', (value, sentence) => {
  expect(() => read(value)).toThrow(sentence);
});

test('it is refused on simulated prices', () => {
  expect(() => readServerConfig({ FILES_FROM: '/srv/nse' })).toThrow('FILES_FROM must not be set where MARKET_FEED is simulated');
});
