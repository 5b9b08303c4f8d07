import { channelErrors, type outgoingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { addressKeyOf } from '../mailbox/mail-address.ts';
import { viewOf } from './suppression.repository.ts';

type DeleteMailSuppression = Operation<typeof outgoingApi.deleteMailSuppression, Context>;

export const deleteMailSuppression: DeleteMailSuppression = async ({ suppressions }, _actor, input) => {
  const key = addressKeyOf(input.address);
  if (key === undefined) throw channelErrors.suppression_not_found();
  return viewOf(await suppressions.remove(input.id_project, key));
};
