import type { Context } from '../context.ts';

/** Deletes devices that will receive nothing more: the sessions that registered them have ended. */
export async function cleanPushDevices({ pushDevices }: Context): Promise<void> {
  await pushDevices.dropUnreachable();
}
