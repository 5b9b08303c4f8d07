import type { Operation } from './operation.ts';
import type { CallOptions, Parley } from './types.ts';

/** What one item of a page is: of a bare list, or of the list in a page. */
export type ItemOf<Page> = Page extends readonly (infer Item)[]
  ? Item
  : { [Name in keyof Page]-?: Page[Name] extends readonly (infer Item)[] ? Item : never }[keyof Page];

export interface PaginateOptions extends CallOptions {
  /** Items on a page, at most 200; the operation's default otherwise. */
  limit?: number;
  /** Ends after so many items. */
  max?: number;
}

/** All items of a list, a page at a time. */
export interface Pages<Page> extends AsyncIterable<ItemOf<Page>> {
  pages(): AsyncIterable<Page>;
}

/**
 * `for await (const request of paginate(listRequests, parley, { status: '100,200' }))`. Follows the `Link` of each page, holds one
 * page, and gives no `_id` twice, also when records move between pages meanwhile.
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

/** The input of the next page. Another origin or path is not what was asked: credentials would go there. */
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
