import * as z from 'zod/mini';
import { ROLES, rolesToStore } from '../../domain/access/roles.ts';
import { afterLogin } from '../after-login.ts';
import type { Core } from '../core/core.ts';
import { KEYS, type Store } from '../core/storage.ts';
import { handBackDrafts } from '../kept-drafts.ts';
import type { AdoptOptions, LoginAnswer, Session } from '../session.types.ts';
import { localProfile, type ProfileParts, profileParts } from './profile.ts';
import { storeTokens } from './tokens.ts';

/** The ekyc notice waits so long for the profile screen to be there (S4-AFTER-04, S9-LIM-A05), ms. */
const EKYC_DELAY = 3000;

/** Long enough to be read in full, ms. */
const NOT_KEPT_MS = 10_000;
const NOT_KEPT = 'This browser’s storage is full or blocked, so nothing is kept. You are signed in on this page only; after a reload, sign in again.';

const loginParts = z.extend(profileParts, { ask_password_for_change: z.boolean() });

/** Keeps a profile with its roles and plans. After an OTP sign-in the role is All, whatever the answer says (spec 6). */
export function storeProfile(store: Store, parts: ProfileParts, host: string, options: { lastSeen?: string; otp?: boolean } = {}): void {
  const plan = (value: ProfileParts['sub_plan_data']) => (value ? JSON.stringify(value) : '');
  store.write(KEYS.profile, JSON.stringify(localProfile(parts, host, options.lastSeen)));
  store.write(KEYS.roles, JSON.stringify(options.otp ? [ROLES.ALL] : rolesToStore(parts.user_data.roles)));
  store.write(KEYS.plan, plan(parts.sub_plan_data));
  store.write(KEYS.publisherPlan, plan(parts.publisher_plan_data));
}

/**
 * Takes over a sign-in: tokens, profile, roles and plans are kept, user type and environment derived anew. Throws when
 * the answer is a failure or breaks the contract, with nothing kept.
 */
export function adoptLogin(core: Core, answer: LoginAnswer, how: Parameters<Session['adopt']>[1], options: AdoptOptions = {}): { to: string } {
  const { store, browser } = core;
  const parts = loginParts.parse(answer.extras);
  if (!answer.status || !storeTokens(store, answer)) throw new Error('adopt() takes an answer that signs in');
  const back = handBackDrafts(parts.user_data.user_id);
  if (back && !store.read(KEYS.pendingRoute)) store.write(KEYS.pendingRoute, back);
  const pending = store.read(KEYS.pendingRoute);
  storeProfile(store, parts, browser.origin, { otp: how === 'otp' });
  if (options.signUp && parts.profile_data.email) store.write(KEYS.email, parts.profile_data.email);
  core.deriveVisitor();
  core.changed();
  browser.tellTabs();
  if (!store.lasts()) core.notices.notify({ kind: 'info', title: 'Info', text: NOT_KEPT, ms: NOT_KEPT_MS });

  const { profession, full_name, aadhar_card_status, pan_card_status, sebi_certificate_status } = parts.profile_data;
  const destination = afterLogin({
    how,
    ask_password_for_change: parts.ask_password_for_change,
    profession,
    full_name,
    aadhar_card_status,
    pan_card_status,
    sebi_certificate_status,
    redirect: answer.data?.redirect_url || answer.redirect,
    pending,
    environment: core.page().environment,
    widgetAccess: options.widgetAccess ?? null,
    bypass: options.bypass ?? false,
  });
  if (how === 'social' && destination.to === pending) store.write(KEYS.pendingRoute, '');
  if (destination.ekyc) {
    setTimeout(() => core.notices.notify({ kind: 'info', title: 'Info', text: 'Please fill the ekyc details', ms: 3000 }), EKYC_DELAY);
  }
  return { to: destination.to };
}
