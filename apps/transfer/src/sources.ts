import { openChatwoot } from './chatwoot/chatwoot-database.ts';
import { openCsvFolder } from './csv/csv-folder.ts';
import { openIntercom } from './helpdesk/intercom-export.ts';
import { openZendesk } from './helpdesk/zendesk-export.ts';
import type { Origin } from './origin/origin.ts';
import { Dump } from './tiledesk/dump.ts';

interface Options {
  /** An account of the source. */
  project?: string | undefined;
  /** E-mail of who owns the project. */
  owner?: string | undefined;
}

interface Opened {
  origins: Origin[];
  close(): Promise<void>;
}

const one = (origin: Origin): Opened => ({ origins: [origin], close: () => Promise.resolve() });

/** Systems that projects come from, by the word of the command line. */
const sources = {
  tiledesk: async (from: string) => one(await Dump.open(from)),
  chatwoot: (from: string, { project, owner }: Options): Promise<Opened> =>
    openChatwoot(from, { account: project, owner }),
  csv: async (from: string, options: Options) => one(await openCsvFolder(from, options)),
  zendesk: async (from: string, options: Options) => one(await openZendesk(from, options)),
  intercom: async (from: string, options: Options) => one(await openIntercom(from, options)),
} as const;

export type SourceName = keyof typeof sources;

export function isSource(word: string | undefined): word is SourceName {
  return word !== undefined && Object.hasOwn(sources, word);
}

/** @throws Refused */
export function openSource(name: SourceName, from: string, options: Options): Promise<Opened> {
  return sources[name](from, options);
}
