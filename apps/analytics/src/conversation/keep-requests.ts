import type { Context } from '../context.ts';
import { concernsMessages, type Kept, type RequestFact } from './request-fact.ts';

/** Keeps facts of requests, and lets their messages count as they do. @returns what is known of each request now */
export async function keepRequests(context: Context, told: readonly RequestFact[]): Promise<Kept[]> {
  const kept = await context.requests.keep(told);
  for (const each of kept) if (concernsMessages(each)) await context.messages.follow(each.after);
  return kept;
}
