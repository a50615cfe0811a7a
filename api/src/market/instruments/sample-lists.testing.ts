import { isinDigit } from '@vimarsh/shared/domain/market/isin.ts';

/** Small lists of instruments for tests, written as the exchange writes them. */

/** A valid ISIN of an invented issuer: three digits, and the number of its security. */
export function sampleIsin(issuer: number, security = 1): string {
  const body = `INE${issuer}Z010${security}`;
  return `${body}${isinDigit(body)}`;
}

export interface SampleShare {
  readonly symbol: string;
  readonly name?: string;
  readonly industry?: string;
  readonly series?: string;
  readonly isin: string;
}

const file = (head: string, lines: readonly string[]): string => `${[head, ...lines].join('\n')}\n`;

/** `ind_nifty…list.csv` */
export const indexList = (shares: readonly SampleShare[]): string =>
  file(
    'Company Name,Industry,Symbol,Series,ISIN Code',
    shares.map(({ symbol, name = `${symbol} Ltd.`, industry = 'Chemicals', series = 'EQ', isin }) => `${name},${industry},${symbol},${series},${isin}`),
  );

/** `EQUITY_L.csv` */
export const securitiesList = (shares: readonly SampleShare[]): string =>
  file(
    'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE',
    shares.map(({ symbol, name = `${symbol} Limited`, series = 'EQ', isin }) => `${symbol},${name},${series},06-OCT-2008,10,1,${isin},10`),
  );

export interface SampleSecurity extends SampleShare {
  readonly suspended?: boolean;
  readonly deleted?: boolean;
}

/** `NSE_CM_security_DDMMYYYY.csv`, of its 120 columns those that are read. */
export const securityFile = (shares: readonly SampleSecurity[]): string =>
  file(
    'FinInstrmId,TckrSymb,SctySrs,FinInstrmNm,ISIN,ParVal,BidIntrvl,ListgDt,RmvlDt,RadmssnDt,SctyStsNrmlMkt,ElgbltyNrmlMkt,DelFlg',
    shares.map(
      ({ symbol, name = `${symbol} LTD`, series = 'EQ', isin, suspended = false, deleted = false }, at) =>
        `${at + 1},${symbol},${series},${name},${isin},1000,5,888969600,0,0,${suspended ? 3 : 6},${suspended || deleted ? 0 : 1},${deleted ? 'Y' : 'N'}`,
    ),
  );
