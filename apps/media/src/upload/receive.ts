import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

import { AppError, commonErrors, mediaErrors, validationFailed } from '@parley/contracts';
import { contentTypeWrong } from '@parley/service-kit/http';
import multer, { MulterError, type Options, type StorageEngine } from 'multer';

import { type Spool, type Spooled, tooLarge } from './spool.ts';

/** The file of a form. */
export interface Received extends Spooled {
  /** The caller's name for the file; untrusted: it is only cleaned and shown. */
  name: string;
}

export interface ReceiveLimits {
  bytes: number;
  idleMs: number;
  totalMs: number;
}

const maxParts = 10;
/** Limit of all other parts of the form together. */
const maxOtherBytes = 65_536;

/**
 * Streams the only file of a form into the spool. The caller drops it.
 * @throws commonErrors.content_type_wrong, validation_failed, busy, body_timeout; mediaErrors.file_too_large, file_missing, file_empty
 */
export async function receive(req: IncomingMessage, spool: Spool, limits: ReceiveLimits): Promise<Received> {
  if (!/^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? ''))
    throw contentTypeWrong(req.headers, ['multipart/form-data']);
  if (Number(req.headers['content-length'] ?? 0) > limits.bytes + maxOtherBytes) throw tooLarge(limits.bytes);

  const engine = new SpoolEngine(spool, limits.bytes);
  const stopWatching = watch(req, limits, () => engine.fail(commonErrors.body_timeout()));
  try {
    await parse(req, engine);
    const received = engine.received();
    if (received === undefined) throw mediaErrors.file_missing();
    if (received.size === 0) throw mediaErrors.file_empty();
    return received;
  } catch (error) {
    await engine.drop();
    throw refusalOf(error);
  } finally {
    stopWatching();
  }
}

type File = Parameters<StorageEngine['_handleFile']>[1];

/** Storage engine of multer: spools the first file, refuses a second one. */
class SpoolEngine implements StorageEngine {
  readonly #spool: Spool;
  readonly #limit: number;
  readonly #writes: Promise<Received>[] = [];
  #received: Received | undefined;
  #stream: Readable | undefined;
  /** Called immediately: multer itself waits for the end of a refused form. */
  onFailure: (error: unknown) => void = () => undefined;

  constructor(spool: Spool, limit: number) {
    this.#spool = spool;
    this.#limit = limit;
  }

  _handleFile(_req: unknown, file: File, done: (error?: unknown, info?: object) => void): void {
    const writing = this.#write(file);
    this.#writes.push(writing);
    writing.then(
      () => done(null, {}),
      (error: unknown) => {
        this.onFailure(error);
        done(error);
      },
    );
  }

  _removeFile(_req: unknown, _file: unknown, done: (error: Error | null) => void): void {
    done(null);
  }

  async #write({ fieldname, originalname, stream }: File): Promise<Received> {
    if (fieldname !== 'file' || this.#received !== undefined || this.#writes.length > 0) {
      throw validationFailed([
        { param: fieldname.slice(0, 100), location: 'body', msg: 'Only one file, named "file"' },
      ]);
    }
    this.#stream = stream as Readable;
    const spooled = await this.#spool.write(this.#stream, this.#limit);
    this.#received = { ...spooled, name: originalname };
    return this.#received;
  }

  /** Aborts the current file, and the form with it. */
  fail(error: Error): void {
    this.#stream?.destroy(error);
    this.onFailure(error);
  }

  received(): Received | undefined {
    return this.#received;
  }

  /** Waits for pending writes, then drops the file. */
  async drop(): Promise<void> {
    await Promise.allSettled(this.#writes);
    if (this.#received !== undefined) await this.#spool.drop(this.#received);
  }
}

function parse(req: IncomingMessage, engine: SpoolEngine): Promise<void> {
  const options: Options & { streamHandler: (req: IncomingMessage, parser: Parser) => void } = {
    storage: engine,
    preservePath: true,
    defParamCharset: 'utf8',
    limits: {
      parts: maxParts + 1,
      fields: maxParts,
      fieldSize: maxOtherBytes,
      fieldNestingDepth: 0,
      headerPairs: 50,
    },
    streamHandler: (form, parser) => form.pipe(prepared(parser)),
  };
  return new Promise((resolve, reject) => {
    engine.onFailure = reject;
    const handle = multer(options).any() as unknown as (
      req: IncomingMessage,
      res: ServerResponse | undefined,
      next: (error?: unknown) => void,
    ) => void;
    handle(req, undefined, (error) => (error === undefined || error === null ? resolve() : reject(error)));
    const disconnected = () => reject(new ClientDisconnected());
    if (req.destroyed) return disconnected();
    req.once('close', () => {
      if (!req.readableEnded) disconnected();
    });
  });
}

/** The part of multer's parser that is used here. */
type Parser = NodeJS.WritableStream & { emit(event: string, ...args: unknown[]): boolean };

/**
 * Adjusts the parser of multer: a file with an empty name is still a file, and other parts are counted and discarded
 * instead of becoming objects.
 */
function prepared(parser: Parser): Parser {
  const emit = parser.emit.bind(parser);
  let otherBytes = 0;
  parser.emit = (event: string, ...args: unknown[]) => {
    if (event === 'file') {
      const [field, stream, info] = args as [string, Readable, { filename?: string }];
      return emit(event, field, stream, { ...info, filename: info.filename || 'file' });
    }
    if (event !== 'field') return emit(event, ...args);
    const [name, value] = args as [string | undefined, string];
    otherBytes += Buffer.byteLength(name ?? '') + Buffer.byteLength(value);
    return otherBytes <= maxOtherBytes || emit('error', new MulterError('LIMIT_FIELD_VALUE'));
  };
  return parser;
}

/** The client closed the connection, so no answer reaches it. */
class ClientDisconnected extends Error {
  override name = 'ClientDisconnected';
}

/** Times out a client that is idle for too long, or takes too long in total. */
function watch(req: IncomingMessage, { idleMs, totalMs }: ReceiveLimits, giveUp: () => void): () => void {
  let idle = setTimeout(giveUp, idleMs);
  const total = setTimeout(giveUp, totalMs);
  const again = () => {
    clearTimeout(idle);
    idle = setTimeout(giveUp, idleMs);
  };
  req.on('data', again);
  return () => {
    req.off('data', again);
    clearTimeout(idle);
    clearTimeout(total);
  };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof ClientDisconnected) return mediaErrors.file_missing({}, error);
  if (isSystem(error)) return error;
  // A malformed form: a missing boundary, a truncated part, too many parts.
  return validationFailed([{ param: 'body', location: 'body', msg: 'The form is malformed or has too many parts' }]);
}

function isSystem(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
