import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveOrders } from '../child.ts';
import type { RawSaid } from './chatting.ts';

/**
 * The floor of chats: `ws`, and one insert for all messages that came while the one before was committed. Acknowledged after it, then sent to
 * the others of the room. Nobody is asked for rights, no number of a sender is looked for, no text is read.
 */
serveOrders<{ database: string; schema: string }>(async ({ database, schema }) => {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(`set search_path to ${schema}`);
  await client.query('create table raw_messages (like chat_messages including all)');
  const rooms = new Map<string, { seq: number; sockets: Set<WebSocket> }>();
  const roomOf = (name: string) => {
    const room = rooms.get(name) ?? { seq: 0, sockets: new Set() };
    rooms.set(name, room);
    return room;
  };
  let waiting: { socket: WebSocket; said: RawSaid }[] = [];
  let busy = false;
  async function commit(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const at = new Date().toISOString();
      const rows = batch.map(({ said }) => {
        const room = roomOf(said.room);
        room.seq += 1;
        return { room_id: said.room, seq: room.seq, sender_id: said.user, client_msg_id: said.id, body: said.body };
      });
      await client.query(
        `insert into raw_messages (room_id, seq, kind, sender_id, client_msg_id, body, target, status_str, reason, at)
         select room_id, seq, 'message', sender_id, client_msg_id, body, null, '', '', $2
         from json_to_recordset($1) as given(room_id text, seq int, sender_id text, client_msg_id text, body text)`,
        [JSON.stringify(rows), at],
      );
      for (const [place, { socket, said }] of batch.entries()) {
        const row = rows[place]!;
        socket.send(JSON.stringify({ ack: said.id, seq: row.seq, at }));
        const text = JSON.stringify({ ...row, at });
        for (const other of roomOf(said.room).sockets) other.send(text);
      }
    }
    busy = false;
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (socket) => {
    let joined = '';
    socket.on('message', (data: Buffer) => {
      const said = JSON.parse(data.toString()) as RawSaid | { join: string };
      if ('join' in said) {
        joined = said.join;
        roomOf(joined).sockets.add(socket);
        socket.send('{"joined":true}');
        return;
      }
      waiting.push({ socket, said });
      void commit();
    });
    socket.on('close', () => roomOf(joined).sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.on('listening', resolve));
  return { port: (server.address() as AddressInfo).port };
});
