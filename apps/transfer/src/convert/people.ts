import type { LookupMap } from '../origin/lookup.ts';
import type { Conversion } from './conversion.ts';
import type { Source } from './plain.ts';

/** A membership, as others name it. */
export interface Member {
  /** `id_user`, or `uuid_user` of a visitor. */
  principal: string;
  isTeammate: boolean;
}

export interface People {
  /** By `_id` of the membership. */
  members: Members;
  /** User ids of the team. */
  team: Set<string>;
}

const ranks = ['guest', 'user', 'agent', 'admin', 'owner'] as const;
type Role = (typeof ranks)[number];

/** Visitors are members as well. */
class Members {
  readonly #stored: LookupMap;

  constructor(stored: LookupMap) {
    this.#stored = stored;
  }

  get(id: string): Member | undefined {
    const found = this.#stored.get(id);
    return found === undefined ? undefined : { principal: found.slice(1), isTeammate: found.startsWith('+') };
  }

  set(id: string, { principal, isTeammate }: Member): void {
    this.#stored.set(id, (isTeammate ? '+' : '-') + principal);
  }
}

/** By person. */
class BestMemberships {
  readonly #stored: LookupMap;

  constructor(stored: LookupMap) {
    this.#stored = stored;
  }

  get(person: string): { id: string; role: Role } | undefined {
    const [id, role] = this.#stored.get(person)?.split(' ') ?? [];
    return id === undefined || role === undefined ? undefined : { id, role: role as Role };
  }

  set(person: string, { id, role }: { id: string; role: Role }): void {
    this.#stored.set(person, `${id} ${role}`);
  }
}

/** Words of other systems for people who answer. */
const otherRoles: Readonly<Record<string, Role>> = { supervisor: 'agent', teammate: 'agent' };
const bcrypt = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** Memberships first: only their people are taken from all users of an installation. Source: contract 90 section 8 */
export async function convertPeople(conversion: Conversion, customRoles: ReadonlySet<string>): Promise<People> {
  const people: People = { members: new Members(conversion.lookup.map('members')), team: new Set() };
  const best = await bestMemberships(conversion, customRoles);
  for await (const row of conversion.rows('project_users')) {
    const { source } = row;
    const person = personOf(source);
    const role = roleOf(source, customRoles);
    if (!person) await row.refuse('schema', 'id_user');
    else if (!role) await row.refuse('role_unknown', 'role');
    else if (best.get(person)?.id !== source.id) {
      people.members.set(source.id, { principal: person, isTeammate: ranks.indexOf(role) > 1 });
      row.merge();
    } else {
      const strongest = best.get(person)?.role ?? role;
      if (strongest !== role) row.repair('the highest role of two rows');
      if (source.text('role') !== role) row.repair('a role of another name');
      if (!(await row.store('membership', membershipOf(source, strongest)))) continue;
      const isTeammate = source.ref('id_user') !== undefined && ranks.indexOf(strongest) > 1;
      people.members.set(source.id, { principal: person, isTeammate });
      const idUser = source.ref('id_user');
      if (idUser !== undefined) people.team.add(idUser);
    }
  }
  await convertUsers(conversion, people);
  return people;
}

/** Two rows of one person: the oldest one stays, with the highest role. */
async function bestMemberships(conversion: Conversion, customRoles: ReadonlySet<string>) {
  const best = new BestMemberships(conversion.lookup.map('best memberships'));
  for await (const found of conversion.origin.documents('project_users')) {
    if (found.document === undefined) continue;
    const source = conversion.sourceOf(found.document);
    if (source.ref('id_project') !== conversion.projectId) continue;
    const [person, role] = [personOf(source), roleOf(source, customRoles)];
    if (!person || !role) continue;
    const known = best.get(person);
    const id = known && known.id < source.id ? known.id : source.id;
    const higher = known && ranks.indexOf(known.role) > ranks.indexOf(role) ? known.role : role;
    best.set(person, { id, role: higher });
  }
  return best;
}

function personOf(source: Source): string | undefined {
  return source.ref('id_user') ?? source.text('uuid_user');
}

function roleOf(source: Source, customRoles: ReadonlySet<string>): Role | undefined {
  const word = source.text('role') ?? '';
  return ranks.find((rank) => rank === word) ?? otherRoles[word] ?? (customRoles.has(word) ? 'agent' : undefined);
}

function membershipOf(source: Source, role: Role): object {
  const idUser = source.ref('id_user');
  return {
    ...source.stored(),
    ...(idUser === undefined ? { uuid_user: source.text('uuid_user') } : { id_user: idUser }),
    role,
    user_available: source.flag('user_available') ?? true,
    profileStatus: source.text('profileStatus'),
    max_served_chat: positive(source.number('max_served_chat') ?? source.number('max_assigned_chat')),
    attributes: source.object('attributes') ?? {},
    settings: source.object('settings') ?? {},
    tags: source.list('tags'),
    status: source.text('status') === 'disabled' ? 'disabled' : 'active',
    trashed: source.flag('trashed') ?? false,
    last_login_at: source.time('last_login_at'),
  };
}

function positive(number: number | undefined): number | undefined {
  return number !== undefined && number >= 0 ? Math.trunc(number) : undefined;
}

async function convertUsers(conversion: Conversion, { team }: People): Promise<void> {
  for await (const row of conversion.rows('users', ({ id }) => team.has(id))) {
    const { source } = row;
    const password = source.text('password');
    const isKnown = password !== undefined && bcrypt.test(password);
    if (password !== undefined && !isKnown) row.repair('a password of unknown form: it is reset by mail');
    const { createdBy: _createdBy, ...stored } = source.stored();
    const phone = source.text('phone');
    const isStored = await row.store('user', {
      ...stored,
      email: source.text('email')?.toLowerCase(),
      firstname: source.text('firstname') ?? '',
      lastname: source.text('lastname') ?? '',
      emailverified: source.flag('emailverified') ?? false,
      status: source.number('status') === 0 ? 0 : 100,
      phone: phone !== undefined && /^\+[1-9]\d{1,14}$/.test(phone) ? phone : undefined,
      description: source.text('description', 65_536),
      public_email: source.text('public_email'),
      public_website: source.text('public_website'),
      attributes: source.object('attributes') ?? {},
      signedInAt: source.time('signedInAt'),
    });
    if (isStored && isKnown) await conversion.writer.writeSecret('user', source.id, JSON.stringify({ password }));
  }
}
