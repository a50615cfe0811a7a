import * as z from 'zod/mini';
import { declareTopic, type RoomDeclaration } from '../socket/declare-topic.ts';
import { TRADING_ORDER_STATES } from './types.ts';

/** A person’s own orders, in the room of their user id. What counts is read again by `readTradingOrder` or `listOrders`; an event may be lost. */
export const ordersTopic = declareTopic({
  name: 'orders',
  access: 'session',
  client: {},
  server: { 'order:changed': z.object({ room: z.string(), id: z.string(), version: z.number(), state: z.enum(TRADING_ORDER_STATES) }) },
  perSecond: 2,
  roomsPerSocket: 1,
  sequence: null,
} satisfies RoomDeclaration);
