import { readFile } from 'node:fs/promises';

import { webhookHeaders } from '@parley/outbound';
import { Webhook } from 'standardwebhooks';

it('publishes a correct test vector, by this implementation and by an independent one', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const part = (name: string) => new RegExp(`\\| ${name} +\\| \`(.+)\` +\\|`).exec(readme)?.[1] ?? '';
  const [secret, body] = [part('secret'), part('body')];
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    part(`\`${name}\``),
  );
  const at = new Date(Number(timestamp) * 1_000);
  expect(webhookHeaders({ id: id ?? '', at, body }, [secret])['webhook-signature']).toBe(signature);
  expect(new Webhook(secret).sign(id ?? '', at, body)).toBe(signature);
});
