import { expect, test } from 'vitest';
import { standIn } from '../../brokers/adapters/stand-in.testing.ts';
import { BrokerLists, readBrokerList } from './instrument-lists.ts';

const KITE = `instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange
2953217,11536,TCS,"TATA CONSULTANCY SERV LT",0,,0,0.1,1,EQ,NSE,NSE
136247044,532540,TCS,"TATA CONSULTANCY SERV LT",0,,0,0.05,1,EQ,BSE,BSE
9999,39,NIFTY26D0124000CE,"NIFTY",0,2026-12-01,24000,0.05,75,CE,NFO-OPT,NFO
9998,40,NIFTY26DECFUT,"NIFTY",0,2026-12-29,0,0.05,75,FUT,NFO-FUT,NFO
9997,41,GOLD26DEC,"GOLD",0,2026-12-05,0,1,100,FUT,MCX-FUT,MCX`;
const DHAN = `SEM_EXM_EXCH_ID,SEM_SEGMENT,SEM_SMST_SECURITY_ID,SEM_INSTRUMENT_NAME,SEM_EXPIRY_CODE,SEM_TRADING_SYMBOL,SEM_LOT_UNITS,SEM_CUSTOM_SYMBOL,SEM_EXPIRY_DATE,SEM_STRIKE_PRICE,SEM_OPTION_TYPE
NSE,E,11536,EQUITY,0,TCS,1,Tata Consultancy,,,
NSE,D,52175,OPTSTK,0,BAJAJ-AUTO-Dec2026-9000-PE,75,x,2026-12-29 14:30:00,9000.00000,PE
MCX,M,1,FUTCOM,0,GOLD-Dec2026-FUT,1,x,2026-12-05 23:30:00,-0.01,XX`;
const NOREN = `Exchange,Token,LotSize,Symbol,TradingSymbol,Expiry,Instrument,OptionType,StrikePrice,TickSize
NFO,35001,75,NIFTY,NIFTY01DEC26C24000,01-DEC-2026,OPTIDX,CE,24000,0.05
NFO,35002,75,NIFTY,NIFTY29DEC26F,29-DEC-2026,FUTIDX,XX,0,0.05`;
const NOREN_NSE = `Exchange,Token,LotSize,Symbol,TradingSymbol,Instrument,TickSize
NSE,11536,1,TCS,TCS-EQ,EQ,0.10`;

test.each<['kite' | 'dhan' | 'noren', string, object[]]>([
  [
    'kite',
    KITE,
    [
      { exchange: 'NSE', instrument: 'TCS', symbol: 'TCS', id: '11536' },
      { exchange: 'BSE', instrument: 'TCS', symbol: 'TCS', id: '532540' },
      { exchange: 'NFO', instrument: 'NIFTY 2026-12-01 24000 CE', symbol: 'NIFTY26D0124000CE', id: '39' },
    ],
  ],
  [
    'dhan',
    DHAN,
    [
      { exchange: 'NSE', instrument: 'TCS', symbol: 'TCS', id: '11536' },
      { exchange: 'NFO', instrument: 'BAJAJ-AUTO 2026-12-29 9000 PE', symbol: 'BAJAJ-AUTO-Dec2026-9000-PE', id: '52175' },
    ],
  ],
  ['noren', NOREN, [{ exchange: 'NFO', instrument: 'NIFTY 2026-12-01 24000 CE', symbol: 'NIFTY01DEC26C24000', id: '35001' }]],
  ['noren', NOREN_NSE, [{ exchange: 'NSE', instrument: 'TCS', symbol: 'TCS-EQ', id: '11536' }]],
])('%s names our shares and options as its list does, and leaves out what is neither', async (kind, text, lines) => {
  expect(await readBrokerList(kind, text)).toEqual(lines);
});

test('a list with other columns is refused whole, and a broken one leaves the names of before', async () => {
  await expect(readBrokerList('kite', '<html>Gateway timeout</html>')).rejects.toThrow('other columns');
  let answer: { status?: number; body: string } = { body: KITE };
  const broker = await standIn(() => answer);
  const lists = new BrokerLists('kite', [`${broker.url}/instruments`]);
  expect(lists.named('TCS', 'NSE')).toBeNull();
  await lists.refresh();
  expect(lists.named('TCS', 'NSE')?.symbol).toBe('TCS');
  for (const broken of [{ status: 500, body: KITE }, { body: '<html>' }]) {
    answer = broken;
    await expect(lists.refresh()).rejects.toThrow();
    expect(lists.known('NFO', 'NIFTY26D0124000CE', 'symbol')?.instrument).toBe('NIFTY 2026-12-01 24000 CE');
  }
  await broker.close();
});
