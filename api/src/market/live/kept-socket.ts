import { type RawData, WebSocket } from 'ws';
import { LineFault, type LineState } from './price-line.ts';

export interface KeptSocketOptions {
  /** The broker's name, as sentences begin with it. */
  readonly name: string;
  /** Address of the socket with what opens it; asked for before each try. A LineFault that is `refused` stops the tries until `credential` changes. */
  readonly address: () => Promise<string>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The access token. A new value makes a refused socket try again. */
  readonly credential: () => string;
  /** Sends what has to be sent first on each connection. */
  readonly opened: (send: (message: string | Buffer) => void) => void;
  /** `binary`: the frame's kind. */
  readonly message: (data: Buffer, binary: boolean) => void;
  readonly state: (state: LineState) => void;
  /** A ping or the answer to one came in: all that was sent before it has arrived. */
  readonly alive?: (() => void) | undefined;
  /** Sends a ping where nothing came in for so long, ms: for brokers that do not say how often they do. */
  readonly pingAfter?: number | undefined;
  /** The address is good for one connection, and a handshake that is refused says nothing of the token: the next try asks for another address. */
  readonly isAddressUsedOnce?: boolean | undefined;
  /** A connection on which nothing came in for so long is dead, ms. */
  readonly silentAfter: number;
  /** The longest message, bytes. */
  readonly most: number;
  readonly timing?: Partial<Timing> | undefined;
}

/** All in ms. */
export interface Timing {
  /** The first pause before a reconnect; it doubles from try to try up to `longestPause`. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** How often a refused socket looks for a new credential, and tries again without one. */
  readonly lookForCredential: number;
  readonly retryRefused: number;
  readonly handshake: number;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
}

const TIMING: Timing = { firstPause: 500, longestPause: 30_000, lookForCredential: 5_000, retryRefused: 300_000, handshake: 10_000, random: Math.random };

/** A connection counts as good, so that pauses begin anew, once it has stood for this long, ms. */
const STEADY_MS = 10_000;

/**
 * A WebSocket that is opened again whenever it ends, with pauses that double, have a ceiling and a jitter: a broker that comes back must not
 * meet all its customers in one second. Nothing on it waits in a queue: messages are handed on as they come.
 */
export class KeptSocket {
  readonly #options: KeptSocketOptions;
  readonly #timing: Timing;
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #tries = 0;
  #openedAt = 0;
  #lastHeard = 0;
  #stopped = false;
  #state: LineState = { kind: 'connecting', reason: '' };

  constructor(options: KeptSocketOptions) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
  }

  state(): LineState {
    return this.#state;
  }

  start(): void {
    void this.#connect();
  }

  /** Sends on the open connection; returns false where there is none. */
  send(message: string | Buffer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(message);
    return true;
  }

  /** Ends a connection that is no good, which leads to the next try. */
  drop(reason: string): void {
    this.#ended(this.#socket, reason);
  }

  /** Something of the open connection is lost, though it goes on: whoever listens has to count with a gap. */
  missed(reason: string): void {
    if (this.#state.kind !== 'open') return;
    this.#tell({ kind: 'lost', reason });
    this.#tell({ kind: 'open', reason: '' });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#silence);
    this.#socket?.terminate();
    this.#socket = null;
    this.#tell({ kind: 'stopped', reason: '' });
  }

  async #connect(): Promise<void> {
    const { name, address, headers, opened, message, alive, pingAfter, silentAfter, most } = this.#options;
    this.#tell({ kind: 'connecting', reason: this.#state.reason });
    let url: string;
    try {
      url = await address();
    } catch (error) {
      if (!this.#stopped) this.#failed(error instanceof LineFault ? error : new LineFault(`${name} can’t be reached.`));
      return;
    }
    if (this.#stopped) return;
    let socket: WebSocket;
    try {
      socket = new WebSocket(url, {
        headers,
        maxPayload: most,
        handshakeTimeout: this.#timing.handshake,
        followRedirects: false,
        perMessageDeflate: false,
        skipUTF8Validation: false,
      });
    } catch {
      // Its error may hold the address.
      this.#failed(new LineFault(`${name} gave an address that can’t be used.`));
      return;
    }
    this.#socket = socket;
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      const refused = !this.#options.isAddressUsedOnce && (response.statusCode === 401 || response.statusCode === 403);
      const why = refused ? `${name} refuses the key or the access token.` : `${name} answered with the status ${response.statusCode}.`;
      this.#socket = null;
      socket.terminate();
      this.#failed(new LineFault(why, refused));
    });
    socket.on('open', () => {
      if (this.#socket !== socket) return;
      this.#openedAt = this.#lastHeard = performance.now();
      clearInterval(this.#silence);
      this.#silence = setInterval(
        () => {
          const silent = performance.now() - this.#lastHeard;
          if (silent > silentAfter) this.#ended(socket, `${name} has sent nothing for ${Math.round(silentAfter / 100) / 10} seconds.`);
          else if (pingAfter !== undefined && silent > pingAfter) socket.ping();
        },
        Math.max(20, silentAfter / 5),
      );
      this.#silence.unref();
      opened((text) => socket.send(text));
      this.#tell({ kind: 'open', reason: '' });
    });
    socket.on('message', (data: RawData, binary) => {
      if (this.#socket !== socket) return;
      this.#lastHeard = performance.now();
      message(data as Buffer, binary);
    });
    for (const sign of ['ping', 'pong'] as const)
      socket.on(sign, () => {
        if (this.#socket !== socket) return;
        this.#lastHeard = performance.now();
        alive?.();
      });
    // `close` follows every error, so nothing is done here. An error without a listener would end the process.
    socket.on('error', () => undefined);
    socket.on('close', (code) => this.#ended(socket, `${name} ended the connection${code > 1000 && code !== 1006 ? ` with the code ${code}` : ''}.`));
  }

  #ended(socket: WebSocket | null, reason: string): void {
    if (this.#stopped || !socket || this.#socket !== socket) return;
    this.#socket = null;
    socket.terminate();
    if (this.#openedAt > 0 && performance.now() - this.#openedAt > STEADY_MS) this.#tries = 0;
    this.#failed(new LineFault(reason));
  }

  #failed({ message, refused }: LineFault): void {
    clearInterval(this.#silence);
    this.#openedAt = 0;
    this.#tell({ kind: refused ? 'refused' : 'lost', reason: message });
    if (refused) {
      this.#awaitCredential();
      return;
    }
    const { firstPause, longestPause, random } = this.#timing;
    const pause = Math.min(longestPause, firstPause * 2 ** Math.min(this.#tries, 20));
    this.#tries++;
    this.#later(pause * (0.5 + random() / 2), () => void this.#connect());
  }

  /** A token that is over is not offered again and again: only another one, or a long pause, leads to the next try. */
  #awaitCredential(): void {
    const { lookForCredential, retryRefused } = this.#timing;
    const before = this.#options.credential();
    const since = performance.now();
    const look = (): void => {
      if (this.#options.credential() !== before || performance.now() - since > retryRefused) void this.#connect();
      else this.#later(lookForCredential, look);
    };
    this.#later(lookForCredential, look);
  }

  #later(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(work, ms);
    this.#timer.unref();
  }

  #tell(state: LineState): void {
    this.#state = state;
    this.#options.state(state);
  }
}
