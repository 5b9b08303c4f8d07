const at = '2026-01-15T09:30:00.000Z';

/** Members whose values differ from run to run, or must stay private, and what stands there instead. */
const byName: readonly [name: RegExp, value: string | number][] = [
  [/^(token|jwt)$/i, 'JWT eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI2NGYwIn0.c2lnbmF0dXJl'],
  [/secret$/i, 'h3Jx8kQ2vTn5Rw9yZb4MpL6sDf1gHa7c'],
  [/^cursor$/, 'eyJhIjoxfQ'],
  [/(_time|_avg|_mean|_median|duration|Ms)$/, 41_000],
  [/^__v$/, 0],
  [/^intent_display_name$/, 'greeting'],
  [/^ticket_id$/, '1024'],
  [/^year$/, 2026],
  [/^month$/, 1],
  [/^day$/, 15],
  [/^week$/, 2],
  [/^hour$/, 9],
  [/^weekday$/, 5],
  [/^date$/, '2026-01-15'],
  [/^ip(Address)?$/, '203.0.113.7'],
  [/^userAgent$/i, 'Mozilla/5.0'],
  [/^(x|kid|sha256)$/, 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'],
];

/** Of the form of a machine token, with a checksum that is none. */
const machineToken = 'pat_0Ag7tQm3LkXyZ9sDfVbN5wRe2HjUcP1oT8i000000';

/** Texts that differ from run to run, wherever they stand. */
const byText: readonly [text: RegExp, kind: string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'uuid'],
  [/\b[0-9a-f]{32}\b/g, 'hex'],
  [/\b[0-9a-f]{24}\b/g, 'id'],
];

/**
 * An answer of a running mesh as an example: the same after each recording, short, and without anything that opens a door. Ids and times
 * are replaced, equal ones by equal ones; of a list, the first item stands for all.
 */
export function stableExample(answer: unknown): unknown {
  const known = new Map<string, string>();

  return stable(answer, '');

  function stable(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.slice(0, 1).map((item) => stable(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [stableText(key), stable(member, key)]));
    if (typeof value === 'string' && value.startsWith('pat_')) return machineToken;
    const usual = byName.find(([names, other]) => names.test(name) && typeof other === typeof value)?.[1];
    if (usual !== undefined) return usual;
    return typeof value === 'string' ? stableText(value) : value;
  }

  function stableText(text: string): string {
    const plain = text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, at)
      .replace(/\b\d\d\/\d\d\/20\d\d\b/g, '15/01/2026')
      .replace(/https?:\/\/(127\.0\.0\.1|localhost):\d+/g, 'https://parley.example')
      .replace(/([?&](?:signature|expires|v)=)[\w-]+/g, '$11')
      .replace(/(\w+)\.[0-9a-f-]{36}@/g, '$1@')
      .replace(/guest#[0-9a-f]{4}/, 'guest#4828');
    return byText.reduce((done, [pattern, kind]) => done.replace(pattern, (found) => numbered(found, kind)), plain);
  }

  function numbered(found: string, kind: string): string {
    const place = [...known.keys()].filter((key) => key.startsWith(kind)).length + 1;
    const last = place.toString(16).padStart(4, '0');
    const made = {
      uuid: `0b5c7a52-5f0e-4c1b-9d57-2f6f3f0f${last}`,
      hex: `5f2b9c1d7e3a4860b1c2d3e4f5a6${last}`,
      id: `64f0c0a1b2c3d4e5f6a7${last}`,
    }[kind];
    const key = `${kind} ${found}`;
    if (!known.has(key)) known.set(key, made ?? found);
    return known.get(key) ?? found;
  }
}
