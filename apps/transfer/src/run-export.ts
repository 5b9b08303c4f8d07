import { readFile } from 'node:fs/promises';

import { newSeal } from './archive/sealing.ts';
import { type Connection, Refused } from './config.ts';
import { exportProject } from './export/export-project.ts';
import { Progress } from './progress.ts';
import { connect } from './services.client.ts';
import type { Surroundings } from './surroundings.ts';

interface Options {
  project?: string;
  to?: string;
  'with-secrets'?: boolean;
  'passphrase-file'?: string;
}

export async function runExport(options: Options, connection: Connection, { out, err }: Surroundings): Promise<number> {
  const { project: projectId, to: folder } = options;
  if (!projectId || !folder) throw new Refused('An export needs --project <id> and --to <folder>.');
  const seal = options['with-secrets'] ? await newSeal(await passphraseOf(options['passphrase-file'])) : undefined;
  const services = connect(connection);
  const progress = new Progress(err);
  try {
    const { counts, objects } = await exportProject(services, { projectId, folder, seal }, progress);
    progress.end();
    const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
    out.write(`${folder}: ${records} records, ${objects.count} files of ${objects.bytes} bytes\n`);
    return 0;
  } finally {
    services.close();
  }
}

/** From a file, never from an argument: arguments are visible to every process. */
export async function passphraseOf(file: string | undefined): Promise<string> {
  if (!file)
    throw new Refused('Secrets are sealed under a passphrase: name a file that holds it with --passphrase-file.');
  const text = (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  if (text.length < 12) throw new Refused('The passphrase needs at least 12 characters.');
  return text;
}
