import { createLogger, type Logger } from '../../src/observability/log.ts';

/** A logger that writes its lines into an array. */
export function logInto(lines: string[]): Logger {
  return createLogger({ service: 'webhooks', level: 'info', to: { write: (line) => void lines.push(line) } });
}
