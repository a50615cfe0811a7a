/** The text of another server's answer; throws where it is longer than `most` characters, before it is all in memory. */
export async function textOf(answer: Response, most: number): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > most) throw new Error('its answer is too long');
  }
  return text + decoder.decode();
}
