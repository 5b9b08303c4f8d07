// Writes a dump for tests that start programs: node write-tiledesk-dump.ts <folder> [requests] [hours between two requests]
import { writeTiledeskDump } from './tiledesk-dump.ts';

const [, , folder = '', requests, hoursApart] = process.argv;
const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const facts = await writeTiledeskDump(folder, { requests: numberIn(requests), hoursApart: numberIn(hoursApart) });
process.stdout.write(JSON.stringify(facts));
