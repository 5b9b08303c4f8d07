import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const messagesPerRequest = 10;
const requestsPerLead = 5;
const start = Date.parse('2024-01-01T00:00:00Z');

/** Files of lines with so many messages, in no order: ten to a conversation, five conversations to a lead. */
export async function writeSource(folder: string, messages: number): Promise<void> {
  const requests = Math.ceil(messages / messagesPerRequest);
  const leads = Math.ceil(requests / requestsPerLead);
  const timeOf = (request: number, minute = 0) => new Date(start + request * 60_000 + minute * 60_000).toISOString();
  const owner = { email: 'ada@shop.example', firstname: 'Ada', role: 'owner', createdAt: timeOf(0) };
  await writeLines(folder, 'users', 1, () => owner);
  await writeLines(folder, 'leads', leads, (nth) => ({
    lead_id: `v${nth}`,
    fullname: `Visitor ${nth}`,
    createdAt: timeOf(0),
  }));
  await writeLines(folder, 'requests', requests, (nth) => ({
    ...{ request_id: nth, lead_id: `v${nth % leads}`, createdAt: timeOf(nth), closed_at: timeOf(nth, 30) },
    participants: ['ada@shop.example'],
  }));
  await writeLines(folder, 'messages', messages, (nth) => {
    const place = nth % messagesPerRequest;
    const request = Math.floor(nth / messagesPerRequest);
    const text = `Message ${place} of conversation ${request}, as long as people write: about a hundred characters, or so.`;
    return {
      request_id: request,
      sender: place % 2 ? 'ada@shop.example' : 'lead',
      text,
      createdAt: timeOf(request, place),
    };
  });
}

async function writeLines(folder: string, name: string, count: number, row: (nth: number) => object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = createWriteStream(join(folder, `${name}.jsonl`));
  for (const nth of scattered(count)) if (!file.write(`${JSON.stringify(row(nth))}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'close');
}

/** Every number from 0 on once, far from its neighbours. */
function* scattered(count: number): Generator<number> {
  const step = 7_919;
  for (let offset = 0; offset < step; offset++) for (let at = offset; at < count; at += step) yield at;
}
