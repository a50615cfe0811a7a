import { type KeySeal, secretSeal } from './key-seal.ts';
import { type VaultSettings, vaultSeal } from './vault.ts';

export interface SealSettings extends VaultSettings {
  readonly SECRET_KEY?: string | undefined;
}

/** The seal of the settings: Vault where its key is named, otherwise SECRET_KEY, which still opens what it sealed; null where there is neither. */
export function sealOf(settings: SealSettings): KeySeal | null {
  const { SECRET_KEY } = settings;
  const seals = [vaultSeal(settings), SECRET_KEY ? secretSeal(SECRET_KEY) : null].filter((seal) => seal !== null);
  const [first] = seals;
  if (!first) return null;
  return {
    ...first,
    async open(sealed, public_key) {
      const seal = seals.find((one) => one.made(sealed));
      if (!seal) throw new Error('Sealed by what is not set here');
      return seal.open(sealed, public_key);
    },
  };
}
