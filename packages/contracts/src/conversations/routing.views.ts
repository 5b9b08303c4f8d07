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
  /** The agent or bot (`bot_<id>`) that would be chosen, if any. */
  operators: z.array(z.object({ id_user: z.string() })),
});
export type OperatorsView = z.output<typeof OperatorsView>;
