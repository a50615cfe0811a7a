import { sql } from 'kysely';
import type { Place } from '../files/imported-days.store.ts';
import type { DatedCompany, WrittenCompany } from './company-names.ts';

/** Companies of a day's file. */
export interface CompaniesOfDay {
  /** IST. */
  readonly day: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly companies: readonly WrittenCompany[];
}

/** Names of companies by the exchange's files of the day (table `company_names`). */
export class CompanyNames {
  readonly #database: Place;

  constructor(database: Place) {
    this.#database = database;
  }

  /** Stores those names that differ from what the files of days before say. A file of an earlier day may show that a name is older than was known. */
  async store({ day, file_name, sha256, companies }: CompaniesOfDay): Promise<void> {
    if (companies.length === 0) return;
    const column = (key: keyof WrittenCompany): string[] => companies.map((company) => company[key]);
    await this.#database.transaction(async (tx) => {
      const { rows } = await sql<{ isin: string }>`
        insert into company_names as kept (isin, day, symbol, name, file_name, sha256)
        select company.isin, ${day}::date, company.symbol, company.name, ${file_name}, ${sha256}
        from unnest(${column('isin')}::text[], ${column('symbol')}::text[], ${column('name')}::text[]) as company (isin, symbol, name)
        where company.name is distinct from (
          select name from company_names as before where before.isin = company.isin and before.day <= ${day}::date order by before.day desc limit 1)
        on conflict (isin, day) do update set symbol = excluded.symbol, name = excluded.name, file_name = excluded.file_name,
          sha256 = excluded.sha256, known_at = now()
        returning isin`.execute(tx);
      const isins = rows.map(({ isin }) => isin);
      await sql`
        delete from company_names as later where later.isin = any(${isins}::text[]) and later.day > ${day}::date and later.name = (
          select name from company_names as before where before.isin = later.isin and before.day < later.day order by before.day desc limit 1)`.execute(tx);
    });
  }

  /** All names in the order of their days. */
  async known(): Promise<DatedCompany[]> {
    const { rows } = await sql<DatedCompany>`
      select isin, day::text as day, symbol, name from company_names order by day, isin`.execute(this.#database.db);
    return rows;
  }
}
