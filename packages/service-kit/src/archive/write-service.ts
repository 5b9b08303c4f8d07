import type { archiveKinds } from '@parley/contracts/archive';

import type { ArchiveWriter } from './archive-writer.ts';

/** The services that hold records of projects. */
export type Owner = (typeof archiveKinds)[keyof typeof archiveKinds]['service'];

/** Referring records are read before those they refer to, so that nothing names a record made later. Source: contract 90 section 7. */
export const exportOrder = [
  ...(['analytics', 'channels', 'conversations', 'webhooks', 'bots', 'contacts', 'media', 'workspace'] as const),
] satisfies Owner[];

/** Records of one kind, from the snapshot of their service. */
interface Answer {
  asOfMs: number;
  kind: string;
  records: readonly string[];
  secrets: readonly { id: string; secretsJson: string }[];
}

/** Writes all that a service answers of a project. @param written called with each kind and how many of it are written */
export async function writeService(
  writer: ArchiveWriter,
  service: Owner,
  answers: AsyncIterable<Answer>,
  written: (kind: string, count: number) => void | Promise<void>,
): Promise<void> {
  for await (const { asOfMs, kind, records, secrets } of answers) {
    writer.setAsOf(service, new Date(asOfMs));
    if (kind === 'project') writer.setName(nameIn(records[0]));
    await writer.write(kind, records);
    for (const { id, secretsJson } of secrets) await writer.writeSecret(kind, id, secretsJson);
    await written(kind, writer.count(kind));
  }
  await writer.endService(service);
}

function nameIn(record = '{}'): string {
  return String((JSON.parse(record) as { name?: unknown }).name ?? '');
}
