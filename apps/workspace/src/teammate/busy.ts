/** The settings of a project that the rule reads; as stored, so of any type. */
interface LimitSettings {
  chat_limit_on?: unknown;
  max_agent_assigned_chat?: unknown;
}

/**
 * How many conversations a teammate may hold: his own limit, else that of the project if it is switched on.
 * Nothing: as many as come. Routing goes by the same rule. Source: contract 11 section 3, contract 20 section 6.4.
 * @param own of the teammate; null and -1: none
 */
export function limitOf(own: number | null, settings: LimitSettings): number | undefined {
  if (own !== null && own >= 0) return own;
  const ofProject = settings.chat_limit_on === true ? settings.max_agent_assigned_chat : undefined;
  return Number.isInteger(ofProject) ? (ofProject as number) : undefined;
}

/**
 * Whether a teammate has no room for another conversation.
 * @param held how many he holds; not known: he is taken for free
 */
export function isBusy(own: number | null, settings: LimitSettings, held: number | undefined): boolean {
  const limit = limitOf(own, settings);
  return limit !== undefined && held !== undefined && held >= limit;
}
