import type { ElementTag } from '@vimarsh/shared/contract/embed/elements.ts';
import { originFix } from '@vimarsh/shared/domain/insights/key-origin.ts';
import { isTestKey } from '@vimarsh/shared/domain/insights/test-key.ts';

/** What the server says of an access key on this page. */
export interface KeyFacts {
  readonly key: string;
  readonly state: 'active' | 'missing' | 'unknown' | 'revoked' | 'expired' | 'unreachable';
  /** Of this page, as the server was told. */
  readonly origin: string;
  readonly listed: boolean;
  /** An app's: opens nothing without what the app's server has signed. */
  readonly proof: boolean;
  readonly widgets: readonly string[];
  /** What browsers stopped of its frames in seven days. */
  readonly blocked: readonly { readonly origin: string; readonly directive: string; readonly count: number }[];
}
export interface ElementFacts {
  readonly tag: ElementTag;
  readonly code: string;
  readonly key: string;
  readonly widget: string | undefined;
  /** px on the page; 0 where it is hidden. */
  readonly width: number;
  readonly shown: boolean;
  readonly error: { readonly code: string; readonly fix: string } | undefined;
}
export interface PageFacts {
  readonly portal: string;
  readonly version: string;
  readonly keys: readonly KeyFacts[];
  readonly elements: readonly ElementFacts[];
  readonly frames: number;
  /** Of this page's policy, about our addresses. */
  readonly violations: readonly { readonly directive: string; readonly blocked: string }[];
  /** Layout shift scores; null where the browser does not measure them. */
  readonly shift: { readonly ours: number; readonly page: number } | null;
  /** Our code in frames that took over 50 ms, ms. */
  readonly work: number | null;
  /** Bytes over the wire from us, and in how many answers. */
  readonly wire: { readonly bytes: number; readonly answers: number };
  /** Script tags of ours. */
  readonly loaders: number;
}

export interface Finding {
  readonly about: string;
  readonly ok: boolean;
  readonly text: string;
  /** What to change; '' where nothing is wrong. */
  readonly fix: string;
}

/** Below this width a widget's figures have no room. */
const LEAST_WIDTH = 280;
const MOST_SHIFT = 0.01;
const MOST_WORK_MS = 60;

const fine = (about: string, text: string): Finding => ({ about, ok: true, text, fix: '' });
const wrong = (about: string, text: string, fix: string): Finding => ({ about, ok: false, text, fix });
const shortened = (key: string): string => (key.length > 20 ? `${key.slice(0, 16)}…` : key);

/** What stands in the way on a partner's page, each with its fix, and what is in order. */
export function findingsOf(facts: PageFacts): Finding[] {
  return [
    ...presence(facts),
    ...facts.keys.map((key) => originOf(key, facts)),
    ...facts.keys.flatMap((key) => scopesOf(key, facts)),
    ...facts.keys.flatMap(blockedOf),
    ...policyOf(facts),
    ...facts.elements.flatMap((element) => elementOf(element)),
    shiftOf(facts),
    workOf(facts),
    fine('Weight', `${(facts.wire.bytes / 1024).toFixed(1)} kB in ${facts.wire.answers} answers from ${facts.portal}`),
  ];
}

function presence({ elements, frames, loaders, version }: PageFacts): Finding[] {
  const found = `${elements.length} elements, ${frames} frames, version ${version}`;
  if (elements.length + frames === 0)
    return [wrong('Widgets', 'There is none on this page.', 'Paste the element below the script, e.g. <vimarsh-sentiment stock="TCS" access-key="…">.')];
  return [
    loaders > 1
      ? wrong('Widgets', `${found}; the script stands ${loaders} times`, 'Keep one script tag; one is enough for all widgets of a page.')
      : fine('Widgets', found),
  ];
}

function originOf({ key, state, origin, listed, proof }: KeyFacts, { portal }: PageFacts): Finding {
  const about = `Key ${shortened(key) || '(none)'}`;
  if (state === 'unreachable')
    return wrong(about, `${portal} did not answer.`, `Allow connect-src ${portal}, switch off blockers for this page, and check the network.`);
  if (state === 'missing') return wrong(about, 'An element has no access key.', 'Add access-key="pk_live_…" with the key of your integration.');
  if (state === 'unknown') return wrong(about, 'This key does not exist.', 'Compare it with the one you were given, character by character.');
  if (state === 'revoked') return wrong(about, 'This key was revoked.', 'Use your other active key, or ask for a new one.');
  if (state === 'expired') return wrong(about, 'This key has expired.', 'Ask for a new key.');
  if (!listed) return wrong(about, `not for ${origin}`, originFix(origin));
  return fine(about, `${isTestKey(key) ? 'a test key, simulated data,' : 'live'} on ${origin}${proof ? ', with a proof that your server has signed' : ''}`);
}

function scopesOf({ key, state, listed, widgets }: KeyFacts, { elements }: PageFacts): Finding[] {
  if (state !== 'active' || !listed) return [];
  const missing = [
    ...new Set(elements.flatMap((element) => (element.key === key && element.widget && !widgets.includes(element.widget) ? [element.widget] : []))),
  ];
  if (missing.length === 0) return [fine('Scopes', widgets.join(', '))];
  return missing.map((widget) =>
    wrong('Scopes', `the key does not include ${widget}`, `Ask us to add ${widget} to this key; it has ${widgets.join(', ') || 'none'}.`),
  );
}

/** What happened to other visitors. Only a page around a frame can mend anything. */
function blockedOf({ blocked }: KeyFacts): Finding[] {
  return blocked.map(({ origin, directive, count }) => {
    const often = count === 1 ? 'once' : `${count} times`;
    const from = origin || 'an unnamed page';
    return directive === 'frame-ancestors'
      ? wrong(
          'Refused frames',
          `${from} wanted to show a frame with this key, ${often} in seven days`,
          `If it is yours, have exactly ${origin || 'its origin'} added to this key.`,
        )
      : fine('Inside our frames', `${directive} stopped ${from}, ${often} in seven days: an extension or proxy adds it, the widget works without`);
  });
}

function policyOf({ violations, portal }: PageFacts): Finding[] {
  const about = 'Content-Security-Policy';
  const seen = new Map(violations.map((violation) => [violation.directive, violation.blocked]));
  if (seen.size === 0) return [fine(about, 'nothing of ours was blocked')];
  return [...seen].map(([directive, blocked]) => {
    const name = directive.replace(/-(elem|attr)$/, '');
    return wrong(about, `${directive} blocked ${blocked}`, `Add to your policy: ${name} ${portal}`);
  });
}

function elementOf({ tag, code, width, shown, error }: ElementFacts): Finding[] {
  const about = `<${tag}>${code ? ` ${code}` : ''}`;
  if (error) return [wrong(about, error.code, error.fix)];
  if (width === 0) return [wrong(about, 'is hidden', 'Show the element; a statutory text is part of it.')];
  if (width < LEAST_WIDTH) return [wrong(about, `has ${Math.round(width)} px`, `Give it ${LEAST_WIDTH} px or more.`)];
  return shown ? [fine(about, `${Math.round(width)} px wide, data on the screen`)] : [fine(about, 'waits until it comes near the screen')];
}

function shiftOf({ shift }: PageFacts): Finding {
  if (!shift) return fine('Layout shift', 'not measured by this browser');
  const text = `${shift.ours.toFixed(3)} by our widgets, ${shift.page.toFixed(3)} on the whole page`;
  return shift.ours <= MOST_SHIFT
    ? fine('Layout shift', text)
    : wrong('Layout shift', text, 'Keep style="display:block;min-height:…px" of the snippet on the element, so that its room is there before the script.');
}

function workOf({ work }: PageFacts): Finding {
  if (work === null) return fine('Main thread', 'not measured by this browser');
  const text = `${Math.round(work)} ms of our code in frames over 50 ms`;
  return work <= MOST_WORK_MS
    ? fine('Main thread', text)
    : wrong('Main thread', text, 'Leave out load="eager", so that widgets far below start when they are scrolled to.');
}
