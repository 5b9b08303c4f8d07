import type { viewApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type CountViews = Operation<typeof viewApi.countViews, Context>;

export const countViews: CountViews = async (context, actor, { id_project, ids }) => {
  const asked = ids.flatMap((one) => one.split(',')).slice(0, maxIds);
  const views = (await context.views.list(id_project, readerOfRecords(actor))).filter(({ _id }) => asked.includes(_id));
  const counts = await Promise.all(
    views.map(async (view) => ({ _id: view._id, ...(await context.viewCounts.count(actor, id_project, view)) })),
  );
  return { counts };
};

const maxIds = 30;
