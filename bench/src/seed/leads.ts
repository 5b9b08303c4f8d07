import pg from 'pg';

export interface LeadPlan {
  projectId: string;
  leads: number;
}

const chunk = 50_000;
const firstNames = ['Ada', 'Grace', 'Linus', 'Alan', 'Edith', 'Émilie', 'Sofia', 'Kurt', 'Hedy', 'Barbara'];
const syllables = ['bar', 'cor', 'den', 'fal', 'gri', 'hol', 'lin', 'mar', 'nor', 'pel', 'ros', 'sto', 'tan', 'vel'];
const countries = [
  'Italy',
  'France',
  'Germany',
  'Spain',
  'Portugal',
  'Austria',
  'Greece',
  'Norway',
  'Poland',
  'Ireland',
];

/** The name of a family: one of 2,744, so that few leads of a large project share one. */
export function familyNameOf(index: number): string {
  const at = (place: number) => syllables[Math.floor(index / 14 ** place) % 14] ?? '';
  const [head = '', ...rest] = at(2);
  return head.toUpperCase() + rest.join('') + at(1) + at(0);
}
export const familyNames = 14 ** 3;

/** The address of a lead, by its place in the plan. */
export function emailOf(index: number): string {
  return `lead.${index}@mail${index % 40}.example`;
}

/** Fills `lead` of the contacts service. Its indexes are rebuilt, which is faster than adding to them. */
export async function seedLeads(url: string, { projectId, leads }: LeadPlan): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename = 'lead' and indexname not like '%_key' and indexname <> 'lead_pkey'`,
    );
    for (const { indexname } of indexes) await client.query(`drop index "${indexname}"`);
    const families = Array.from({ length: familyNames }, (_, index) => familyNameOf(index));
    for (let from = 0; from < leads; from += chunk) {
      const until = Math.min(from + chunk, leads) - 1;
      await client.query(insert, [projectId, from, until, firstNames, families, countries]);
    }
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const insert = `insert into lead (id_project, id, lead_id, fullname, email, phone, company, note, city, country, attributes,
    properties, tags, status, created_by, created_at, updated_at)
  select $1, lpad(to_hex(n), 24, '0'), 'crm-' || n,
    case when n % 10 < 8 then ($4::text[])[n % 10 + 1] || ' ' || ($5::text[])[n * 7 % ${familyNames} + 1] end,
    case when n % 7 > 0 then 'lead.' || n || '@mail' || n % 40 || '.example' end,
    '+39 041 ' || 1000000 + n, 'Company ' || n % 5000, case when n % 3 = 0 then 'Called on Monday; wants to be called again.' end,
    'City ' || n % 300, ($6::text[])[n % 10 + 1],
    jsonb_build_object('plan', (array['free', 'silver', 'gold'])[n % 3 + 1], 'branch', n % 100, 'visits', n % 997),
    jsonb_build_object('campaign', 'c' || n % 500), array['t' || n % 20, 'u' || n % 1000],
    case when n % 50 = 0 then 1000 when n % 25 = 1 then 50 else 100 end, 'system',
    timestamptz '2025-01-01' + n * interval '20 s', timestamptz '2025-01-01' + (n * 37 % 1000003) * interval '30 s'
  from generate_series($2::int, $3::int) n`;
