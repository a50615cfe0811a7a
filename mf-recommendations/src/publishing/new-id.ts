/** An id that nobody else has: 128 random bits in hex. `crypto.randomUUID` is missing on pages without TLS, as in an office's own network. */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
