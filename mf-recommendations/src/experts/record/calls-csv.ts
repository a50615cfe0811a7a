import type { JudgedCallRow } from '@vimarsh/shared/contract/experts/types.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';

/** Fields of the contract, under its names; prices ₹, returns %, instants UTC. */
const COLUMNS = [
  'id',
  'stock',
  'sector',
  'cap',
  'call_type',
  'term',
  'status',
  'published_at',
  'entry_at',
  'entry',
  'target',
  'initial_stop',
  'ended_at',
  'exit',
  'realised_return',
  'net_return',
  'r_multiple',
  'alpha',
  'chance',
  'follower_entry',
  'follower_exit',
  'follower_return',
] as const satisfies readonly (keyof JudgedCallRow)[];

/** The calls behind a record's figures with every input, one line each, for whoever computes them again. */
export const callsCsv = (calls: readonly JudgedCallRow[]): string =>
  csv([[...COLUMNS, 'moved'], ...calls.map((call) => [...COLUMNS.map((key) => call[key]), movesOf(call)])]);

/** Stop-losses after the first, each as `instant stop@last price`; without the price where it is not on record. */
const movesOf = ({ moved = [] }: JudgedCallRow): string => moved.map(({ at, stop, price }) => `${at} ${stop}${price === null ? '' : `@${price}`}`).join('; ');
