import { AskAgain } from '../ask-again.ts';
import type { FaultyNode } from '../faults/nodes.ts';
import type { Person } from '../person.ts';
import { pause } from './journal.ts';

/** No request may take longer than this, whatever fails: nobody waits for ever. */
const LONGEST_MS = 25_000;

export interface Reading {
  /** What is asked at once, by the number of the round. */
  pathsOf(round: number): readonly string[];
  /** Between two rounds, ms. */
  readonly rest: number;
}

/** Asks one node for lists without end. */
export class Reader {
  lastGood = 0;
  reads = 0;
  retries = 0;
  #running = true;
  readonly #work: Promise<void>;

  constructor(node: FaultyNode, person: Person, reading: Reading, wrong: string[]) {
    this.#work = this.#read(node, person, reading, wrong);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#work;
  }

  async #read(node: FaultyNode, person: Person, { pathsOf, rest }: Reading, wrong: string[]): Promise<void> {
    for (let round = 0; this.#running && node.ended() === null; round += 1) {
      const begun = performance.now();
      const outcomes = await Promise.all(pathsOf(round).map((path) => this.#ask(node, path, person, wrong, begun)));
      if (outcomes.every(Boolean)) this.lastGood = begun;
      if (performance.now() - begun > LONGEST_MS && !node.wasStopped(begun)) wrong.push(`a list took ${Math.round(performance.now() - begun)} ms`);
      await pause(rest);
    }
  }

  async #ask(node: FaultyNode, path: string, person: Person, wrong: string[], begun: number): Promise<boolean> {
    try {
      const response = await fetch(`${node.portal}${path}`, { headers: { authorization: `Bearer ${await person.token()}` } });
      const { code } = (await response.json()) as { code?: string };
      this.reads += 1;
      if (response.ok) return true;
      if (response.status === 503 && code === 'RETRY') this.retries += 1;
      else wrong.push(`${path} was answered ${response.status} ${code}`);
    } catch (error) {
      if (error instanceof AskAgain) this.retries += 1;
      else if (node.ended() === null && !node.wasStopped(begun)) wrong.push(`${path} got no answer: ${error}`);
    }
    return false;
  }
}
