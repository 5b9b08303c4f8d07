/** The project settings the rule reads; as stored, so of any type. */
interface LimitSettings {
  chat_limit_on?: unknown;
  max_agent_assigned_chat?: unknown;
}

/**
 * The capacity of a teammate: their own limit, else that of the project if it is switched on.
 * Undefined: unlimited. Routing applies the same rule. Source: contract 11 section 3, contract 20 section 6.4.
 * @param own limit of the teammate; null and -1: none
 */
export function limitOf(own: number | null, settings: LimitSettings): number | undefined {
  if (own !== null && own >= 0) return own;
  const ofProject = settings.chat_limit_on === true ? settings.max_agent_assigned_chat : undefined;
  return Number.isInteger(ofProject) ? (ofProject as number) : undefined;
}

/**
 * Whether a teammate has no capacity left.
 * @param held active conversations; unknown: counts as free
 */
export function isBusy(own: number | null, settings: LimitSettings, held: number | undefined): boolean {
  const limit = limitOf(own, settings);
  return limit !== undefined && held !== undefined && held >= limit;
}
