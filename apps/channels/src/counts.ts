import type { InboundState, InboundView } from '@parley/contracts';
import type { Metrics } from '@parley/service-kit/observability';

/** Metrics of mail. */
export interface MailCounts {
  arrived(via: InboundView['via'], outcome: 'stored' | 'known' | 'refused'): void;
  /** @param waitedMs from storing it to its message */
  worked(state: InboundState, waitedMs: number): void;
  /** @param ageMs of the oldest mail that is still to be worked on; 0: there is none */
  waiting(ageMs: number): void;
}

export function countMails(metrics: Metrics): MailCounts {
  const arrived = metrics.counter('parley_mails_in_total', 'Mails that arrived', ['via', 'outcome']);
  const worked = metrics.counter('parley_mails_worked_total', 'Mails that were worked on, by their state', ['state']);
  const seconds = metrics.histogram('parley_mail_routed_seconds', 'From storing a mail to its message');
  const oldest = metrics.gauge('parley_mail_oldest_waiting_seconds', 'Age of the oldest mail that is to be worked on');
  return {
    waiting: (ageMs) => oldest.set(ageMs / 1_000),
    arrived: (via, outcome) => arrived.inc({ via, outcome }),
    worked(state, waitedMs) {
      worked.inc({ state });
      if (state === 'routed') seconds.observe(waitedMs / 1_000);
    },
  };
}
