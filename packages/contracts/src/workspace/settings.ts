import { z } from 'zod';

import { jsonObject, maybe, text } from '../fields.ts';

const whole = (min: number, max: number) => z.number().int().min(min).max(max);

/** Days after which what is left alone is deleted; 0: never. Source: contract 12 section 7. */
const retentionDays = whole(0, 3650);

/** Patterns of a project's own beside `card` and `iban`. */
const maxOwnPatterns = 10;

/**
 * A pattern of a project's own, in the syntax of RE2, and the name that replaces its matches. The services that compile it refuse an
 * invalid one.
 */
export const OwnPattern = z.strictObject({
  name: text(20, 1).regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _-]*[\p{L}\p{M}\p{N}])?$/u,
    'Must be letters, digits, blanks, - and _',
  ),
  pattern: text(200, 1),
});
const RedactPatterns = z
  .array(z.union([z.enum(['card', 'iban']), OwnPattern]))
  .max(maxOwnPatterns + 2)
  .refine(
    (patterns) => patterns.filter((pattern) => typeof pattern === 'object').length <= maxOwnPatterns,
    `At most ${maxOwnPatterns} patterns of your own`,
  )
  .refine((patterns) => {
    const names = patterns.map((pattern) => (typeof pattern === 'string' ? pattern : pattern.name));
    return new Set(names).size === names.length;
  }, 'Each name once');

/** Settings that Parley reads, with their rules; any other is stored as sent. Source: contract 11 section 1. */
const checkedSettings: Record<string, z.ZodType> = {
  chat_limit_on: z.boolean(),
  reassignment_on: z.boolean(),
  current_agent_my_chats_only: z.boolean(),
  chatbots_attributes_hidden: z.boolean(),
  private_media: z.boolean(),
  public_transcripts: z.boolean(),
  allow_send_emoji: z.boolean(),
  allowed_urls: z.boolean(),
  automatic_unavailable_status_on: z.boolean(),
  max_agent_assigned_chat: whole(0, 1000),
  reassignment_delay: whole(10, 86_400),
  automatic_idle_chats: whole(0, 1000),
  auto_close_bot_hours: whole(0, 8760),
  auto_close_agent_hours: whole(0, 8760),
  reopen_window_hours: whole(0, 8760),
  activity_retention_days: whole(1, 3650),
  'retention.closed_requests': retentionDays,
  'retention.drafts': retentionDays,
  'retention.leads_without_requests': retentionDays,
  allowed_urls_list: z.array(z.string()).max(200),
  allowed_upload_extentions: z.string(),
  'custom_auth.provision_agents': z.boolean(),
  require_second_factor: z.boolean(),
  mail_transcripts: z.enum(['off', 'unread']),
  second_factor_grace_days: whole(0, 14),
  redact_patterns: RedactPatterns,
  'email.config.pass': text(1000),
};

const prefix = 'settings.';

/** Largest `settings`, as JSON text. */
export const maxSettingsBytes = 65_536;
const Settings = jsonObject(maxSettingsBytes, 20);

/**
 * Settings in a body: one object `settings`, which replaces all, or flat keys (`"settings.chat_limit_on": true`), each
 * set alone. Parsed: `settings` and `flat`, whose keys have no prefix; a dot in one goes one level down.
 */
export const SettingsUpdate = z
  .looseObject({ settings: maybe(Settings) })
  .superRefine((body, context) => {
    for (const [path, value] of settingsOf(body)) {
      const fault = faultOf(path, value);
      if (fault) context.addIssue({ code: 'custom', path: [`${prefix}${path}`], message: fault });
    }
  })
  .transform((body) => ({ settings: body.settings, flat: flatSettings(body) }));

function faultOf(path: string, value: unknown): string | undefined {
  // Judged as a member of an object, so that no part of the path reaches into a prototype either.
  const nested = path.split('.').reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value);
  const { error } = Settings.safeParse(nested);
  if (error) return error.issues[0]?.message;

  for (const [checked, rule] of Object.entries(checkedSettings)) {
    if (path.startsWith(`${checked}.`)) return `${checked} has no members`;
    const found = at(nested, checked.split('.'));
    const fault = found === undefined || found === null ? undefined : rule.safeParse(found).error;
    if (fault) return fault.issues[0]?.message;
  }
  return undefined;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    value,
  );
}

/** Every setting the body names, by its path. */
function settingsOf(body: { settings?: Record<string, unknown> }): [string, unknown][] {
  return [...Object.entries(body.settings ?? {}), ...Object.entries(flatSettings(body))];
}

function flatSettings(body: Record<string, unknown>): Record<string, unknown> {
  const flat = Object.entries(body).filter(([key, value]) => key.startsWith(prefix) && value !== null);
  return Object.fromEntries(flat.map(([key, value]) => [key.slice(prefix.length), value]));
}
