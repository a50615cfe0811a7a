import { connect as connectPlain } from 'node:net';
import { connect as connectSealed } from 'node:tls';

export type OnceAnswered =
  /** The first bytes that came. */
  | { readonly kind: 'answer'; readonly text: string }
  /** Connected, and closed without a byte. */
  | { readonly kind: 'closed' }
  /** Nothing in time. */
  | { readonly kind: 'silent' }
  /** No connection; the code of the system. */
  | { readonly kind: 'failed'; readonly code: string };

export interface Peer {
  readonly host: string;
  readonly port: number;
  /** Over TLS, whoever its certificate names: only the protocol is asked after. */
  readonly sealed?: boolean;
}

/** Connects, says something, and tells the first that comes back. */
export function askOnce({ host, port, sealed = false }: Peer, words: Uint8Array, withinMs: number): Promise<OnceAnswered> {
  const { promise, resolve } = Promise.withResolvers<OnceAnswered>();
  const socket = sealed ? connectSealed({ host, port, rejectUnauthorized: false }) : connectPlain({ host, port });
  // In two halves, so that a process that was busy all the while hears first what has come.
  let timer = setTimeout(() => {
    timer = setTimeout(() => resolve({ kind: 'silent' }), withinMs / 2);
  }, withinMs / 2);
  socket.on(sealed ? 'secureConnect' : 'connect', () => socket.write(words));
  socket.on('data', (bytes: Buffer) => resolve({ kind: 'answer', text: bytes.toString('latin1', 0, 200) }));
  socket.on('error', (error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }) =>
    resolve({ kind: 'failed', code: error.code ?? error.errors?.[0]?.code ?? 'an unknown failure' }),
  );
  socket.on('close', () => resolve({ kind: 'closed' }));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** DNS does not know the name, which no waiting mends. */
export const isUnknownHost = (code: string): boolean => code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NONAME';
