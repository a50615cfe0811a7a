import { randomBytes } from 'node:crypto';
import type { WidgetName } from '@vimarsh/shared/contract/embed/types.ts';
import type { ZodMiniType } from 'zod/mini';
import { success } from '../../platform/http/envelope.ts';
import { ReadyAnswer } from '../ready-answer.ts';

/** Where a widget's data come from. Both give the same object until something changed. */
export interface SubjectSource {
  readonly schema: ZodMiniType;
  /** Null, or a Fail that says more, for what can't be shown. */
  of(code: string): Promise<object | null>;
  /** What `of` would answer, if that needs no computing now. */
  known(code: string): object | null;
}

/** What one widget shows, as it was when `seq` was given out. */
export interface Subject {
  /** `<widget>:<code>`. */
  readonly id: string;
  readonly widget: WidgetName;
  readonly code: string;
  readonly seq: number;
  /** What the contract keeps of it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** `{widget, code, data}`, written once. */
  readonly json: string;
  /** The answer to a request for this subject alone. */
  readonly answer: ReadyAnswer;
}

interface Widget {
  readonly source: SubjectSource;
  /** By code. */
  readonly kept: Map<string, Kept>;
}
interface Kept {
  value: object;
  readonly subject: Subject;
}
type Changed = (subject: Subject, before: Subject | undefined) => void;

/**
 * Insights by subject, each parsed by its contract and written as JSON once for each change, whoever asked for it. Changes
 * are counted over all subjects; a cursor names a point of that count in the life of this process.
 */
export class Subjects {
  readonly #headers: readonly string[];
  readonly #widgets = new Map<string, Widget>();
  readonly #listeners: Changed[] = [];
  readonly #life = randomBytes(4).toString('hex');
  #seq = 0;

  /** `headers` of the answers to single requests. */
  constructor(headers: readonly string[]) {
    this.#headers = headers;
  }

  add(widget: WidgetName, source: SubjectSource): void {
    this.#widgets.set(widget, { source, kept: new Map() });
  }

  onChange(listener: Changed): void {
    this.#listeners.push(listener);
  }

  /** Null for what does not exist. Throws what computing throws. */
  async read(id: string): Promise<Subject | null> {
    const [name, code] = parts(id);
    const widget = this.#widgets.get(name);
    const value = await widget?.source.of(code);
    return widget && value ? this.#keep(widget, name, code, value) : null;
  }

  /** What `read` would answer, if that needs no computing now. */
  known(name: WidgetName, code: string): Subject | null {
    const widget = this.#widgets.get(name);
    const value = widget?.source.known(code);
    return widget && value ? this.#keep(widget, name, code, value) : null;
  }

  /** As it was last, however old. */
  last(id: string): Subject | undefined {
    const [name, code] = parts(id);
    return this.#widgets.get(name)?.kept.get(code)?.subject;
  }

  /** Here and now: a stream that begins at it misses nothing that comes later. */
  cursor(): string {
    return `${this.#life}-${this.#seq}`;
  }

  /** Whether who has seen everything up to a cursor may lack this. Cursors of another process say nothing. */
  isNewsAt(cursor: string, { seq }: Subject): boolean {
    const [life, reached] = cursor.split('-');
    return life !== this.#life || !(Number(reached) >= seq);
  }

  #keep({ source, kept: all }: Widget, widget: WidgetName, code: string, value: object): Subject {
    const kept = all.get(code);
    if (kept?.value === value) return kept.subject;
    const envelope = success(source.schema, value) as { data: Record<string, unknown> };
    const json = JSON.stringify({ widget, code, data: envelope.data });
    if (kept?.subject.json === json) {
      kept.value = value;
      return kept.subject;
    }
    this.#seq += 1;
    const answer = new ReadyAnswer(JSON.stringify(envelope), this.#headers);
    const subject = { id: `${widget}:${code}`, widget, code, seq: this.#seq, data: envelope.data, json, answer };
    all.set(code, { value, subject });
    for (const listener of this.#listeners) listener(subject, kept?.subject);
    return subject;
  }
}

/** Widgets among subjects, each once. */
export const widgetsOf = (subjects: readonly string[]): string[] => [...new Set(subjects.map((id) => parts(id)[0]))];

const parts = (id: string): [WidgetName, string] => {
  const at = id.indexOf(':');
  return [id.slice(0, at) as WidgetName, id.slice(at + 1)];
};
