import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ArchiveReader } from './archive/archive-reader.ts';
import { newSeal, openSeal } from './archive/sealing.ts';
import { type Connection, Refused } from './config.ts';
import { convertProject, projectsOf } from './convert/convert-project.ts';
import { writeTemplates } from './csv/template.ts';
import { activate, differences, discard } from './load/activate.ts';
import { ImportReports } from './load/import-reports.ts';
import { importOf, loadArchive, TooManyRefused } from './load/load-archive.ts';
import { Quarantine } from './load/quarantine.ts';
import { RefusedRecords } from './load/refused-records.ts';
import { Lookup } from './origin/lookup.ts';
import { Progress } from './progress.ts';
import { loadedBefore, type Report, textOf, writeReport } from './report.ts';
import { passphraseOf } from './run-export.ts';
import { connect, type Services } from './services.client.ts';
import { isSource, openSource, type SourceName } from './sources.ts';
import type { Surroundings } from './surroundings.ts';

interface Options {
  work: string;
  ids: string;
  project?: string;
  owner?: string;
  /** Of what is only converted. */
  to?: string | undefined;
  activate?: boolean;
  'dry-run'?: boolean;
  'max-bad': string;
  'passphrase-file'?: string;
  'token-file'?: string;
  'time-format'?: string;
  tz?: string;
  template?: boolean;
  address?: string;
  files?: string;
  departments?: string;
  rate?: string;
  by?: string;
}

/** Source: contract 90 section 3. */
const exitCodes = { verified: 0, withQuarantine: 2, unverified: 3, stopped: 4 } as const;

export async function runImport(
  [command = '', folder, from]: readonly string[],
  options: Options,
  connection: () => Connection,
  surroundings: Surroundings,
): Promise<number> {
  if (!['keep', 'remap'].includes(options.ids)) throw new Refused('--ids is keep or remap.');
  // Now: a conversion may take hours.
  shareOf(options['max-bad']);
  rateOf(options.rate);
  if (command === 'convert') {
    if (!isSource(folder) || !from || !options.to)
      throw new Refused(
        'Converting needs a source, where it is, and a folder: npm run import -- convert csv <folder> --to <folder>',
      );
    return importFrom(folder, from, options, connection, surroundings);
  }
  if (!folder || !(isSource(command) || ['archive', 'verify', 'activate', 'discard'].includes(command)))
    throw new Refused('An import needs a source and its folder: npm run import -- archive <folder>');
  if (command === 'csv' && options.template) {
    for (const file of await writeTemplates(folder)) surroundings.out.write(`${file}\n`);
    return exitCodes.verified;
  }
  if (isSource(command)) return importFrom(command, folder, { ...options, to: undefined }, connection, surroundings);
  return importArchive({ command, folder, options, connection, surroundings });
}

/** Each project in a folder of its own, with its archive, quarantine and report. */
async function importFrom(
  source: SourceName,
  from: string,
  options: Options,
  connection: () => Connection,
  surroundings: Surroundings,
): Promise<number> {
  const { out, err, stopping } = surroundings;
  const token = options['token-file'] && (await readFile(options['token-file'], 'utf8')).trim();
  const api = { token, work: options.to ?? options.work, progress: new Progress(err), stopping };
  const { origins, close, forget } = await openSource(source, from, {
    ...options,
    timeFormat: options['time-format'],
    api,
  });
  let worst: number | undefined;
  try {
    for (const origin of origins)
      for (const project of await projectsOf(origin)) {
        if (source === 'tiledesk' && options.project !== undefined && options.project !== project.id) continue;
        stopping.throwIfAborted();
        const work = options.to ?? join(options.work, project.id);
        const passphrase = await ownPassphrase(work);
        const seal = await newSeal(passphrase);
        const progress = new Progress(err);
        const converted = await convertProject(origin, project, { work, seal, address: options.address, progress });
        progress.end();
        const { folder, report, firstRefused } = converted;
        const refused = Object.values(report.codes).reduce((sum, count) => sum + count, 0);
        out.write(`${project.id} ${project.name}: converted, ${refused} rows refused; see ${work}/conversion.json\n`);
        for (const line of firstRefused) out.write(`  ${line}\n`);
        const own = { ...options, work, 'passphrase-file': join(work, 'key') };
        const code = options.to
          ? exitCodes.verified
          : await importArchive({ command: 'archive', folder, options: own, connection, surroundings });
        worst = Math.max(worst ?? 0, code === exitCodes.verified && refused > 0 ? exitCodes.withQuarantine : code);
      }
  } finally {
    await close();
  }
  if (worst === undefined) throw new Refused('The source has no such project.');
  if (worst !== exitCodes.stopped) await forget?.();
  return worst;
}

/** Under which a converted archive is sealed, so that a work folder holds no hash in the clear without it. */
async function ownPassphrase(work: string): Promise<string> {
  const file = join(work, 'key');
  await mkdir(work, { recursive: true, mode: 0o700 });
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return readFile(file, 'utf8');
}

interface Run {
  command: string;
  folder: string;
  options: Options;
  connection: () => Connection;
  surroundings: Surroundings;
}

async function importArchive({ command, folder, options, connection, surroundings }: Run): Promise<number> {
  const archive = await ArchiveReader.open(folder);
  if (options['dry-run']) {
    surroundings.out.write(`${JSON.stringify(archive.manifest.counts, null, 2)}\n`);
    return exitCodes.verified;
  }
  const services = connect(connection());
  try {
    return await run(command, archive, services, options, surroundings);
  } finally {
    services.close();
  }
}

async function run(
  command: string,
  archive: ArchiveReader,
  services: Services,
  options: Options,
  { out, err, stopping }: Surroundings,
): Promise<number> {
  const made = importOf(archive, options.ids === 'remap');
  if (command === 'discard') {
    await discard(services, made, stopping);
    await rm(join(options.work, 'key'), { force: true });
    return exitCodes.verified;
  }
  const began = performance.now();
  const { state } = await services.of('workspace').begin({ idProject: made.projectId, import: made.id });
  const quarantine = await Quarantine.open(options.work, state === 'active');
  const lookup = new Lookup(join(options.work, 'refused.db'));
  const prepared = {
    ...{ quarantine, refused: new RefusedRecords(lookup.map('refused')) },
    ...{ stopping, maxBad: shareOf(options['max-bad']) },
    secrets: await secretsOf(archive, options['passphrase-file']),
    rate: rateOf(options.rate),
  };
  const report: Report = {
    ...{ project: made.projectId, import: made.id, kinds: {}, codes: quarantine.codes, differences: [], seconds: 0 },
    ...{ notTaken: Object.fromEntries(archive.unknownKinds()), state: 'loaded' },
    ...(state === 'active' && (await loadedBefore(options.work, made.id))),
  };
  const wantsToOpen = options.activate || command === 'activate';
  const reports = new ImportReports(services, archive, made, options.by);
  const loading = { ...prepared, progress: new Progress(err, (at) => reports.at(at)) };
  try {
    if (state === 'loading') {
      await reports.enter('loading');
      report.kinds = await loadArchive(services, archive, made, loading);
      await reports.enter('verifying');
      report.differences = await differences(services, archive, made.projectId, quarantine.counts);
    }
    if (report.differences.length === 0) report.state = 'verified';
    // An import that was interrupted while it opened the project continues with that.
    if (report.state === 'verified' && (wantsToOpen || state === 'active')) {
      await reports.enter('activating');
      await activate(services, archive, made, loading);
      await rm(join(options.work, 'key'), { force: true });
      report.state = 'active';
    }
  } catch (error) {
    if (!(error instanceof TooManyRefused)) {
      await reports.enter('stopped');
      throw error;
    }
    err.write(`${error.message}; see the quarantine in ${options.work}.\n`);
    report.state = 'stopped';
  } finally {
    loading.progress.end();
    reports.close();
    lookup.close();
  }
  await reports.enter(report.state === 'loaded' ? 'failed' : report.state);
  report.seconds = (performance.now() - began) / 1_000;
  await writeReport(options.work, report);
  out.write(textOf(report));
  return codeOf(report, quarantine);
}

function codeOf({ state }: Report, { counts }: Quarantine): number {
  if (state === 'stopped') return exitCodes.stopped;
  if (state === 'loaded') return exitCodes.unverified;
  return Object.keys(counts).length > 0 ? exitCodes.withQuarantine : exitCodes.verified;
}

async function secretsOf(archive: ArchiveReader, file: string | undefined): Promise<ReadonlyMap<string, string>> {
  const { sealing } = archive.head;
  if (!sealing || !file) return new Map();
  return archive.secrets(await openSeal(await passphraseOf(file), sealing));
}

/** Records a second; undefined: as fast as it goes. */
function rateOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const rate = numberOf(text);
  if (!(rate > 0)) throw new Refused('--rate is a number of records a second, such as 1000.');
  return rate;
}

/** `1%` or `0.01`. */
function shareOf(text: string): number {
  const share = text.endsWith('%') ? numberOf(text.slice(0, -1)) / 100 : numberOf(text);
  if (!(share >= 0 && share <= 1)) throw new Refused('--max-bad is a share, such as 1%.');
  return share;
}

/** An empty text is none, and neither is what only JavaScript takes for a number. */
function numberOf(text: string): number {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
