import { join } from 'node:path';

import { openChatwoot } from './chatwoot/chatwoot-database.ts';
import { openChatwootRest } from './chatwoot/chatwoot-rest.ts';
import { Refused } from './config.ts';
import { openCsvFolder } from './csv/csv-folder.ts';
import { openIntercom } from './helpdesk/intercom-export.ts';
import { type ExportOptions, openZendesk } from './helpdesk/zendesk-export.ts';
import { Lookup } from './origin/lookup.ts';
import type { Origin } from './origin/origin.ts';
import type { Progress } from './progress.ts';
import { Dump } from './tiledesk/dump.ts';

interface Options {
  /** Of a source that is an API. */
  api?: { token?: string | undefined; work: string; progress: Progress; stopping: AbortSignal };
  /** An account of the source. */
  project?: string | undefined;
  /** Of this installation, under which files are read. */
  address?: string | undefined;
  /** Of Chatwoot: `inboxes` in the place of teams. */
  departments?: string | undefined;
  /** Where bytes of files are that are not in the source. */
  files?: string | undefined;
  /** Of times in files. */
  timeFormat?: string | undefined;
  tz?: string | undefined;
  /** E-mail of who owns the project. */
  owner?: string | undefined;
}

interface Opened {
  origins: Origin[];
  close(): Promise<void>;
  /** After a complete run: removes what was kept to continue it. */
  forget?(): Promise<void>;
}

const one = (origin: Origin): Opened => ({ origins: [origin], close: () => Promise.resolve() });

/** What is known of many people is in the work folder until the origin is closed. */
async function withLookup(
  { owner, address, files, api }: Options,
  open: (options: ExportOptions) => Promise<Origin>,
): Promise<Opened> {
  const lookup = new Lookup(api && join(api.work, 'people.db'));
  const close = async () => lookup.close();
  const { token, stopping } = api ?? {};
  try {
    return { origins: [await open({ owner, lookup, address, files, token, stopping })], close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Systems that projects come from, by the word of the command line. */
const sources = {
  tiledesk: async (from: string) => one(await Dump.open(from)),
  chatwoot: (from: string, { project: account, owner, address, departments, files, api }: Options): Promise<Opened> => {
    if (departments !== undefined && departments !== 'inboxes') throw new Refused('--departments is inboxes.');
    const options = { account, owner, address, departments };
    if (!/^https?:/.test(from)) return openChatwoot(from, { ...options, files });
    if (!api?.token) throw new Refused('The API needs a token: name a file that holds it with --token-file.');
    return openChatwootRest({ ...api, ...options, token: api.token, url: from });
  },
  csv: async (from: string, options: Options) => one(await openCsvFolder(from, options)),
  zendesk: (from: string, options: Options) => withLookup(options, (own) => openZendesk(from, own)),
  intercom: (from: string, options: Options) => withLookup(options, (own) => openIntercom(from, own)),
} as const;

export type SourceName = keyof typeof sources;

export function isSource(word: string | undefined): word is SourceName {
  return word !== undefined && Object.hasOwn(sources, word);
}

/** @throws Refused */
export function openSource(name: SourceName, from: string, options: Options): Promise<Opened> {
  return sources[name](from, options);
}
