import { type ImportState, type ImportView, importStates } from '@parley/contracts';

/** Records of a kind: how many there are, how many are answered, and how many of those were refused. */
interface KindProgress {
  done: number;
  total: number;
  quarantined: number;
}

/** How far the program is with an import, as it reports. */
export interface ImportReport {
  state: string;
  source: string;
  startedBy: string;
  kind: string;
  rate: number;
  kinds: Readonly<Record<string, KindProgress>>;
}

/** The same as it is stored. */
export interface ImportRun extends ImportReport {
  state: ImportState;
  finishedAt?: string;
}

export interface Import {
  id: string;
  projectId: string;
  name: string;
  run: ImportRun;
  createdAt: Date;
  reportedAt: Date;
}

/** A program that has not reported for so long is no longer running. */
const silenceMs = 60_000;
const workingStates: readonly ImportState[] = ['loading', 'verifying', 'activating'];

/** A run that is resumed counts from the beginning: what was reached before stays. An active import stays active. */
export function runAfter(current: ImportRun | undefined, reported: ImportReport, at: Date): ImportRun {
  if (current?.state === 'active') return current;
  const state = importStates.find((word) => word === reported.state) ?? 'loading';
  const kinds = Object.entries(reported.kinds).map(([kind, progress]) => [
    kind,
    furthest(current?.kinds[kind], progress),
  ]);
  return {
    ...reported,
    ...{ state, kinds: Object.fromEntries(kinds) },
    ...(!workingStates.includes(state) && { finishedAt: at.toISOString() }),
  };
}

function furthest(before: KindProgress | undefined, { done, total, quarantined }: KindProgress): KindProgress {
  if (!before) return { done, total, quarantined };
  return { done: Math.max(before.done, done), total, quarantined: Math.max(before.quarantined, quarantined) };
}

export function viewOf({ id, projectId, name, run, createdAt, reportedAt }: Import, at: Date): ImportView {
  const kinds = Object.values(run.kinds);
  const isSilent = workingStates.includes(run.state) && at.getTime() - reportedAt.getTime() > silenceMs;
  const state = isSilent ? 'stopped' : run.state;
  const isLoading = state === 'loading' || state === 'activating';
  return {
    ...{ _id: id, id, id_project: projectId, name, source: run.source, state },
    ...(isLoading && run.kind !== '' && { kind: run.kind }),
    ...{ progress: run.kinds, rate: isLoading ? run.rate : 0, startedBy: run.startedBy },
    remaining: sum(kinds.map(({ done, total }) => total - done)),
    quarantined: sum(kinds.map(({ quarantined }) => quarantined)),
    createdAt: createdAt.toISOString(),
    updatedAt: reportedAt.toISOString(),
    finishedAt: isSilent ? reportedAt.toISOString() : run.finishedAt,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
