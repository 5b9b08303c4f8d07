import { createHmac } from 'node:crypto';

/**
 * Ids for a system that has others: four bytes of the time of creation, then eight that follow from the source, the kind and the old id.
 * No table of old and new ids is needed, and every run gives the same ones. Source: contract 90 section 4.3
 */
export class DerivedIds {
  readonly #key: string;

  /** @param source what the system calls itself, the same in every run */
  constructor(source: string) {
    this.#key = source;
  }

  id(kind: string, old: string | number, at: string): string {
    const seconds = Math.min(Math.max(0, Math.floor(Date.parse(at) / 1_000) || 0), 0xffffffff);
    return seconds.toString(16).padStart(8, '0') + this.#digest(kind, old).slice(0, 16);
  }

  /** Of a conversation. */
  requestId(projectId: string, old: string | number): string {
    return `support-group-${projectId}-${this.#digest('request_id', old).slice(0, 32)}`;
  }

  #digest(kind: string, old: string | number): string {
    return createHmac('sha256', this.#key).update(`${kind}\n${old}`).digest('hex');
  }
}
