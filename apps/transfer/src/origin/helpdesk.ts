import { Refused } from '../config.ts';
import { DerivedIds } from './derived-ids.ts';
import type { Document, Found, Origin, OriginFiles } from './origin.ts';

/** A person of the team, as other systems have them. */
export interface Teammate {
  key: string;
  email: string;
  name?: string | undefined;
  role: 'owner' | 'admin' | 'agent';
  createdAt?: string | undefined;
  /** Time in the id; default: that of creation. */
  idAt?: string;
  isVerified?: boolean;
  isAvailable?: boolean;
  /** As the system has hashed it. */
  password?: string | undefined;
}

export interface HelpdeskAbout {
  kind: string;
  /** The same in every run. */
  source: string;
  name: string;
  createdAt: string;
  teammates: readonly Teammate[];
  /** E-mail of who owns the project. */
  owner?: string | undefined;
  /** Further members of the project. */
  project?: Document;
}

type Tables = Readonly<Record<string, () => AsyncGenerator<Found>>>;

/** A system with ids of its own, as one project. Every id follows from the source, so that each run makes the same ones. */
export class Helpdesk {
  readonly kind: string;
  readonly projectId: string;
  readonly createdAt: string;
  readonly #about: HelpdeskAbout;
  readonly #ids: DerivedIds;
  readonly #teammates: ReadonlyMap<string, Teammate & { id: string }>;
  readonly #byEmail: ReadonlyMap<string, string>;

  /** @throws Refused without an owner */
  constructor(about: HelpdeskAbout) {
    this.kind = about.kind;
    this.createdAt = about.createdAt;
    this.#about = about;
    this.#ids = new DerivedIds(`${about.kind}\n${about.source}`);
    this.projectId = this.#ids.id('project', about.source, about.createdAt);
    const teammates = withOwner(about.teammates, about.owner).map((one) => ({
      ...one,
      id: this.id('user', one.key, one.idAt ?? one.createdAt),
    }));
    this.#teammates = new Map(teammates.map((one) => [one.key, one]));
    this.#byEmail = new Map(teammates.map(({ email, id }) => [email.toLowerCase(), id]));
  }

  id(kind: string, old: string | number, at = this.createdAt): string {
    return this.#ids.id(kind, old, at);
  }

  requestId(old: string | number): string {
    return this.#ids.requestId(this.projectId, old);
  }

  /** Where a file is kept that had another path, or none. */
  filePath(old: string | number, name: string): string {
    const hex = this.#ids.requestId('', `file ${old}`).slice(-32);
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    const plain = name.replace(/[\s\p{Cc}/\\:*?"<>|%#&+]/gu, '_').slice(-240) || 'file';
    return `uploads/projects/${this.projectId}/files/${uuid}/${plain}`;
  }

  /** Id here of a person of the team, by their key or e-mail. */
  userOf(key: unknown): string | undefined {
    return this.#teammates.get(String(key))?.id ?? this.#byEmail.get(String(key).toLowerCase());
  }

  nameOf(key: unknown): string {
    return this.#teammates.get(String(key))?.name ?? '';
  }

  /** What every document has. */
  base(kind: string, old: string | number, createdAt = this.createdAt): Document {
    return { _id: this.id(kind, old, createdAt), id_project: this.projectId, createdAt, createdBy: 'system' };
  }

  /** @param tables what the source holds beside project and team; @param besides names of what becomes no record */
  origin(
    tables: Tables,
    files: ReadonlyMap<string, string>,
    besides: readonly string[] = [],
    bytes?: OriginFiles,
  ): Origin {
    const all: Tables = {
      projects: () => listed([this.#project()]),
      users: () => listed([...this.#teammates.values()].map((one) => this.#user(one))),
      project_users: () => listed([...this.#teammates.values()].map((one) => this.#member(one))),
      departments: () => this.#departments(tables.departments),
      ...Object.fromEntries(Object.entries(tables).filter(([name]) => name !== 'departments')),
    };
    return {
      kind: this.kind,
      collections: [...new Set([...Object.keys(all), ...besides])].sort(),
      documents: (name) => all[name]?.() ?? listed([]),
      fileOf: (name) => files.get(name) ?? name,
      ...(bytes && { files: bytes }),
    };
  }

  #project(): Document {
    const { name, createdAt, project } = this.#about;
    return { _id: this.projectId, name, createdAt, createdBy: 'system', status: 100, settings: {}, ...project };
  }

  #user({ id, email, name = '', createdAt = this.createdAt, isVerified = false, password }: Teammate & { id: string }) {
    const [firstname = '', ...rest] = name.trim().split(/\s+/);
    return { _id: id, email, firstname, lastname: rest.join(' '), emailverified: isVerified, password, createdAt };
  }

  #member({
    key,
    id,
    role,
    createdAt = this.createdAt,
    idAt,
    isAvailable = true,
  }: Teammate & { id: string }): Document {
    return {
      ...this.base('member', key, idAt ?? createdAt),
      createdAt,
      id_user: id,
      role,
      user_available: isAvailable,
    };
  }

  /** A project has a default department, where conversations without a team go. */
  async *#departments(further: Tables[string] | undefined): AsyncGenerator<Found> {
    yield { at: 0, document: { ...this.base('department', 'default'), name: 'Default', default: true } };
    if (further) yield* further();
  }
}

async function* listed(documents: readonly Document[]): AsyncGenerator<Found> {
  for (const [at, document] of documents.entries()) yield { at, document };
}

/** The one who is named, else who owns it there, else the oldest admin. */
function withOwner(teammates: readonly Teammate[], owner: string | undefined): Teammate[] {
  const byAge = teammates.toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : 1));
  const found = owner
    ? teammates.find(({ email }) => email.toLowerCase() === owner.toLowerCase())
    : (byAge.find(({ role }) => role === 'owner') ?? byAge.find(({ role }) => role === 'admin'));
  if (!found) throw new Refused('no_owner: name the e-mail of a teammate with --owner.');
  return teammates.map((one) => {
    if (one === found) return { ...one, role: 'owner' };
    return one.role === 'owner' ? { ...one, role: 'admin' } : one;
  });
}

/** Maps each document; one that cannot be read stays as it is. */
export async function* mapFound(
  found: AsyncIterable<Found>,
  map: (document: Document) => Document | string | undefined,
): AsyncGenerator<Found> {
  for await (const one of found) {
    const made = one.document === undefined ? one.fault : map(one.document);
    const place = { at: one.at, ...(one.line !== undefined && { line: one.line }) };
    if (typeof made === 'string') yield { ...place, fault: made };
    else if (made) yield { ...place, document: made };
  }
}
