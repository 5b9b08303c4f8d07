import { z } from 'zod';

import { DepartmentView } from './views.ts';

const OperatorView = z.object({
  _id: z.string(),
  id_user: z.string(),
  fullname: z.string(),
  user_available: z.boolean(),
  number_assigned_requests: z.number().int(),
});

/** Who would get a request of a department now. */
export const OperatorsView = z.object({
  department: DepartmentView,
  group: z.looseObject({ _id: z.string(), name: z.string().optional() }).optional(),
  id_bot: z.string().optional(),
  agents: z.array(OperatorView),
  available_agents: z.array(OperatorView),
  /** The one who would be chosen, or nobody; of a bot `bot_<id>`. */
  operators: z.array(z.object({ id_user: z.string() })),
});
export type OperatorsView = z.output<typeof OperatorsView>;
