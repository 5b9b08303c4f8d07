/**
 * Imports conversations of another system from a CSV file with the columns conversation,date,sender,name,text.
 * Run again, it goes on: what was imported before is recognised.
 * Environment: PARLEY_URL, PARLEY_PROJECT, PARLEY_TOKEN (of an admin), and the path of the file as argument.
 */
import { readFileSync } from 'node:fs';

import { createParley, createRequest, isParleyError, sendMessages } from '@parley/sdk';

const {
  PARLEY_URL: url = 'http://localhost:3000',
  PARLEY_PROJECT: project = '',
  PARLEY_TOKEN: token = '',
} = process.env;
const parley = createParley({ url, project, token });
const maxAtOnce = 500;

/** The fields of a line of CSV. */
function fieldsOf(line: string): string[] {
  const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return fields.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

interface Line {
  conversation: string;
  createdAt: string;
  sender: string;
  senderFullname: string;
  text: string;
}

function read(path: string): Map<string, Line[]> {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const parsed = lines.map((line): Line => {
    const [conversation = '', createdAt = '', sender = '', senderFullname = '', text = ''] = fieldsOf(line);
    return { conversation, createdAt, sender, senderFullname, text };
  });
  const conversations = new Map<string, Line[]>();
  for (const line of parsed)
    conversations.set(line.conversation, [...(conversations.get(line.conversation) ?? []), line]);
  return conversations;
}

async function importConversation(id: string, lines: readonly Line[]): Promise<void> {
  const request_id = `support-group-${project}-import.${id}`;
  await createRequest(parley, { request_id, import: true, first_text: lines[0]?.text.slice(0, 80) ?? '' }).catch(
    (error: unknown) => {
      if (!isParleyError(error, 'request_exists')) throw error;
    },
  );
  for (let at = 0; at < lines.length; at += maxAtOnce) {
    const items = lines.slice(at, at + maxAtOnce).map(({ conversation: _, ...message }, index) => ({
      ...message,
      // By which a repeated run is recognised.
      external_id: `${id}.${at + index}`,
    }));
    await sendMessages(parley, { request_id, import: true, items });
  }
}

const conversations = read(process.argv[2] ?? '');
let done = 0;
for (const [id, lines] of conversations) {
  await importConversation(id, lines);
  done += 1;
  const share = done / conversations.size;
  const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.');
  process.stdout.write(`\r[${bar}] ${done} of ${conversations.size}`);
}
process.stdout.write('\n');
