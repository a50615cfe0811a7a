import { textFrame } from './text-frame.ts';

/** An encoded message: for polling, and as the frame that a WebSocket gets as it is. */
export interface Prepared {
  readonly text: string;
  readonly options: { readonly wsPreEncodedFrame: readonly Buffer[] };
}

/** Socket.IO's mark of an event of the main namespace, before `[event, payload]`. */
const EVENT_PACKET = '2';
/** Engine.IO's mark of a message, before what Socket.IO says; Engine.IO puts it there itself unless the frame is made. */
const MESSAGE_PACKET = '4';

/** Encodes an event once, for all sockets that are to get the same. */
export function prepareMessage(event: string, payload: unknown): Prepared {
  // Written as Socket.IO would write it, but without its walk through the whole payload in search of binary data.
  const text = `${EVENT_PACKET}${JSON.stringify([event, payload])}`;
  // Socket.IO's own way for rooms; it spares each socket the encoding and the copy.
  return { text, options: { wsPreEncodedFrame: [textFrame(MESSAGE_PACKET + text)] } };
}
