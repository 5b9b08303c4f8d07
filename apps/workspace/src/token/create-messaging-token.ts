import { commonErrors, type tokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { ownerOf } from './token.ts';

type CreateMessagingToken = Operation<typeof tokenApi.createMessagingToken, Context>;

export const createMessagingToken: CreateMessagingToken = async (context, actor) => {
  const owner = ownerOf(actor);
  const name = owner && (await nameOf(context, owner));
  if (!name) throw commonErrors.unauthorized();

  const userid = owner.principalId;
  const { token } = await context.tokens.issue({
    ...owner,
    method: 'messaging',
    parent: actor.jti,
    claims: {
      user_id: userid,
      client_id: userid,
      app_id: 'tilechat',
      ...(actor.jti && { parent: actor.jti }),
      scope: [
        `rabbitmq.read:*/*/apps.tilechat.users.${userid}.*`,
        `rabbitmq.write:*/*/apps.tilechat.users.${userid}.*`,
      ],
    },
  });
  return { userid, ...name, token };
};

async function nameOf(context: Context, owner: { kind: string; principalId: string; projectId?: string }) {
  const person =
    owner.kind === 'user' || owner.kind === 'provisioned'
      ? await context.users.findById(owner.principalId)
      : await context.visitors.findProfile(owner.projectId ?? '', owner.principalId);
  if (!person) return undefined;

  const { firstname = '', lastname = '' } = person;
  return { fullname: `${firstname} ${lastname}`.trim(), firstname, lastname };
}
