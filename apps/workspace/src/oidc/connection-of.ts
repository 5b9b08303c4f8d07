import type { Context } from '../context.ts';
import type { Connection } from './connection.ts';

/** The connection of an id: one of the installation, or that of a living project. */
export async function connectionOf(
  { issuers, signInConnections }: Context,
  id: string,
): Promise<Connection | undefined> {
  return issuers.find(id) ?? (await signInConnections.usable(id));
}
