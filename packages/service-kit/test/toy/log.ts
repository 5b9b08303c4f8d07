import { createLogger, type Logger } from '@parley/service-kit';

/** A logger that writes its lines into an array. */
export function logInto(lines: string[]): Logger {
  return createLogger({ service: 'webhooks', level: 'info', to: { write: (line) => void lines.push(line) } });
}
