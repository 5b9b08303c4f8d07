import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface Refusal {
  id: string;
  code: string;
  param?: string;
}

/** Records that are not stored, each with its reason: files only, since they hold personal data. */
export class Quarantine {
  readonly #folder: string;
  readonly counts: Record<string, number> = {};
  readonly codes: Record<string, Record<string, number>> = {};

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Begins empty: a run that is resumed finds the same refusals again.
   * @param keeps what is there, when nothing is loaded anymore
   */
  static async open(work: string, keeps: boolean): Promise<Quarantine> {
    const folder = join(work, 'quarantine');
    if (!keeps) await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Quarantine(folder);
  }

  async add(kind: string, refusals: readonly (Refusal & { record?: unknown })[]): Promise<void> {
    if (refusals.length === 0) return;
    this.counts[kind] = (this.counts[kind] ?? 0) + refusals.length;
    const codes = this.codes[kind] ?? {};
    this.codes[kind] = codes;
    for (const { code } of refusals) codes[code] = (codes[code] ?? 0) + 1;
    const lines = refusals.map((refusal) => `${JSON.stringify(refusal)}\n`);
    await appendFile(join(this.#folder, `${kind}.jsonl`), lines.join(''), { mode: 0o600 });
  }
}
