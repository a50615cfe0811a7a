/** Longest code the server accepts; what stands in storage is never trusted. */
const FORM = /^[\w -]{1,40}$/;
const KEY = 'vimarsh.referral';

/** Google's page brings no code of ours back, so this tab keeps it meanwhile. Each departure says anew which, also that there is none. */
export function keepReferral(code: string): void {
  try {
    if (code) sessionStorage.setItem(KEY, code);
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing signs up without it.
  }
}

export function keptReferral(): string {
  try {
    const code = sessionStorage.getItem(KEY) ?? '';
    return FORM.test(code) ? code : '';
  } catch {
    return '';
  }
}
