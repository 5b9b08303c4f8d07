import type { Operation } from './operation.ts';
import type { CallOptions, Parley } from './types.ts';

/** The type of one item: of a bare list, or of the list in a page. */
export type ItemOf<Page> = Page extends readonly (infer Item)[]
  ? Item
  : { [Name in keyof Page]-?: Page[Name] extends readonly (infer Item)[] ? Item : never }[keyof Page];

export interface PaginateOptions extends CallOptions {
  /** Items per page, at most 200; otherwise the operation's default. */
  limit?: number;
  /** Stops after this number of items. */
  max?: number;
}

/** All items of a list, a page at a time. */
export interface Pages<Page> extends AsyncIterable<ItemOf<Page>> {
  pages(): AsyncIterable<Page>;
}

/**
 * `for await (const request of paginate(listRequests, parley, { status: '100,200' }))`. Follows the `Link` of each page, holds one
 * page, and returns no `_id` twice, even if records move between pages meanwhile.
 */
export function paginate<Params extends { cursor?: string | null }, Page>(
  list: Operation<Params, Page>,
  parley: Parley,
  params?: Params,
  options: PaginateOptions = {},
): Pages<Page> {
  const { limit, max = Number.POSITIVE_INFINITY, ...call } = options;

  async function* pages() {
    let input: Record<string, unknown> = { ...params, ...(limit !== undefined && { limit }) };
    const own = input;
    for (;;) {
      const { data, headers } = await parley.send<Page>(list.spec, input, call);
      yield data;
      const next = nextOf(headers.get('link'));
      if (next === undefined) return;
      input = nextInput(parley, list.spec.address, own, next);
    }
  }
  async function* items() {
    const seen = new Set<unknown>();
    let left = max;
    if (left <= 0) return;
    for await (const page of pages()) {
      for (const item of itemsIn(page)) {
        const id = (item as { _id?: unknown } | null)?._id;
        if (seen.has(id)) continue;
        if (id !== undefined) seen.add(id);
        yield item as ItemOf<Page>;
        left -= 1;
        if (left <= 0) return;
      }
    }
  }
  return { [Symbol.asyncIterator]: items, pages };
}

function itemsIn(page: unknown): readonly unknown[] {
  if (Array.isArray(page)) return page;
  return Object.values(page as object).find(Array.isArray) ?? [];
}

function nextOf(link: string | null): string | undefined {
  return /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
}

/** The input of the next page. Rejects another origin or path: credentials would be sent there. */
function nextInput(
  parley: Parley,
  address: string,
  own: Record<string, unknown>,
  next: string,
): Record<string, unknown> {
  const base = new URL(parley.url);
  const { origin, pathname, searchParams } = new URL(next, base);
  const path = (address.split(' ')[1] ?? '').replace(/^(?!\/)/, '/v3/:id_project/');
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const given = Object.fromEntries(names.map((name) => [name, own[name] ?? parley.project]));
  const expected = path.replace(/:(\w+)/g, (_, name: string) => String(given[name]));
  const found = decodeURIComponent(pathname);
  if (origin !== base.origin || (found !== expected && found !== `${base.pathname}${expected}`))
    throw new TypeError(`The next page is said to be at another address: ${origin}${pathname}`);
  return { ...given, ...Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])) };
}
