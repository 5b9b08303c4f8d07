import { commonErrors } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import { countedAddress, type LimitRule, type Limits } from '@parley/service-kit/security';

const fromOneAddress: LimitRule = { points: 10, seconds: 15 * 60, factor: 'identity' };
const fromAnywhere: LimitRule = { points: 100, seconds: 3600, factor: 'identity' };

/** How often a password may be tried, whether the address has an account or not. Source: contract 10 section 11. */
export class PasswordAttempts {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Counts the attempt before comparing, so that concurrent attempts cannot exceed the limit. A correct password clears
   * the count.
   * @throws commonErrors.rate_limited
   */
  async try(
    email: string,
    isRight: () => Promise<boolean>,
    clientAddress = currentCall().clientAddress,
  ): Promise<boolean> {
    await this.#count(email, clientAddress);
    const right = await isRight();
    if (right) await this.#clear(email, clientAddress);
    return right;
  }

  async #count(email: string, clientAddress: string | undefined): Promise<void> {
    const here = await this.#limits.hit('password_from_address', pair(email, clientAddress), fromOneAddress);
    if (!here.allowed) throw tooMany('failed_passwords', here.resetSeconds);

    const anywhere = await this.#limits.hit('password', email, fromAnywhere);
    if (!anywhere.allowed) throw tooMany('failed_passwords_of_account', anywhere.resetSeconds);
  }

  async #clear(email: string, clientAddress: string | undefined): Promise<void> {
    await Promise.all([
      this.#limits.clear('password_from_address', pair(email, clientAddress)),
      this.#limits.clear('password', email),
    ]);
  }
}

/** IPv6 is counted by /64, since one caller owns the whole block. */
function pair(email: string, clientAddress = ''): string {
  return `${email} ${countedAddress(clientAddress)}`;
}

function tooMany(limit: string, retryAfterSeconds: number) {
  return commonErrors.rate_limited({ limit, retryAfterSeconds });
}
