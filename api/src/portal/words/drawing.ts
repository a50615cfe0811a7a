/** What the thread is asked to draw. */
export interface Drawing {
  readonly id: number;
  /** The module's file for the server, and the hash that its record promises. */
  readonly file: string;
  readonly integrity: string;
  /** `WordsInput` of `shared/kit/words`, as JSON. */
  readonly input: string;
}

/** `DrawnWords` as JSON, '' for a page that the file does not draw; or why there are none. */
export type DrawingAnswer = { readonly id: number } & ({ readonly text: string } | { readonly fault: string });
