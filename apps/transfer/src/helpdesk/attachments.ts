import { Refused } from '../config.ts';
import { downloadPatiently } from '../origin/download.ts';
import { addressOf } from '../origin/file-addresses.ts';
import type { Helpdesk } from '../origin/helpdesk.ts';
import { text } from '../origin/json.ts';
import type { Document, OriginFiles } from '../origin/origin.ts';

export interface Attachment {
  id: string;
  name: string;
  url: string;
  type: string;
  size?: unknown;
}

export interface AttachmentOptions {
  /** Of this installation, under which files are read. */
  address?: string | undefined;
  /** Address of the system: only files there are fetched, and only there goes the token. */
  files?: string | undefined;
  token?: string | undefined;
  stopping?: AbortSignal | undefined;
  /** Before the first repeat; each further one waits twice as long. */
  firstPauseMs?: number | undefined;
}

/** Files that messages name by an address of the system that they come from. */
export class Attachments {
  readonly #options: AttachmentOptions;
  readonly #origin: string | undefined;

  /** @throws Refused */
  constructor(options: AttachmentOptions) {
    const { files, address } = options;
    if (files !== undefined && !/^https?:\/\/./.test(files)) throw new Refused('--files is the address of the system.');
    if (files !== undefined && address === undefined)
      throw new Refused('--files needs --address, where they are read.');
    this.#options = options;
    this.#origin = files === undefined ? undefined : new URL(files).origin;
  }

  /** The first one belongs to the message, further ones stand in its text. */
  ofMessage(desk: Helpdesk, said: string, [first, ...others]: readonly Attachment[]): Document {
    if (!first) return { text: said };
    const type = first.type.startsWith('image/') ? 'image' : 'file';
    const lines = [said || first.name, ...others.map((one) => this.#srcOf(desk, one))];
    const metadata = { src: this.#srcOf(desk, first), name: first.name, type: first.type };
    return { text: lines.filter(Boolean).join('\n'), type, metadata };
  }

  /** Those that are fetched, as rows of files. */
  rowsOf(desk: Helpdesk, attachments: readonly Attachment[], createdAt: string | undefined): Document[] {
    return attachments.flatMap((one) => {
      if (!this.#isFetched(one)) return [];
      const { id, name, url, size } = one;
      return [{ ...desk.base('file', id, createdAt), path: desk.filePath(id, name), name, url, size }];
    });
  }

  get files(): OriginFiles | undefined {
    if (this.#origin === undefined) return undefined;
    const { stopping = new AbortController().signal, firstPauseMs } = this.#options;
    const options = { headers: this.#headers(), stopping, ...(firstPauseMs !== undefined && { firstPauseMs }) };
    return {
      collections: ['attachments'],
      bytesOf: (_collection, { url }) => downloadPatiently(text(url), options),
    };
  }

  /** `<e-mail>/token:<token>` is that of a person, anything else one of a program. */
  #headers(): Record<string, string> {
    const { token } = this.#options;
    if (!token) return {};
    const isOfPerson = token.includes(':');
    return { authorization: isOfPerson ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}` };
  }

  #isFetched({ url }: Attachment): boolean {
    return this.#origin !== undefined && URL.canParse(url) && new URL(url).origin === this.#origin;
  }

  #srcOf(desk: Helpdesk, one: Attachment): string {
    const { address } = this.#options;
    if (address === undefined || !this.#isFetched(one)) return one.url;
    return addressOf(desk.filePath(one.id, one.name), address);
  }
}
