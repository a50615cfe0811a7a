import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs the ledger's hashes (Ed25519). */
export interface Signer {
  /** base64url, 32 bytes. */
  readonly publicKey: string;
  /** Signature (base64url) over the bytes of a hex hash. */
  sign(hash: string): string;
}

const FILE = 'ledger-ed25519.pem';

function signer(privateKey: KeyObject): Signer {
  return {
    publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x as string,
    sign: (hash) => sign(null, Buffer.from(hash, 'hex'), privateKey).toString('base64url'),
  };
}

/** The ledger's key from `<dataDir>/keys`, made there on the first start and readable by its owner only. */
export function openSigner(dataDir: string): Signer {
  const folder = join(dataDir, 'keys');
  const path = join(folder, FILE);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, pem, { mode: 0o600, flush: true });
    renameSync(draft, path);
  }
  return signer(createPrivateKey(readFileSync(path)));
}
