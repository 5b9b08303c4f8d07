import type { LimitRule, Limits } from '@parley/service-kit/security';

import type { MailTemplate } from './mail.ts';

const perMinute: LimitRule = { points: 1, seconds: 60, factor: 'identity' };
const perHour: LimitRule = { points: 5, seconds: 3600, factor: 'identity' };

/** How many mails of one sort an address gets, so that nobody is flooded through us. Source: contract 10 section 11. */
export class MailLimits {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Counts a mail. Ask before the transaction: a code whose mail is not sent must not replace one that was.
   * @returns false: the call goes on as ever, but no mail
   */
  async admit(template: MailTemplate, to: string): Promise<boolean> {
    const minute = await this.#limits.hit(`mail_minute_${template}`, to, perMinute);
    return minute.allowed && (await this.#limits.hit(`mail_hour_${template}`, to, perHour)).allowed;
  }
}
