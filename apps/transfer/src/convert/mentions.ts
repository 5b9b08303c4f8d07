import { pathsIn, thumbnailPrefix } from '../origin/file-addresses.ts';
import type { Lookup, LookupMap } from '../origin/lookup.ts';

/** A message that names a file, as its owner stores it. */
export interface Reference {
  message: string;
  request: string;
  request_id: string;
  audience: string;
}

interface Mention {
  sender: string;
  isRequester: boolean;
  references: Reference[];
}

/** Of one file; more of them are not remembered. */
const maxReferences = 100;

/** Which files the records name: only these are taken, and who sees them follows from the messages. */
export class Mentions {
  readonly #stored: LookupMap;
  readonly #others: LookupMap;

  constructor(lookup: Lookup) {
    this.#stored = lookup.map('mentions');
    this.#others = lookup.map('mentions besides');
  }

  inMessage(json: string, reference: Reference, { sender, isRequester }: Omit<Mention, 'references'>): void {
    for (const path of pathsIn(json)) {
      const known = this.of(path) ?? { sender, isRequester, references: [] };
      if (known.references.length >= maxReferences || known.references.at(-1)?.message === reference.message) continue;
      known.references.push(reference);
      this.#stored.set(path, JSON.stringify(known));
    }
  }

  /** In a record of the settings, as the answers of bots are. */
  inRecord(json: string): void {
    for (const path of pathsIn(json)) this.#others.set(path, '');
  }

  of(path: string): Mention | undefined {
    const found = this.#stored.get(path.replace(thumbnailPrefix, ''));
    return found === undefined ? undefined : (JSON.parse(found) as Mention);
  }

  has(path: string): boolean {
    const plain = path.replace(thumbnailPrefix, '');
    return this.#stored.has(plain) || this.#others.has(plain);
  }
}
