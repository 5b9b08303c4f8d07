import {
  changePassword,
  eraseUser,
  newUser,
  refuseEmailAsPassword,
  resetPassword,
  signIn,
  takeOver,
  type User,
  updateProfile,
  verifyEmail,
  viewOf,
} from './user.ts';

const made = new Date('2026-01-01T00:00:00.000Z');
const later = new Date('2026-01-02T00:00:00.000Z');
const ada: User = {
  ...newUser(
    '0'.repeat(24),
    { email: 'ada@x.io', firstname: 'Ada', lastname: 'Lovelace', phone: '+393331234567', emailVerified: false },
    made,
  ),
  description: 'First',
  publicEmail: 'public@x.io',
  publicWebsite: 'https://x.io',
  attributes: { colour: 'teal' },
};

it('shows exactly the members of the user record', () => {
  const shown = viewOf({ ...ada, signedInAt: later, externalId: 'x', provisionedBy: 'p' });

  expect(Object.keys(shown).sort()).toEqual(
    [
      ...['_id', 'id', 'email', 'firstname', 'lastname', 'emailverified', 'status', 'phone', 'description'],
      ...['public_email', 'public_website', 'attributes', 'signedInAt', 'createdAt', 'updatedAt', '__v'],
    ].sort(),
  );
});

it.each([
  ['signing in', () => signIn(ada, later, { via: 'password', jti: 'j' }).next],
  ['proving the address', () => verifyEmail(ada, later).next],
  ['changing the password', () => changePassword(ada, 'hash', later).next],
  ['resetting the password', () => resetPassword(ada, 'hash', later).next],
  ['taking the account over', () => takeOver(ada, { firstname: 'A', lastname: 'L' }, 'hash', later).next],
  ['changing the profile', () => updateProfile(ada, { firstname: 'Augusta' }, later).next],
  ['erasing', () => eraseUser(ada, later).next],
])('raises the version once for %s', (_change, change) => {
  expect(change()).toMatchObject({ version: 1, updatedAt: later });
});

it.each([
  ['the password', () => changePassword(ada, 'hash', later).next],
  ['the password by a mailed key', () => resetPassword(ada, 'hash', later).next],
  ['the owner of the account', () => takeOver(ada, { firstname: 'A', lastname: 'L' }, 'hash', later).next],
  ['the person by erasing them', () => eraseUser(ada, later).next],
])('voids former credentials when a change alters %s', (_change, change) => {
  expect(change().credentialsVersion).toBe(1);
});

it('keeps former credentials valid when the same password is rehashed', () => {
  expect(signIn(ada, later, { via: 'password', jti: 'j', rehashed: 'newer hash' })).toMatchObject({
    next: { credentialsVersion: 0 },
    passwordHash: 'newer hash',
  });
});

it('stores nothing when a profile is unchanged', () => {
  expect(updateProfile(ada, { firstname: 'Ada', attributes: { colour: 'teal' } }, later).next).toBe(ada);
});

it('leaves unmentioned members of a profile as they are', () => {
  const { next } = updateProfile(ada, { firstname: undefined, lastname: 'King', attributes: { size: 2 } }, later);

  expect(next).toMatchObject({ firstname: 'Ada', lastname: 'King', attributes: { size: 2 }, phone: ada.phone });
});

it('clears everything the former holder chose in an account taken over', () => {
  const { next } = takeOver(ada, { firstname: 'True', lastname: 'Ada' }, 'hash', later);

  expect(viewOf(next)).toMatchObject({ firstname: 'True', lastname: 'Ada', emailverified: true, attributes: {} });
  expect(next.phone ?? next.description ?? next.publicEmail ?? next.publicWebsite).toBeUndefined();
});

it('keeps only the id of an erased user', () => {
  const text = JSON.stringify(eraseUser({ ...ada, signedInAt: later }, later).next);

  for (const trace of ['ada@', 'Ada', 'Lovelace', '393331234567', 'First', 'public@', 'x.io', 'teal']) {
    expect(text).not.toContain(trace);
  }
});

it('refuses the e-mail address as its own password, in any case', () => {
  expect(() => refuseEmailAsPassword('ada@x.io', 'Ada@X.io', 'newpsw')).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
  expect(() => refuseEmailAsPassword('ada@x.io', 'ada@x.io!', 'newpsw')).not.toThrow();
});
