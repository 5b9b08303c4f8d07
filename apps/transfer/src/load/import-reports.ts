import { userInfo } from 'node:os';

import type { ImportState } from '@parley/contracts';
import { kindsOfActivation } from '@parley/contracts/archive';

import type { ArchiveReader } from '../archive/archive-reader.ts';
import type { ProgressState } from '../progress.ts';
import type { Services } from '../services.client.ts';
import { type Import, kindsIn } from './load-archive.ts';

/** Also what workspace is given while nothing moves, so that a run which was killed is known by its silence. */
const everyMs = 3_000;
/** An import does not wait for a report. */
const deadlineMs = 2_000;
const longestName = 100;

/** Reports to workspace how far an import is, for those who follow it in the console. A report that fails is left out. */
export class ImportReports {
  readonly #services: Services;
  readonly #made: Import;
  readonly #source: string;
  readonly #startedBy: string;
  readonly #kinds: Record<string, { done: number; total: number; quarantined: number }>;
  readonly #timer: NodeJS.Timeout;
  #state: ImportState = 'loading';
  #kind = '';
  #rate = 0;
  /** One after the other: an older state never replaces a newer one. */
  #sending: Promise<void> | undefined;

  constructor(services: Services, archive: ArchiveReader, made: Import, startedBy: string | undefined) {
    this.#services = services;
    this.#made = made;
    this.#source = archive.head.source.kind;
    this.#startedBy = (startedBy ?? ownName()).slice(0, longestName);
    const kinds = kindsIn(archive).filter((kind) => !kindsOfActivation.includes(kind));
    const { counts } = archive.manifest;
    this.#kinds = Object.fromEntries(
      kinds.map((kind) => [kind, { done: 0, total: counts[kind] ?? 0, quarantined: 0 }]),
    );
    this.#timer = setInterval(() => this.#repeat(), everyMs).unref();
  }

  /** Of the records of a kind; goes with the next report. */
  at({ kind, done, total = done, rate, quarantined }: ProgressState): void {
    this.#kinds[kind] = { done, total, quarantined };
    [this.#kind, this.#rate] = [kind, rate];
  }

  async enter(state: ImportState): Promise<void> {
    await this.#sending;
    this.#state = state;
    await this.#report();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #repeat(): void {
    this.#sending ??= this.#report().finally(() => {
      this.#sending = undefined;
    });
  }

  async #report(): Promise<void> {
    const { id, projectId: idProject } = this.#made;
    const report = { state: this.#state, source: this.#source, startedBy: this.#startedBy };
    const progress = { kind: this.#kind, rate: this.#rate, kinds: { ...this.#kinds } };
    const call = { idProject, import: id, ...report, ...progress };
    await this.#services
      .of('workspace')
      .report(call, { deadlineMs })
      .catch(() => undefined);
  }
}

/** A container may have no name for its user. */
function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
