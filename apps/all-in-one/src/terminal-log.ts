import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { styleText } from 'node:util';

const fileBytesByDefault = 32 * 2 ** 20;

const shownLevels: Record<string, Parameters<typeof styleText>[0]> = { warn: 'yellow', error: 'red', fatal: 'red' };

interface Line {
  level: string;
  service: string;
  msg?: string;
  operation?: string;
  err?: { message: string; code?: string };
}

/** The log of a mesh whose standard output is a terminal: every line goes to a file, warnings and errors also to the person, in words. */
export class TerminalLog {
  readonly file: string;
  #stream: WriteStream | undefined;
  readonly #fileBytes: number;
  #bytes = 0;

  /** @param fileBytes after so many the file becomes `<file>.1`, and the one that was called so is gone */
  constructor(file: string, fileBytes = fileBytesByDefault) {
    this.file = file;
    this.#fileBytes = fileBytes;
  }

  /** @param line one object in JSON, as the logger writes it */
  write(line: string): void {
    const stream = this.#streamFor(line.length);
    stream?.write(line);
    // Most lines are of no interest here, and are not parsed.
    if (!line.startsWith('{"level":"info"') && !line.startsWith('{"level":"debug"')) print(JSON.parse(line));
  }

  /** Resolves when all is in the file. */
  close(): Promise<void> {
    return new Promise((resolve) => (this.#stream ? this.#stream.end(resolve) : resolve()));
  }

  #streamFor(bytes: number): WriteStream | undefined {
    if (this.#stream && this.#bytes > this.#fileBytes && existsSync(this.file)) {
      this.#stream.end();
      this.#stream = undefined;
      renameSync(this.file, `${this.file}.1`);
    }
    if (this.#stream === undefined) {
      this.#bytes = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
      this.#stream = createWriteStream(this.file, { flags: 'a', mode: 0o600 });
      // A disk that is full must not end the mesh, which says so itself when it needs it.
      this.#stream.on('error', ({ message }) => console.error(`The log cannot be written: ${message}`));
    }
    this.#bytes += bytes;
    return this.#stream;
  }
}

function print({ level, service, msg, operation, err }: Line): void {
  const style = shownLevels[level];
  if (style === undefined) return;
  const what = [operation ?? msg, err?.message].filter(Boolean).join(': ');
  const time = new Date().toTimeString().slice(0, 8);
  console.error(`  ${time}  ${styleText(style, level.padEnd(5), { stream: process.stderr })}  ${service}: ${what}`);
}
