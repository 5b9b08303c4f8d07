import { AppError } from '@parley/contracts';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export interface LogOptions {
  /** Name of the service; on every line. */
  service: string;
  /** `LOG_LEVEL`; default `info`. */
  level?: string;
  /** Where lines go; default: standard output, written without blocking. */
  to?: DestinationStream;
}

/** Lines are written together, since every write is a hop to another thread: at most so many bytes wait, and for so long. */
const batchBytes = 8_192;
const flushMs = 200;

/** Written without blocking. Flushed only while lines wait: pino's periodic flush also writes, of each logger, nothing at all five times a second. */
function standardOutput(): DestinationStream & { flushSync(): void } {
  const stream = destination({ dest: 1, sync: false, minLength: batchBytes });
  let flushing: NodeJS.Timeout | undefined;
  return {
    write(line) {
      stream.write(line);
      if (flushing) return;
      flushing = setTimeout(() => {
        flushing = undefined;
        stream.flush();
      }, flushMs).unref();
    },
    flushSync: () => stream.flushSync(),
  };
}

const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'oldpsw',
  'newpsw',
  'token',
  'secret',
  'code',
  'key',
  'email',
  'jwtSecret',
  'apiKey',
];

/**
 * A logger whose lines hold no secrets: members named like one are redacted, errors are reduced to type, code, message
 * and stack, and addresses and tokens inside their text are blanked out.
 */
export function createLogger({ service, level, to }: LogOptions): Logger {
  return pino(
    {
      level: level ?? 'info',
      base: { service },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, error: describeError },
      redact: { paths: [...errorCodes, ...secretNames.flatMap((name) => nestedPaths(name))], censor },
    },
    to ?? standardOutput(),
  );
}

// What the serializer leaves of an error holds its code and no secret: `ENOSPC` must stay readable. pino passes the path to a censor only where the path names it.
const errorCodes = ['err.code', 'error.code'];

function censor(value: unknown, [parent, name]: string[]): unknown {
  return name === 'code' && (parent === 'err' || parent === 'error') ? value : '[redacted]';
}

// `code` at the top of a line is the code of an error; inside a body it is a one-time code.
function nestedPaths(name: string): string[] {
  if (name === 'code') return ['*.code'];
  return /^\w+$/.test(name) ? [name, `*.${name}`] : [`["${name}"]`, `*["${name}"]`];
}

/** How one call, event or job went: the one line the kit writes about it. */
export interface Handled {
  transport: 'http' | 'grpc' | 'event' | 'job';
  operation: string;
  outcome: 'ok' | 'refused' | 'failed';
  /** Of the refusal or failure. */
  code?: string;
  durationMs: number;
  requestId: string;
  traceId?: string;
  projectId?: string;
  /** What a failure was; a refusal needs none. */
  error?: unknown;
}

/**
 * Writes that line: failures with their stack, at level error.
 * @param level of all others: `info` where a public call enters the mesh, so that it has one line; what it causes inside is counted
 */
export function logHandled(log: Logger, { error, ...line }: Handled, level: 'info' | 'debug' = 'debug'): void {
  if (line.outcome === 'failed') log.error({ ...line, err: error }, line.transport);
  else if (log.isLevelEnabled(level)) unredacted(log)[level](line, line.transport);
}

const unredactedLogs = new WeakMap<Logger, Logger>();

/** For lines whose members are all named in this file: to look for secrets among them takes four times as long as to write them. */
function unredacted(log: Logger): Logger {
  const known = unredactedLogs.get(log) ?? log.child({}, { redact: [] });
  unredactedLogs.set(log, known);
  return known;
}

/** How an error ended a call: a refusal is an answer, anything else a failure. */
export function outcomeOf(error: unknown): { outcome: 'refused' | 'failed'; code: string } {
  if (!(error instanceof AppError)) return { outcome: 'failed', code: 'internal' };
  const failed = error.kind === 'internal' || error.kind === 'unavailable';
  return { outcome: failed ? 'failed' : 'refused', code: error.code };
}

interface ErrorLine {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: ErrorLine;
}

// Drivers hang values of rows on their errors (`detail`, `parameters`): only these members are ever written.
function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)) };
  const line: ErrorLine = { type: error.name, message: withoutSecrets(error.message) };
  if ('code' in error) line.code = error.code;
  if (error.stack !== undefined) line.stack = withoutSecrets(error.stack);
  if (error.cause !== undefined && depth < 5) line.cause = describeError(error.cause, depth + 1);
  return line;
}

const secretTexts = [
  /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g,
  /eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b(Basic|Bearer|JWT)\s+[\w.+/=-]+/gi,
  /(:\/\/)[^\s:/@]+:[^\s@/]+(?=@)/g,
  /\b(?:__Secure-)?parley=[\w-]+/g,
  /#code=[\w-]+/g,
];

function withoutSecrets(text: string): string {
  return secretTexts.reduce((clean, pattern) => clean.replace(pattern, '[redacted]'), text);
}
