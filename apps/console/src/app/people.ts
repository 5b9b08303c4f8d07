import type { TeammateView } from '@parley/sdk';

/** Names of those who answer: teammates by user id, bots by `bot_<id>`. */
export class People {
  readonly #names = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #teammates: readonly TeammateView[];
  /** Bots by `bot_<id>`. */
  readonly bots: readonly { id: string; name: string }[];

  constructor(teammates: readonly TeammateView[], bots: readonly { _id: string; name: string }[]) {
    this.#teammates = teammates;
    for (const teammate of teammates) this.#names.set(userIdOf(teammate), nameOfTeammate(teammate));
    this.bots = bots.map(({ _id, name }) => ({ id: `bot_${_id}`, name }));
    for (const { id, name } of this.bots) this.#names.set(id, name);
  }

  readonly nameOf = (principal: string): string | undefined => this.#names.get(principal);

  /** A frame of `/PID/project_users`. */
  upsert(teammate: TeammateView): void {
    const id = userIdOf(teammate);
    const known = this.#teammates.find((one) => userIdOf(one) === id);
    if (known && known.__v > teammate.__v) return;
    const isNamed = typeof teammate.id_user === 'object';
    const next = isNamed || !known ? teammate : { ...teammate, id_user: known.id_user };
    this.#teammates = known
      ? this.#teammates.map((one) => (one === known ? (next as TeammateView) : one))
      : [...this.#teammates, teammate];
    if (isNamed) this.#names.set(id, nameOfTeammate(teammate));
    this.#tell();
  }

  /** Out of the team; the name stays for what the person has written. */
  remove({ _id }: Pick<TeammateView, '_id'>): void {
    this.#teammates = this.#teammates.filter((one) => one._id !== _id);
    this.#tell();
  }

  /** Availability and free seats change all day. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  settingsOf(userId: string): Record<string, unknown> | undefined {
    return this.#teammates.find((one) => userIdOf(one) === userId)?.settings;
  }

  readonly pictureOf = (userId: string): string | undefined => {
    const user = this.#teammates.find((one) => userIdOf(one) === userId)?.id_user;
    return typeof user === 'object' ? user.avatar : undefined;
  };

  /** The same array until one of them changes. */
  get teammates(): readonly TeammateView[] {
    return this.#teammates;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function userIdOf({ id_user, uuid_user }: TeammateView): string {
  return (typeof id_user === 'string' ? id_user : id_user?._id) ?? uuid_user ?? '';
}

export function nameOfTeammate({ id_user }: TeammateView): string {
  if (typeof id_user !== 'object') return '';
  return [id_user.firstname, id_user.lastname].filter(Boolean).join(' ') || (id_user.email ?? '');
}
