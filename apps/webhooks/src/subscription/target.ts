import { AppError, commonErrors } from '@parley/contracts';
import type { Outbound } from '@parley/outbound';

/** @throws url_not_allowed, naming the field */
export async function checkTarget(outbound: Outbound, target: string): Promise<void> {
  try {
    await outbound.check([target]);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'url_not_allowed') throw error;
    const fault = { param: 'target', location: 'body', msg: error.message };
    throw commonErrors.url_not_allowed({ errors: [fault] }, error);
  }
}
