import type { Descriptions, ScopedDescriptions } from '../openapi-types.ts';

const subscription: Descriptions = {
  event: 'Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, …',
  target: 'Address that receives the event.',
  send_token: 'Whether deliveries carry a token with which the receiver may call back.',
  status: 'Whether events are delivered.',
  disabledReason: 'Why it is disabled: by an admin, by a 410 from its receiver, or after days of failures.',
  breaker: 'Circuit breaker of the target.',
  previousSecretExpiresAt: 'When the old secret stops signing, UTC.',
  global: 'Always false: no subscription spans projects.',
  overlapHours: 'Hours for which both secrets sign, 0 to 168; 24 by default.',
  ok: 'Whether the target answered 2xx.',
  durationMs: 'Duration of the call in milliseconds.',
  deliveries: 'The deliveries of the page.',
  states: 'States to send again; failed and skipped ones by default.',
  queued: 'Number of deliveries queued.',
};

const delivery: Descriptions = {
  _id: 'Id; also the `webhook-id` of every attempt.',
  eventId: 'Id of the event.',
  subject: 'Record that the event is about.',
  aggregateversion: '`__v` of the record when the event was announced.',
  state: 'State of the delivery.',
  attempts: 'Number of attempts so far.',
  lastStatus: 'HTTP status of the last attempt.',
  lastError: 'Why the last attempt failed.',
  nextAttemptAt: 'When the next attempt is due, UTC.',
  deliveredAt: 'When the target accepted it, UTC.',
  loopSuspected: 'Delayed, because one record had too many deliveries within a minute.',
  body: 'Body that is sent, without its token.',
  log: 'Every attempt.',
};

const mailbox: Descriptions = {
  address: 'Address at which mail arrives; of one mailbox in the whole installation, in any case.',
  name: 'Name of the mailbox.',
  aliases: 'Further addresses that lead to it, at most 20.',
  department: 'Id of the department of new requests; without it the default one.',
  inbound: 'How mail comes in.',
  enabled: 'Whether mail is taken.',
  url: 'Where a provider posts mail, for `webhook`.',
  secret: 'With which a provider posts mail; shown this once.',
  secret_set: 'Always true: there is a secret, which is never shown again.',
  mails: 'The mails of the page.',
};

const inboundMail: Descriptions = {
  mailbox: 'Id of the mailbox.',
  state:
    '`stored`: to be worked on. `routed`: a message of a request. `ignored` and `rejected`: see `why`. `failed`: see `error`.',
  why: 'Why it became no message.',
  error: 'Code of the last failure.',
  attempts: 'How often it was worked on.',
  via: 'How it came in.',
  message_id: '`Message-ID` of the mail, without angle brackets.',
  from: 'Address of the sender, once the mail is read.',
  to: 'Addresses that it was sent to.',
  subject: 'Subject of the mail.',
  size: 'Size in bytes.',
  sha256: 'SHA-256 of its bytes, in hexadecimal.',
  has_raw: 'Whether its bytes are kept: for 30 days, unless the installation says otherwise.',
  message: 'Id of the message that it became.',
  routedAt: 'When it became a message, UTC.',
};

const stored: Descriptions = {
  filename: 'Path of the file: the `path` to read it by.',
  thumbnail: 'Path of the thumbnail.',
  type: 'Media type.',
  size: 'Size in bytes.',
  width: 'Width in pixels.',
  height: 'Height in pixels.',
};

/** Webhooks, files and errors. */
export const otherMembers: ScopedDescriptions = {
  Webhooks: subscription,
  SubscriptionView: subscription,
  testSubscription: { ...subscription, status: 'HTTP status of the answer.' },
  breaker: {
    state: '`closed`: calls go out. `open`: none do. `half_open`: the next call is a trial.',
    failures: 'Failures in a row.',
    until: 'When the next trial is due, UTC.',
  },
  DeliveryView: delivery,
  DeliveryLogView: delivery,
  log: {
    n: 'Number of the attempt, from 1.',
    at: 'When the attempt was made.',
    durationMs: 'Duration in milliseconds.',
    status: 'HTTP status of the answer.',
    responseHeaders: 'Headers of the answer.',
    responseBody: 'Beginning of the answer’s body.',
  },
  HistoryView: {
    target: 'URL that was called.',
    response: 'The answer, as JSON in a string.',
    jsonRequest: 'The request, as JSON in a string.',
    body: 'The body, as JSON in a string.',
    err: 'Why the call failed.',
  },
  Mail: mailbox,
  MailboxView: mailbox,
  inbound: {
    ...mailbox,
    type: '`smtp`: on the port of the installation. `webhook`: posted by a provider. `none`: not at all.',
  },
  InboundView: inboundMail,
  receiveMail: { status: '`stored`, or `known` when it was stored before.', email: 'The raw mail.' },
  UploadView: stored,
  DeletedFileView: { filename: 'Path that the file had.' },
  UsageView: {
    used: 'Bytes used.',
    files: 'Number of files.',
    limit: 'Quota in bytes.',
    limit_files: 'Largest number of files.',
  },
  SignedFilesView: { urls: 'Signed URL by path. Paths that the caller may not read are absent.' },
  signFiles: {
    paths: 'Paths of files, at most 100.',
    ttl: 'Lifetime of the URLs in seconds, 60 to 604,800; 3,600 by default.',
  },
  Problem: {
    type: 'Always `about:blank`.',
    title: 'The status in words.',
    status: 'HTTP status.',
    code: 'Stable code: what programs branch on.',
    success: 'Always false.',
    msg: 'Sentence for people.',
    error: 'The same sentence as `msg`.',
    requestId: 'Id of this call in the logs.',
    conflict: 'Of a 409: `_id` of the conflicting record.',
    hint: 'What to do instead.',
    requiredRole: 'Of `role_too_low`: the minimum role.',
    allowedCallers: 'Of `role_too_low` and `users_only`: the kinds of caller that may call this.',
    accepted: 'Of a 415: the media types that are accepted.',
    received: 'Of a 415: the `Content-Type` of the call.',
    errors: 'Of a 422: every invalid member.',
  },
  errors: {
    param: 'The invalid member, such as `filters[2].operator`.',
    location: 'Where it was sent.',
    msg: 'What is wrong with it.',
    value: 'The value that was sent.',
  },
};
