// Writes an export for tests that start programs: node write-export.ts <csv | zendesk | intercom | chatwoot> <folder> [requests]
import { writeFile } from 'node:fs/promises';

import { chatwootSql } from './chatwoot-database.ts';
import { writeCsvFolder, writeIntercomExport, writeZendeskExport } from './exports.ts';

const [, , source, folder = '', requests = '10'] = process.argv;
const size = { requests: Number(requests) };
const writers: Record<string, () => Promise<object>> = {
  csv: () => writeCsvFolder(folder, size),
  zendesk: () => writeZendeskExport(folder, size),
  intercom: () => writeIntercomExport(folder, size),
  chatwoot: async () => {
    const { statements, facts } = chatwootSql(2026, size);
    await writeFile(folder, JSON.stringify(statements));
    return facts;
  },
};
process.stdout.write(JSON.stringify(await writers[source ?? '']?.()));
