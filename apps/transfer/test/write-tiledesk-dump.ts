// Writes a dump for tests that start programs: node write-tiledesk-dump.ts <folder> [requests]
import { writeTiledeskDump } from './tiledesk-dump.ts';

const [, , folder = '', requests] = process.argv;
const facts = await writeTiledeskDump(folder, { requests: requests === undefined ? undefined : Number(requests) });
process.stdout.write(JSON.stringify(facts));
