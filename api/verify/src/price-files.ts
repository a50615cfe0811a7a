import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBhavcopy } from '../../src/market/files/bhavcopy.ts';
import { Refusal } from '../../src/market/files/refusal.ts';
import type { DayRange, Files } from './prices.ts';
import { NotChecked } from './site.ts';

/** Reads a folder of the exchange's end-of-day files, one a day; other files are named. Throws NotChecked where two are of one day, or none is one. */
export function readPriceFiles(folder: string): { files: Files; others: string[] } {
  const files = new Map<string, Map<string, DayRange>>();
  const others: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    try {
      const { day, rows } = readBhavcopy(readFileSync(join(folder, name), 'utf8'));
      if (files.has(day)) throw new NotChecked(`${name} is a second file of ${day}.`);
      files.set(day, new Map(rows.filter(({ series }) => series === 'EQ').map((row) => [row.symbol, row])));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      others.push(`${name}: ${error.message}`);
    }
  }
  if (files.size === 0) throw new NotChecked(`${folder} holds no end-of-day file of the exchange.`);
  return { files, others };
}
