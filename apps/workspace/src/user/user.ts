import {
  type Actor,
  type DomainEvent,
  type UserView,
  userDeleted,
  userSignedIn,
  userSignedUp,
  validationFailed,
} from '@parley/contracts';

export const UserStatus = { active: 100, deleted: 0 } as const;

/** A person, without the password hash: what operations do not hold they cannot leak. */
export interface User {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  emailVerified: boolean;
  status: number;
  phone?: string;
  description?: string;
  publicEmail?: string;
  publicWebsite?: string;
  attributes: Record<string, unknown>;
  /** Address of the photo's thumbnail; follows from what the media service announces. */
  avatar?: string;
  credentialsVersion: number;
  /** The project whose server provisioned this user, and its external id. Absent for ordinary users. */
  provisionedBy?: string;
  externalId?: string;
  signedInAt?: Date;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** The result of a change; the hash is present only when the password changed. */
export interface UserChange {
  next: User;
  /** null: no password is right from now on. */
  passwordHash?: string | null;
  events?: DomainEvent[];
}

export type Profile = Pick<
  User,
  'firstname' | 'lastname' | 'phone' | 'description' | 'publicEmail' | 'publicWebsite'
> & {
  attributes: Record<string, unknown>;
};

export function newUser(
  id: string,
  person: { email: string; firstname: string; lastname: string; phone?: string; emailVerified: boolean },
  at: Date,
): User {
  return {
    id,
    ...person,
    status: UserStatus.active,
    attributes: {},
    credentialsVersion: 0,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

export function signedUp(user: User, via: 'password' | 'invitation' | 'oidc'): DomainEvent {
  return userSignedUp({ user: viewOf(user), via });
}

export interface SignIn {
  /** What proved the person. */
  via: 'password' | 'code' | 'second_factor' | 'passkey' | 'oidc';
  jti: string;
  /** The same password under current parameters; does not raise `credentialsVersion`. */
  rehashed?: string;
}

export function signIn(current: User, at: Date, { via, jti, rehashed }: SignIn): UserChange {
  return {
    next: changed(current, { signedInAt: at }, at),
    passwordHash: rehashed,
    events: [userSignedIn({ id_user: current.id, via, jti })],
  };
}

export function verifyEmail(current: User, at: Date): UserChange {
  return { next: current.emailVerified ? current : changed(current, { emailVerified: true }, at) };
}

export function changePassword(current: User, passwordHash: string, at: Date): UserChange {
  return {
    next: changed(current, { credentialsVersion: current.credentialsVersion + 1 }, at),
    passwordHash,
  };
}

/** The mailed key proves that the mail was read, so the address is verified as well. */
export function resetPassword(current: User, passwordHash: string, at: Date): UserChange {
  const { next } = changePassword(current, passwordHash, at);
  return { next: { ...next, emailVerified: true }, passwordHash };
}

/**
 * Hands an unverified account to the holder of the invitation code sent to its address, and clears everything the former
 * holder chose.
 */
export function takeOver(
  current: User,
  person: { firstname: string; lastname: string; phone?: string },
  passwordHash: string,
  at: Date,
): UserChange {
  const { next } = resetPassword(current, passwordHash, at);
  const cleared = { description: undefined, publicEmail: undefined, publicWebsite: undefined, attributes: {} };
  const taken = { ...next, ...cleared, ...person, phone: person.phone, signedInAt: undefined };
  return { next: taken, passwordHash, events: [signedUp(taken, 'invitation')] };
}

/** Takes an account away from those who made it without proving its address, for the person of that address. */
export function disown(current: User, at: Date): UserChange {
  const version = current.credentialsVersion + 1;
  return { next: changed(current, { credentialsVersion: version, emailVerified: true }, at), passwordHash: null };
}

export function updateProfile(current: User, profile: Partial<Profile>, at: Date): UserChange {
  const wanted = Object.entries(profile).filter(([, value]) => value !== undefined);
  const next = { ...current, ...Object.fromEntries(wanted) };
  return { next: sameProfile(current, next) ? current : changed(next, {}, at) };
}

export function hasNewName(before: User, after: User): boolean {
  return before.firstname !== after.firstname || before.lastname !== after.lastname;
}

/** Erases all personal data; the id stays, since other records refer to it. */
export function eraseUser(current: User, at: Date): UserChange {
  const erased: Partial<User> = {
    email: `${current.id}@deleted.invalid`,
    firstname: 'Deleted',
    lastname: 'User',
    emailVerified: false,
    status: UserStatus.deleted,
    phone: undefined,
    description: undefined,
    publicEmail: undefined,
    publicWebsite: undefined,
    attributes: {},
    signedInAt: undefined,
    credentialsVersion: current.credentialsVersion + 1,
  };
  return { next: changed(current, erased, at), events: [userDeleted({ id_user: current.id })] };
}

/** @throws commonErrors.validation_failed naming `param` */
export function refuseEmailAsPassword(email: string, password: string, param: string): void {
  if (password.trim().toLowerCase() !== email) return;
  throw validationFailed([{ param, location: 'body', msg: 'Must not be the email address' }]);
}

export function fullNameOf(user: Pick<User, 'firstname' | 'lastname'>): string {
  return `${user.firstname} ${user.lastname}`.trim();
}

/** Informative claims in a user's token, for clients only: no decision may rely on them. */
export function tokenClaimsOf({ email, firstname, lastname, emailVerified }: User) {
  return { email, firstname, lastname, emailverified: emailVerified };
}

/** The user as actor, for events of calls that begin without credentials. */
export function actorOf(user: User): Actor {
  return { kind: 'user', id: user.id, name: fullNameOf(user) };
}

export function viewOf(user: User): UserView {
  return {
    _id: user.id,
    id: user.id,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    emailverified: user.emailVerified,
    status: user.status,
    phone: user.phone,
    description: user.description,
    public_email: user.publicEmail,
    public_website: user.publicWebsite,
    attributes: user.attributes,
    signedInAt: user.signedInAt?.toISOString(),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    __v: user.version,
  };
}

function changed(current: User, change: Partial<User>, at: Date): User {
  return { ...current, ...change, updatedAt: at, version: current.version + 1 };
}

function sameProfile(before: User, after: User): boolean {
  return JSON.stringify(viewOf(before)) === JSON.stringify(viewOf(after));
}
