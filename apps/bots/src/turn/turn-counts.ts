import { countSuppressed } from '@parley/service-kit/consumers';
import type { Metrics } from '@parley/service-kit/observability';

type Ending = 'intent' | 'fallback' | 'trouble' | 'silent' | 'late' | 'dropped' | 'troubled';

/** Metrics of turns. */
export interface TurnCounts {
  turn(ending: Ending): void;
  /** Time from the message to its answer. */
  answered(durationMs: number): void;
  /** Number of rejected parameters. */
  dropped(parameters: number): void;
  /** Number of unsupported actions. */
  skipped(actions: number): void;
  /** An event of this type exceeded the maximum causation depth. */
  suppressed(type: string): void;
}

export function countTurns(metrics: Metrics): TurnCounts {
  const turns = metrics.counter('parley_bot_turns_total', 'Turns of bots by ending', ['ending']);
  const seconds = metrics.histogram('parley_bot_answer_seconds', 'From a message to the answer of a bot');
  const dropped = metrics.counter('parley_bot_parameters_dropped_total', 'Parameters that may not be stored');
  const skipped = metrics.counter('parley_bot_actions_skipped_total', 'Unsupported actions of bots, skipped');
  return {
    turn: (ending) => turns.inc({ ending }),
    answered: (durationMs) => seconds.observe(durationMs / 1_000),
    dropped: (parameters) => dropped.inc(parameters),
    skipped: (actions) => skipped.inc(actions),
    suppressed: countSuppressed(metrics),
  };
}
