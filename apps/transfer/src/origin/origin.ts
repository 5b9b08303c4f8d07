export type Document = Record<string, unknown>;

/** A document, or why there is none at this place: a byte of a file, or a row. */
export type Found =
  | { at: number; line?: number | undefined; document: Document; fault?: undefined }
  | { at: number; line?: number | undefined; document?: undefined; fault: string };

/**
 * Another system, seen as the collections that converting reads (`projects`, `users`, `project_users`, `groups`, `departments`, `tags`,
 * `cannedresponses`, `labels`, `leads`, `properties`, `segments`, `faq_kbs`, `faqs`, `mailboxes`, `requests`, `messages`, `roles`). Ids are
 * ours, and the same ones whenever it is read.
 */
export interface Origin {
  /** As `head.json` names it. */
  kind: string;
  /** All that it has, also what becomes no record. */
  collections: readonly string[];
  documents(collection: string): AsyncGenerator<Found>;
  fileOf(collection: string): string;
  /** Bytes of what people have sent. */
  files?: OriginFiles;
}

export interface OriginFiles {
  /** Of documents with `path`, maybe `name`, `size`, `md5` (hex) and `expiresAt`. */
  collections: readonly string[];
  /** Before the first of them is asked for; `folder` is for what has to be put together. */
  prepare?(folder: string, isWanted: (path: string) => boolean): Promise<void>;
  /** @returns nothing for those that are missing */
  bytesOf(collection: string, document: Document): Promise<AsyncIterable<Buffer> | undefined>;
}
