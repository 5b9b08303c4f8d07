/** Which contacts a list shows, and in which order; all of it stands in the address. */
export interface ContactFilter {
  /** Words to search for. */
  q?: string;
  tag?: string;
  /** `_id` of a segment. */
  segment?: string;
  trash?: true;
  sort?: SortField;
  /** The least first. */
  asc?: true;
}

const sortFields = ['updatedAt', 'fullname', 'email', 'lead_id'] as const;
type SortField = (typeof sortFields)[number];

/** Filters of `listLeads` and `exportLeads`. Source: contract 30 section 2.2. */
interface LeadParameters {
  full_text?: string;
  tags?: string;
  segment?: string;
  status?: '1000';
}

/** Longest search that the API takes, in characters. */
export const longestSearch = 200;

/** Unknown and faulty members of an address are left out; the rest of it holds. */
export function readContactFilter(search: Record<string, unknown>): ContactFilter {
  const words = (['q', 'tag', 'segment'] as const).flatMap((name) => {
    const value = search[name];
    return (typeof value === 'string' || typeof value === 'number') && value !== ''
      ? [[name, String(value).slice(0, longestSearch)]]
      : [];
  });
  const sort = sortFields.find((known) => known === search.sort);
  return {
    ...Object.fromEntries(words),
    ...(isOn(search.trash) && { trash: true }),
    ...(sort && { sort }),
    ...(isOn(search.asc) && { asc: true }),
  };
}

export function leadParameters({ q, tag, segment, trash }: ContactFilter): LeadParameters {
  return {
    ...(q && { full_text: q }),
    ...(tag && { tags: tag }),
    ...(segment && { segment }),
    ...(trash && { status: '1000' }),
  };
}

/** The order of a list: the newest first, unless the address says otherwise. */
export function leadOrder({ sort, asc }: ContactFilter): { sortField: SortField | 'createdAt'; direction: 1 | -1 } {
  return { sortField: sort ?? 'createdAt', direction: asc ? 1 : -1 };
}

/** Whether the list leaves contacts out that the trash switch alone would show. */
export function isFiltered({ q, tag, segment }: ContactFilter): boolean {
  return Boolean(q || tag || segment);
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true';
}
