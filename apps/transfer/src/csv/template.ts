import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Refused } from '../config.ts';

const at = '2024-03-01T08:00:00Z';

/** Every column of each file, with an example. Source: contract 90 section 10 */
const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { email: 'ada@shop.example', firstname: 'Ada', lastname: 'Lovelace', role: 'owner', createdAt: at },
  leads: {
    ...{ lead_id: 'visitor-1', fullname: 'Grace Hopper', email: 'grace@example.com', phone: '+15550100' },
    ...{ company: 'Navy', city: 'New York', country: 'US', note: '', tags: 'vip', 'attributes.plan': 'gold' },
    ...{ 'properties.plan': 'gold', createdAt: at },
  },
  requests: {
    ...{ request_id: '1', lead_id: 'visitor-1', createdAt: at, subject: 'Order', status: '1000', closed_at: at },
    ...{ participants: 'ada@shop.example', tags: 'order', priority: 'normal', rating: '5', channel: 'chat21' },
  },
  messages: {
    ...{ request_id: '1', sender: 'lead', text: 'Where is my order?', createdAt: at, private: 'false' },
    external_id: '',
  },
  tags: { tag: 'order', color: '#3366ff' },
  canned: { title: 'Thanks', text: 'Thank you!' },
};

/** Writes files to fill in. One that is there is left as it is. @throws Refused */
export async function writeTemplates(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const made: string[] = [];
  for (const [name, example] of Object.entries(examples)) {
    const file = join(folder, `${name}.csv`);
    const lines = [Object.keys(example), Object.values(example)].map((cells) => cells.map(cellOf).join(','));
    await writeFile(file, `${lines.join('\r\n')}\r\n`, { flag: 'wx' }).catch((error: unknown) => {
      throw new Refused(`${file} is there already.`, { cause: error });
    });
    made.push(file);
  }
  return made;
}

function cellOf(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
