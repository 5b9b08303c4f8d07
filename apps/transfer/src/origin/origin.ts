export type Document = Record<string, unknown>;

/** A document, or why there is none at this place: a byte of a file, or a row. */
export type Found =
  | { at: number; document: Document; fault?: undefined }
  | { at: number; document?: undefined; fault: string };

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
}
