import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'hvs.token-of-the-test';

/**
 * A Vault with one transit key, `vimarsh`, of the type aes256-gcm96, at an address of its own. It answers encrypt and decrypt, and their
 * failures, as https://developer.hashicorp.com/vault/api-docs/secret/transit says.
 */
export async function aVault(mount = 'transit') {
  const keys = [randomBytes(32)];
  const asked: { path: string; token: string | undefined; body: Record<string, string> }[] = [];
  const vault = {
    url: '',
    asked,
    /** Answers instead, where it is set. */
    instead: null as ((response: ServerResponse) => void) | null,
    /** A new version of the key; what older ones sealed still opens. */
    rotate: () => void keys.push(randomBytes(32)),
    close: () => server.close(),
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const body = JSON.parse(text) as Record<string, string>;
    const token = request.headers['x-vault-token'] as string | undefined;
    asked.push({ path: request.url!, token, body });
    if (vault.instead) return vault.instead(response);
    const answer = (status: number, content: object) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    const refuse = (status: number, ...errors: string[]) => answer(status, { errors });
    if (token !== TOKEN) return refuse(403, 'permission denied');
    if (!request.url!.startsWith(`/v1/${mount}/`)) return refuse(404, `no handler for route "${request.url!.slice(4)}". route entry not found.`);
    const [what, name] = request.url!.slice(`/v1/${mount}/`.length).split('/');
    if (name !== 'vimarsh') return refuse(400, 'encryption key not found');
    const aad = Buffer.from(body.associated_data ?? '', 'base64');
    if (what === 'encrypt') {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keys.at(-1)!, nonce).setAAD(aad);
      const sealed = Buffer.concat([nonce, cipher.update(Buffer.from(body.plaintext!, 'base64')), cipher.final(), cipher.getAuthTag()]);
      return answer(200, { request_id: 'r', data: { ciphertext: `vault:v${keys.length}:${sealed.toString('base64')}`, key_version: keys.length } });
    }
    const [, version, base64] = /^vault:v(\d+):(.+)$/.exec(body.ciphertext ?? '') ?? [];
    const key = keys[Number(version) - 1];
    if (!key || !base64) return refuse(400, 'invalid ciphertext: no prefix');
    const bytes = Buffer.from(base64, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(aad).setAuthTag(bytes.subarray(-16));
      const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
      return answer(200, { request_id: 'r', data: { plaintext: plain.toString('base64') } });
    } catch {
      return refuse(400, 'cipher: message authentication failed');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vault.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return vault;
}
