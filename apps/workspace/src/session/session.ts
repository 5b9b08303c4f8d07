import { type SessionView, SignedInUserView } from '@parley/contracts';

import { type User, viewOf } from '../user/user.ts';
import type { AccessToken, Session } from './session.repository.ts';

export function answerOf(session: Session, { token, expiresAt }: AccessToken, user: User): SessionView {
  const { id, createdAt, expiresAt: endsAt } = session;
  return {
    success: true,
    signed_in: true,
    token: `JWT ${token}`,
    expiresAt: expiresAt.toISOString(),
    session: { _id: id, id, createdAt: createdAt.toISOString(), expiresAt: endsAt.toISOString() },
    user: SignedInUserView.parse(viewOf(user)),
  };
}
