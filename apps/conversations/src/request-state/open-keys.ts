/** The kinds of keys that `keys_of` gives to an open request (migration `open_keys`). */
const kinds = {
  participant: 'p',
  follower: 'f',
  /** In lower case. */
  tag: 't',
  /** `_id` of the lead. */
  lead: 'l',
  /** Own id of the lead as it was at the start. */
  leadLeadId: 'i',
  /** E-mail address of the lead as it was at the start, in lower case. */
  email: 'e',
  /** Not `chat21`, which most have. */
  channel: 'c',
} as const;

/** The expression that `request_open_keys_idx` has, of open requests alone; `r` is the request. */
const keysSql = 'keys_of(r.participants, r.followers, r.tags, r.lead_id, r.snapshot, r.channel)';

/** SQL of one key. @param value SQL of its value */
export const keyOf = (kind: keyof typeof kinds, value: string): string => `('${kinds[kind]}:' || ${value}::text)`;

/**
 * Condition on an open `request r`: it has this key. An index answers it where the query also has `r.status < 1000 and not r.preflight`;
 * without the index, it computes the keys of each row.
 */
export const hasKey = (key: string): string => `${keysSql} @> array[${key}]`;

/** The same for any of the keys. @param more SQL of an array with further keys */
export const hasAnyKey = (keys: readonly string[], more?: string): string =>
  `${keysSql} && ${more ? `(array[${keys.join(', ')}] || ${more})` : `array[${keys.join(', ')}]`}`;

/** Condition on `request r` of the project `$1`: few are overdue, and an index has them. */
export const overdueSql = `r.id in (select s.request from service_level s where s.id_project = $1 and s.state = 'overdue')`;
