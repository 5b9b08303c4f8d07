import { type Actor, type AnyEndpoint, type AppError, kindsOf, refusalByRights, wrongKind } from '@parley/contracts';

/** Why a caller may not make the single call that a part of another one stands for; `undefined`: they may. */
export function refusalToCall(endpoint: AnyEndpoint, actor: Actor): AppError | undefined {
  return kindsOf(endpoint).includes(actor.kind) ? refusalByRights(endpoint, actor) : wrongKind(endpoint);
}
