import { parseArgs } from 'node:util';

import { Refused, readConnection } from './config.ts';
import { runExport } from './run-export.ts';
import { runImport } from './run-import.ts';
import { runRebuild } from './run-rebuild.ts';
import { isAbsence } from './services.client.ts';
import type { Surroundings } from './surroundings.ts';

const usage = `Usage:
  npm run export -- --project <id> --to <folder> [--with-secrets --passphrase-file <file>]
  npm run import -- tiledesk <folder of mongodump> [--project <id>] [--activate]
  npm run import -- chatwoot <postgres://…> [--project <account>] [--owner <e-mail>] [--activate]
  npm run import -- chatwoot <https://…> --token-file <file> [--project <account>] [--owner <e-mail>] [--activate]
  npm run import -- csv|zendesk|intercom <folder> [--owner <e-mail>] [--activate]
  npm run import -- csv <folder> --template
  npm run import -- convert <source> <from> --to <folder>
  npm run import -- archive <folder> [--activate] [--ids keep|remap] [--passphrase-file <file>]
  npm run import -- verify|activate|discard <folder>
  npm run rebuild -- conversations|media

Options of all:
  --env <file>       addresses of the services and ACTOR_KEY; default: the environment, else the npm start on this machine
  --work <folder>    quarantine, report and the place of a rebuild, default ./parley-transfer
Options of import:
  --dry-run          check the archive, load nothing
  --max-bad <share>  of a kind that may be refused, default 1%, at least 100 records
  --rate <number>    records a second, default unlimited
  --by <name>        shown in the console as the one who imports, default your name on this machine
  --address <https://…>  of this Parley: files that messages name are read there
  --files <folder>   or address with the bytes of Chatwoot’s files, by key; of Zendesk and Intercom: the address of their files
  --departments inboxes  of Chatwoot: inboxes become departments, not teams
  --time-format <dd.MM.yyyy HH:mm> --tz <Europe/Berlin>  of times in CSV, default ISO and UTC
`;

const options = {
  project: { type: 'string' },
  to: { type: 'string' },
  owner: { type: 'string' },
  'with-secrets': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  'token-file': { type: 'string' },
  'time-format': { type: 'string' },
  tz: { type: 'string' },
  template: { type: 'boolean' },
  address: { type: 'string' },
  files: { type: 'string' },
  departments: { type: 'string' },
  env: { type: 'string' },
  work: { type: 'string', default: 'parley-transfer' },
  ids: { type: 'string', default: 'keep' },
  activate: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'max-bad': { type: 'string', default: '1%' },
  rate: { type: 'string' },
  by: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Source: contract 90 section 3. */
export const exitCodes = { complete: 0, refused: 1, stopped: 4 } as const;

/** One run of the program. @returns its exit code */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, err, stopping } = surroundings;
  const say = (text: string, code: number): number => {
    err.write(text);
    return code;
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command, ...rest] = positionals;
    if (values.help || !command) return say(usage, values.help ? exitCodes.complete : exitCodes.refused);
    const connection = () => readConnection(env, values.env);
    if (command === 'export') return await runExport(values, connection(), surroundings);
    if (command === 'import') return await runImport(rest, values, connection, surroundings);
    if (command === 'rebuild') return await runRebuild(rest, values, connection(), surroundings);
    return say(usage, exitCodes.refused);
  } catch (error) {
    if (stopping.aborted) return say('Stopped. The same command goes on from here.\n', exitCodes.stopped);
    if (isAbsence(error)) return say(`${messageOf(error)} The same command goes on from here.\n`, exitCodes.stopped);
    const isForPeople = error instanceof Refused || (error instanceof Error && 'code' in error);
    const text = isForPeople ? messageOf(error) : String(error instanceof Error ? error.stack : error);
    return say(`${text}\n`, exitCodes.refused);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
