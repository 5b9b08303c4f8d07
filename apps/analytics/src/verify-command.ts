// `npm run verify-activities -- <file> <keys>`: proves that no line of an exported chain of activities is missing or changed. The keys are those
// of `/.well-known/jwks.json`, in a file that was kept apart from the export.
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { faultsInFile } from './chain/chain-file.ts';

const [file, keys] = process.argv.slice(2);
if (!file || !keys) {
  process.stderr.write('usage: npm run verify-activities -- <activities.jsonl> <jwks.json>\n');
  process.exit(2);
}

const { keys: published } = JSON.parse(readFileSync(keys, 'utf8')) as { keys: Parameters<typeof faultsInFile>[1] };
const faults = await faultsInFile(createInterface({ input: createReadStream(file) }), published);
process.stdout.write(faults.length === 0 ? 'The file is whole.\n' : `${faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
