import type { InboundState, InboundView, OutgoingState } from '@parley/contracts';
import type { Metrics } from '@parley/service-kit/observability';

/** Metrics of mail. */
export interface MailCounts {
  arrived(via: InboundView['via'], outcome: 'stored' | 'known' | 'refused'): void;
  /** @param waitedMs from storing it to its message */
  worked(state: InboundState, waitedMs: number): void;
  /** @param ageMs of the oldest mail that is still to be worked on; 0: there is none */
  waiting(ageMs: number): void;
  /** @param waitedMs from queueing it to its outcome */
  sent(state: OutgoingState, waitedMs: number): void;
  /** A mail is sent again whose first attempt may have reached the server. */
  repeated(): void;
  /** @param lateMs by how much the next mail to be sent is overdue */
  late(lateMs: number): void;
  /** Mailboxes that cannot be read or cannot send. */
  failing(count: number): void;
}

export function countMails(metrics: Metrics): MailCounts {
  const arrived = metrics.counter('parley_mails_in_total', 'Mails that arrived', ['via', 'outcome']);
  const worked = metrics.counter('parley_mails_worked_total', 'Mails that were worked on, by their state', ['state']);
  const seconds = metrics.histogram('parley_mail_routed_seconds', 'From storing a mail to its message');
  const oldest = metrics.gauge('parley_mail_oldest_waiting_seconds', 'Age of the oldest mail that is to be worked on');
  const out = metrics.counter('parley_mails_out_total', 'Outcomes of attempts to send a mail', ['state']);
  const outSeconds = metrics.histogram('parley_mail_sent_seconds', 'From queueing a mail to the answer of its server');
  const again = metrics.counter(
    'parley_mails_repeated_total',
    'Mails sent again that the server may have taken already',
    [],
  );
  const overdue = metrics.gauge('parley_mail_out_late_seconds', 'By how much the sending of mails is late');
  const failing = metrics.gauge(
    'parley_mailboxes_failing',
    'Mailboxes that are failing: mail does not come in or leave',
  );
  return {
    late: (lateMs) => overdue.set(lateMs / 1_000),
    failing: (count) => failing.set(count),
    repeated: () => again.inc({}),
    sent(state, waitedMs) {
      out.inc({ state });
      if (state === 'sent') outSeconds.observe(waitedMs / 1_000);
    },
    waiting: (ageMs) => oldest.set(ageMs / 1_000),
    arrived: (via, outcome) => arrived.inc({ via, outcome }),
    worked(state, waitedMs) {
      worked.inc({ state });
      if (state === 'routed') seconds.observe(waitedMs / 1_000);
    },
  };
}
