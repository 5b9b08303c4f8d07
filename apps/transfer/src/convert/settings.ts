import { createHash } from 'node:crypto';

import { defaultTagColor } from '@parley/contracts';

import type { Conversion } from './conversion.ts';
import type { People } from './people.ts';
import type { Source } from './plain.ts';

/** Project, groups, departments, tags, canned responses and labels. Source: contract 90 section 8 */
export async function convertSettings(conversion: Conversion): Promise<void> {
  for await (const row of conversion.rows('projects', ({ id }) => id === conversion.projectId)) {
    const { source } = row;
    const settings = withoutMailPassword(source.object('settings') ?? {});
    const operatingHours = source.text('operatingHours', 65_536);
    const isReadable = operatingHours === undefined || parses(operatingHours);
    if (!isReadable) row.repair('operating hours that cannot be read: the project is always open');
    const attributes = source.object('attributes') ?? {};
    for (const lost of source.texts('lost')) row.lose(lost);
    for (const field of ['publicKey', 'privateKey', 'profile', 'organization'])
      if (source.all[field] !== undefined) row.lose(field);
    const isStored = await row.store('project', {
      ...source.stored(),
      name: source.text('name') ?? 'Imported',
      activeOperatingHours: isReadable && (source.flag('activeOperatingHours') ?? false),
      operatingHours: isReadable ? operatingHours : undefined,
      timeSlots: source.object('timeSlots'),
      settings,
      widget: source.object('widget') ?? {},
      attributes: isReadable ? attributes : { ...attributes, _import: { operatingHours } },
      versions: source.all.versions,
      channels: source.list('channels').length > 0 ? source.list('channels') : undefined,
      ipFilterEnabled: source.flag('ipFilterEnabled'),
      ipFilter: source.texts('ipFilter'),
      ipFilterDenyEnabled: source.flag('ipFilterDenyEnabled'),
      ipFilterDeny: source.texts('ipFilterDeny'),
    });
    if (isStored) await sealSecrets(conversion, source);
  }
}

/** The customer's server can keep signing with its secret, if that is accepted here. */
async function sealSecrets({ writer, projectId }: Conversion, source: Source): Promise<void> {
  const jwtSecret = source.text('jwtSecret');
  const mail = (source.object('settings')?.email as { config?: { pass?: unknown } } | undefined)?.config?.pass;
  const secrets = {
    ...(jwtSecret !== undefined && jwtSecret.length >= 32 && { customerSecret: jwtSecret }),
    ...(typeof mail === 'string' && mail !== '' && { mailPassword: mail }),
  };
  if (Object.keys(secrets).length > 0) await writer.writeSecret('project', projectId, JSON.stringify(secrets));
}

function withoutMailPassword(settings: Record<string, unknown>): Record<string, unknown> {
  const { email } = settings as { email?: { config?: Record<string, unknown> } };
  if (email?.config?.pass === undefined) return settings;
  const { pass: _pass, ...config } = email.config;
  return { ...settings, email: { ...email, config } };
}

function parses(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** @returns ids of the groups */
export async function convertGroups(conversion: Conversion, { team }: People): Promise<ReadonlySet<string>> {
  const groups = new Set<string>();
  for await (const row of conversion.rows('groups')) {
    const { source } = row;
    const named = source.texts('members');
    const members = named.filter((member) => team.has(member));
    if (members.length < named.length) row.repair('members who are no teammates');
    const isStored = await row.store('group', {
      ...source.stored(),
      name: source.text('name') ?? 'Group',
      enabled: source.flag('enabled') ?? true,
      trashed: source.flag('trashed') ?? false,
      attributes: source.object('attributes') ?? {},
      members: [...new Set(members)].sort(),
    });
    if (isStored) groups.add(source.id);
  }
  return groups;
}

export async function convertDepartments(
  conversion: Conversion,
  groups: ReadonlySet<string>,
  bots: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const departments = new Set<string>();
  const defaults: string[] = [];
  const all: string[] = [];
  for await (const { source } of conversion.rowsUncounted('departments')) {
    all.push(source.id);
    if (source.flag('default')) defaults.push(source.id);
  }
  const theDefault = defaults.sort()[0] ?? all.sort()[0];
  for await (const row of conversion.rows('departments')) {
    const { source } = row;
    const [group, bot] = [source.ref('id_group'), source.ref('id_bot')];
    if (group !== undefined && !groups.has(group)) row.repair('a group that is not there');
    if (bot !== undefined && !bots.has(bot)) row.repair('a bot that is not there');
    const isDefault = source.id === theDefault;
    if (isDefault !== (source.flag('default') ?? false)) row.repair('one default department');
    const routing = source.text('routing') ?? 'assigned';
    const isStored = await row.store('department', {
      ...source.stored(),
      name: source.text('name') ?? 'Department',
      description: source.text('description', 65_536),
      routing: ['assigned', 'pooled', 'fixed'].includes(routing) ? routing : 'assigned',
      id_bot: bot !== undefined && bots.has(bot) ? bot : undefined,
      bot_only: source.flag('bot_only'),
      id_group: group !== undefined && groups.has(group) ? group : undefined,
      groups: source.list('groups').filter((one) => groups.has((one as { group_id?: string })?.group_id ?? '')),
      online_msg: source.text('online_msg', 65_536),
      offline_msg: source.text('offline_msg', 65_536),
      default: isDefault,
      status: Math.max(-1, Math.min(1, Math.trunc(source.number('status') ?? 1))),
      tags: source.list('tags'),
    });
    if (isStored) departments.add(source.id);
  }
  return departments;
}

/** @returns colours of the tags, by name */
export async function convertTexts(conversion: Conversion): Promise<ReadonlyMap<string, string>> {
  const tags = new Map<string, string>();
  for await (const row of conversion.rows('tags')) {
    const { source } = row;
    const tag = source.text('tag') ?? '';
    if (tags.has(tag)) row.merge();
    else {
      const [attributes, color] = [source.object('attributes') ?? {}, source.text('color')];
      await row.store('tag', { ...source.stored(), tag, color, attributes });
      tags.set(tag, color ?? defaultTagColor);
    }
  }
  for await (const row of conversion.rows('cannedresponses')) {
    const { source } = row;
    if (source.number('status') === 1000) row.drop();
    else
      await row.store('canned', {
        ...source.stored(),
        title: source.text('title', 65_536) ?? '',
        text: source.text('text', 65_536) ?? '',
        shared: source.flag('shared') ?? true,
        attributes: source.object('attributes') ?? {},
      });
  }
  await convertLabels(conversion);
  return tags;
}

/** The newest row of each language. */
async function convertLabels(conversion: Conversion): Promise<void> {
  for await (const row of conversion.rows('labels')) {
    const { source } = row;
    const byLanguage = new Map<string, object>();
    for (const one of source.list('data')) {
      const { lang, data, default: isDefault } = Object(one) as { lang?: unknown; data?: unknown; default?: unknown };
      if (typeof lang !== 'string' || typeof data !== 'object' || data === null) continue;
      const id = source.id.slice(0, 8) + createHash('sha256').update(`${source.id} ${lang}`).digest('hex').slice(0, 16);
      const isFirst =
        isDefault === true && ![...byLanguage.values()].some((entry) => 'default' in entry && entry.default);
      byLanguage.set(lang.toUpperCase(), { _id: id, lang: lang.toUpperCase(), data, default: isFirst });
    }
    const data = [...byLanguage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
    if (data.length > 0 && !data.some((entry) => (entry as { default: boolean }).default))
      Object.assign(data[0] ?? {}, { default: true });
    await row.store('labels', { ...source.stored(), data });
  }
}
