import { type Outlook, outlookLines, outlookOn } from '../calls/index.ts';
import { type Config, FEEDS } from '../config.ts';
import { judgedUntil } from '../ledger/index.ts';
import { type ImportOptions, type ImportReport, importFiles, marketOnFile, type Place, storesIn, summaryLines } from '../market/index.ts';
import { rehearse } from '../platform/database/rehearse.ts';

/** What an import did, or would do: to prices, and by them to calls. */
export interface PriceReport extends ImportReport {
  /** Null where the server's prices are simulated, or calls were never judged: then files judge none. */
  readonly calls: Outlook | null;
}

export interface PriceImport extends ImportOptions {
  /** Whether all of it is forgotten again. */
  readonly dryRun?: boolean | undefined;
}

/** Imports files and says what the server will make of open calls. A dry run is the same import in a transaction that is rolled back. */
export function importPrices(place: Place, config: Config, paths: readonly string[], { dryRun = false, ...options }: PriceImport = {}): Promise<PriceReport> {
  const work = async (inside: Place): Promise<PriceReport> => {
    const drawn = FEEDS[config.MARKET_FEED].invented ? { until: (await judgedUntil(inside.db)) ?? new Date() } : null;
    const report = await importFiles(storesIn(inside), paths, { ...options, drawn });
    const changes = report.files.flatMap((file) => file.changes);
    const marketAt = (at: Date) => marketOnFile(inside, at);
    return { ...report, calls: FEEDS[config.MARKET_FEED].files ? await outlookOn(inside.db, marketAt, changes) : null };
  };
  return dryRun ? rehearse(place, work) : work(place);
}

/** The closing words of an import or a dry run. */
export const priceLines = (report: PriceReport, dryRun: boolean): string[] => [
  ...(dryRun ? ['A dry run: this is what an import of these files would do. Nothing was changed.'] : []),
  ...summaryLines(report),
  ...(report.calls ? outlookLines(report.calls) : []),
];
