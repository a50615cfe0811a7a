import axios, { type AxiosAdapter, type AxiosInstance } from 'axios';
import type { Route } from '../../contract/route.ts';
import { CHAT_TIMEOUT_MS, REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '../../domain/constants.ts';
import { type Answered, takeAhead } from '../ahead.ts';
import { KEYS, type Store } from '../core/storage.ts';

export interface HttpCall {
  route: Route;
  input: { params?: unknown; query?: unknown; body?: unknown };
  signal: AbortSignal;
  /** Shorter than the client's ceiling, ms. */
  timeout?: number;
  /** Bearer to use instead of the stored one (sign-out, which has cleared storage already). */
  bearer?: string;
}

export interface Http {
  /** Resolves with any HTTP answer; rejects when none came. */
  send(call: HttpCall): Promise<Answered>;
}

/**
 * The three clients: the main API on the page's own origin, the chat API on its own base, and uploads (multipart). All
 * carry the bearer of local storage, if there is one, and credentials (spec 7). No cookie is read for a token against forged requests: none
 * is given out, and each read waits for the browser's other process. `adapter` is for tests.
 */
export function createHttp(store: Store, chatApi: string, adapter?: AxiosAdapter): Http {
  const client = (timeout: number, baseURL: string): AxiosInstance =>
    axios.create({ baseURL, timeout, withCredentials: true, withXSRFToken: false, validateStatus: () => true, ...(adapter && { adapter }) });
  const clients = { main: client(REQUEST_TIMEOUT_MS, ''), chat: client(CHAT_TIMEOUT_MS, chatApi), upload: client(UPLOAD_TIMEOUT_MS, '') };

  return {
    async send({ route, input, signal, timeout, bearer }) {
      const upload = input.body instanceof FormData;
      const isChat = /^\/chat\/v1\//.test(route.path);
      const chosen = upload ? clients.upload : isChat ? clients.chat : clients.main;
      const token = bearer ?? store.read(KEYS.token);
      const url = fillPath(route.path, record(input.params)) + queryOf(record(input.query));
      const ahead = route.method === 'GET' && takeAhead(url, token, signal);
      const answered = ahead && (await ahead);
      if (answered) return answered;
      return chosen.request({
        method: route.method,
        url,
        ...(upload && isChat && { baseURL: chatApi }),
        // "Payload: empty" is an empty JSON object; a GET has no body.
        ...(route.method === 'POST' && { data: input.body ?? {} }),
        headers: { ...(!upload && route.method === 'POST' && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) },
        signal,
        ...(timeout !== undefined && { timeout }),
      });
    },
  };
}

const record = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

function queryOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}
