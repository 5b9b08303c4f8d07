import { ArchiveReader } from './archive/archive-reader.ts';
import { openSeal } from './archive/sealing.ts';
import { type Connection, Refused } from './config.ts';
import { activate, differences, discard } from './load/activate.ts';
import { importOf, loadArchive, TooManyRefused } from './load/load-archive.ts';
import { Quarantine } from './load/quarantine.ts';
import { Progress } from './progress.ts';
import { type Report, textOf, writeReport } from './report.ts';
import { passphraseOf } from './run-export.ts';
import { connect, type Services } from './services.ts';

interface Options {
  work: string;
  ids: string;
  activate?: boolean;
  'dry-run'?: boolean;
  'max-bad': string;
  'passphrase-file'?: string;
  rate?: string;
}

/** Source: contract 90 section 3. */
const exitCodes = { verified: 0, withQuarantine: 2, unverified: 3, stopped: 4 } as const;

export async function runImport(
  [command = '', folder]: readonly string[],
  options: Options,
  connection: () => Connection,
  stopping: AbortSignal,
): Promise<number> {
  if (!['archive', 'verify', 'activate', 'discard'].includes(command) || !folder)
    throw new Refused('An import needs a source and its folder: npm run import -- archive <folder>');
  if (!['keep', 'remap'].includes(options.ids)) throw new Refused('--ids is keep or remap.');
  const archive = await ArchiveReader.open(folder);
  if (options['dry-run']) {
    process.stdout.write(`${JSON.stringify(archive.manifest.counts, null, 2)}\n`);
    return exitCodes.verified;
  }
  const services = connect(connection());
  try {
    return await run({ command, archive, services, options, stopping });
  } finally {
    services.close();
  }
}

interface Run {
  command: string;
  archive: ArchiveReader;
  services: Services;
  options: Options;
  stopping: AbortSignal;
}

async function run({ command, archive, services, options, stopping }: Run): Promise<number> {
  const made = importOf(archive, options.ids === 'remap');
  if (command === 'discard') {
    await discard(services, made, stopping);
    return exitCodes.verified;
  }
  const began = performance.now();
  const quarantine = await Quarantine.open(options.work);
  const loading = {
    ...{ quarantine, stopping, progress: new Progress(process.stderr), maxBad: shareOf(options['max-bad']) },
    ...{
      secrets: await secretsOf(archive, options['passphrase-file']),
      rate: options.rate ? Number(options.rate) : undefined,
    },
  };
  const report: Report = {
    ...{ project: made.projectId, import: made.id, kinds: {}, codes: quarantine.codes, differences: [], seconds: 0 },
    ...{ notTaken: Object.fromEntries(archive.unknownKinds()), state: 'loaded' },
  };
  try {
    const { state } = await services.of('workspace').begin({ idProject: made.projectId, import: made.id });
    if (state === 'loading') report.kinds = await loadArchive(services, archive, made, loading);
    else report.state = 'active';
    report.differences = await differences(services, archive, made.projectId, quarantine.counts);
    if (state === 'loading' && report.differences.length === 0) report.state = 'verified';
    if (report.state === 'verified' && (options.activate || command === 'activate')) {
      await activate(services, archive, made, loading);
      report.state = 'active';
    } else if (report.state === 'active') await activate(services, archive, made, loading);
  } catch (error) {
    if (!(error instanceof TooManyRefused)) throw error;
    process.stderr.write(`${error.message}; see the quarantine in ${options.work}.\n`);
    report.state = 'stopped';
  }
  report.seconds = (performance.now() - began) / 1_000;
  await writeReport(options.work, report);
  process.stdout.write(textOf(report));
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

/** `1%` or `0.01`. */
function shareOf(text: string): number {
  const share = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (!(share >= 0 && share <= 1)) throw new Refused('--max-bad is a share, such as 1%.');
  return share;
}
