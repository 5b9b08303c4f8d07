import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Outcome } from './load/load-archive.ts';

export interface Report {
  project: string;
  import: string;
  kinds: Record<string, Outcome>;
  codes: Record<string, Record<string, number>>;
  /** Kinds that this release does not know. */
  notTaken: Record<string, number>;
  differences: { kind: string; archive: number; stored: number }[];
  seconds: number;
  state: 'loaded' | 'verified' | 'active' | 'stopped';
  /** What converting repaired, merged, dropped and did not take. */
  conversion?: object;
}

/** Ids and counts only: personal data is in the quarantine. */
export async function writeReport(work: string, report: Report): Promise<void> {
  await mkdir(work, { recursive: true });
  await writeFile(join(work, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(work, 'report.txt'), textOf(report));
}

/** What the run has reported that has loaded an import: one that only opens the project loads nothing. */
export async function loadedBefore(work: string, id: string): Promise<Partial<Pick<Report, 'kinds' | 'codes'>>> {
  const text = await readFile(join(work, 'report.json'), 'utf8').catch(() => '{}');
  const { import: known, kinds = {}, codes = {} } = JSON.parse(text) as Partial<Report>;
  return known === id ? { kinds, codes } : {};
}

export function textOf({ kinds, differences, seconds, project, state }: Report): string {
  const columns = ['read', 'stored', 'unchanged', 'linked', 'quarantined'] as const;
  const row = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(16) + cells.map((cell) => String(cell).padStart(13)).join('');
  const lines = [
    row('', columns),
    ...Object.entries(kinds).map(([kind, outcome]) =>
      row(
        kind,
        columns.map((column) => outcome[column]),
      ),
    ),
    '',
    `project ${project}: ${state} after ${Math.round(seconds)} s`,
    ...differences.map(({ kind, archive, stored }) => `${kind}: ${archive} expected, ${stored} stored`),
  ];
  return `${lines.join('\n')}\n`;
}
