/** Work that a service does by the clock. */
export interface Job<Context> {
  /** The word in logs, spans and metrics; unique within the service. */
  name: string;
  everyMs: number;
  run(context: Context): Promise<void>;
}

/**
 * A job under a database lease: one replica at a time runs it, and another takes over when that one dies.
 * The next round begins `everyMs` after the last one ended; a failed round is logged and tried again with the next.
 */
export function every<Context>(name: string, everyMs: number, run: (context: Context) => Promise<void>): Job<Context> {
  return { name, everyMs, run };
}
