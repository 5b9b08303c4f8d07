import type { LookupMap } from '../origin/lookup.ts';
import type { Conversion } from './conversion.ts';
import type { Source } from './plain.ts';

/** Leads by every id that requests may name. */
export interface Leads {
  /** `_id` of each row → `_id` of the lead that is stored. */
  byId: LookupMap;
  byLeadId: LookupMap;
  /** `_id` → `lead_id` of those that are stored. */
  leadIds: LookupMap;
  /** `_id` → address of those that have one. */
  emails: LookupMap;
}

interface Merged {
  base: Source;
  others: Source[];
}

/** Several rows of one `lead_id` are one person: the oldest stays, the others are merged into it. Source: contract 90 section 8 */
export async function convertContacts(conversion: Conversion): Promise<Leads> {
  const { lookup } = conversion;
  const leads: Leads = {
    ...{ byId: lookup.map('leads'), byLeadId: lookup.map('leads by lead_id') },
    ...{ leadIds: lookup.map('lead_ids'), emails: lookup.map('emails') },
  };
  const twins = await twinsOf(conversion);
  for await (const row of conversion.rows('leads')) {
    const { source } = row;
    const leadId = source.text('lead_id') ?? source.id;
    const merged = twins.get(leadId);
    // Derived ids of twins are the same one.
    if (merged && (merged.base.id !== source.id || leads.leadIds.has(source.id))) {
      leads.byId.set(source.id, merged.base.id);
      row.merge();
      continue;
    }
    const email = source.text('email');
    const isEmail = email === undefined || /^[^\s@]+@[^\s@]+$/.test(email);
    if (!isEmail) row.repair('an address that is none');
    if (merged) row.repair('merged with its twins');
    const record = { ...recordOf(source, leadId, isEmail), ...(merged && gathered(merged, isEmail)) };
    if (!(await row.store('lead', record))) continue;
    leads.byId.set(source.id, source.id);
    leads.byLeadId.set(leadId, source.id);
    leads.leadIds.set(source.id, leadId);
    if (isEmail && email !== undefined) leads.emails.set(source.id, email.toLowerCase());
  }
  for await (const row of conversion.rows('properties')) {
    const { source } = row;
    const [label, name, type] = ['label', 'name', 'type'].map((member) => source.text(member) ?? 'text');
    if (source.flag('isDropped')) {
      row.lose(`${name}`);
      row.drop();
      continue;
    }
    await row.store('property', { ...source.stored(), label, name, type, status: source.number('status') ?? 100 });
  }
  for await (const row of conversion.rows('segments')) {
    const { source } = row;
    const [name, filters] = [source.text('name'), source.list('filters')];
    const lost = source.list('lost');
    for (const one of lost) row.lose(String(one));
    if (lost.length > 0) {
      row.drop();
      continue;
    }
    await row.store('segment', {
      ...source.stored(),
      name,
      filters,
      match: source.text('match') === 'any' ? 'any' : 'all',
    });
  }
  return leads;
}

async function twinsOf(conversion: Conversion): Promise<Map<string, Merged>> {
  const first = conversion.lookup.map('first leads');
  const doubled = new Set<string>();
  for await (const { source } of conversion.rowsUncounted('leads')) {
    const leadId = source.text('lead_id') ?? source.id;
    if (first.has(leadId)) doubled.add(leadId);
    first.set(leadId, source.id);
  }
  const found = new Map<string, Source[]>();
  if (doubled.size === 0) return new Map();
  for await (const { source } of conversion.rowsUncounted('leads')) {
    const leadId = source.text('lead_id') ?? source.id;
    if (doubled.has(leadId)) found.set(leadId, [...(found.get(leadId) ?? []), source]);
  }
  return new Map(
    [...found].flatMap(([leadId, rows]) => {
      const [base, ...others] = rows.sort((a, b) => (a.id < b.id ? -1 : 1));
      return base ? [[leadId, { base, others }] as const] : [];
    }),
  );
}

const texts = ['fullname', 'phone', 'company', 'streetAddress', 'city', 'region', 'zipcode', 'country'] as const;

function recordOf(source: Source, leadId: string, isEmail: boolean): Record<string, unknown> {
  const status = source.number('status');
  const attributes = source.object('attributes') ?? {};
  return {
    ...source.stored(),
    lead_id: leadId,
    ...Object.fromEntries(texts.map((name) => [name, source.text(name)])),
    email: isEmail ? source.text('email') : undefined,
    note: source.text('note', 65_536),
    attributes: isEmail ? attributes : { ...attributes, _import: { email: source.text('email') } },
    properties: source.object('properties') ?? {},
    tags: source.texts('tags'),
    status: status === 50 || status === 1000 ? status : 100,
  };
}

/** The oldest value of each member; attributes of all. */
function gathered({ base, others }: Merged, isEmail: boolean): Record<string, unknown> {
  const all = [base, ...others].map((source, place) => recordOf(source, '', place > 0 || isEmail));
  const firstOf = (member: string) => all.map((record) => record[member]).find((value) => value !== undefined);
  const joined = (member: string) => Object.assign({}, ...all.toReversed().map((record) => record[member]));
  return {
    ...Object.fromEntries([...texts, 'email', 'note'].map((member) => [member, firstOf(member)])),
    ...{ attributes: joined('attributes'), properties: joined('properties') },
    tags: [...new Set(all.flatMap((record) => record.tags as string[]))],
  };
}
