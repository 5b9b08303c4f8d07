import type { Context } from '../context.ts';
import { concernsMessages, type FactChange, type RequestFact } from './request-fact.ts';

/** Stores facts of requests, and recounts their messages where needed. @returns the change of each fact */
export async function keepRequests(context: Context, incoming: readonly RequestFact[]): Promise<FactChange[]> {
  const kept = await context.requests.keep(incoming);
  for (const each of kept) if (concernsMessages(each)) await context.messages.follow(each.after);
  return kept;
}
