import type { LimitRule, Limits } from '@parley/service-kit/security';

import type { MailTemplate } from '../mail-text/mail-text.ts';

const perMinute: LimitRule = { points: 1, seconds: 60, factor: 'identity' };
const perHour: LimitRule = { points: 5, seconds: 3600, factor: 'identity' };

/** Rate limit of mails per address and template, against mail flooding. Source: contract 10 section 11. */
export class MailLimits {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Counts a mail. Call before the transaction: a code whose mail is not sent must not replace one that was.
   * @returns false when no mail may be sent; the call goes on
   */
  async admit(template: MailTemplate, to: string): Promise<boolean> {
    const minute = await this.#limits.hit(`mail_minute_${template}`, to, perMinute);
    return minute.allowed && (await this.#limits.hit(`mail_hour_${template}`, to, perHour)).allowed;
  }
}
