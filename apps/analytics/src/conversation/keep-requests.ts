import type { Context } from '../context.ts';
import { concernsMessages, type FactChange, type RequestFact } from './request-fact.ts';

/** Keeps facts of requests, and lets their messages count as they do. @returns what is known of each request now */
export async function keepRequests(context: Context, incoming: readonly RequestFact[]): Promise<FactChange[]> {
  const kept = await context.requests.keep(incoming);
  for (const each of kept) if (concernsMessages(each)) await context.messages.follow(each.after);
  return kept;
}
