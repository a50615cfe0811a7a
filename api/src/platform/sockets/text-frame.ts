const FINAL_TEXT = 0x81;

/**
 * A whole text message as one unmasked WebSocket frame (RFC 6455, 5.2), to be written to any number of sockets. By hand
 * because the budget of live prices demands it: the `Sender` of `ws` has no types and makes two writes of each frame.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, head);
  return frame;
}
