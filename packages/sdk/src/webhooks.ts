export type { DomainEventName, EventData, OlderEventName } from './generated/events.ts';
export type { WebhookEvent, WebhookEventOf, WebhookPayloads } from './webhooks/types.ts';
export {
  dedupeKey,
  type VerifyWebhookInput,
  verifyWebhook,
  type WebhookFault,
  WebhookVerificationError,
} from './webhooks/verify.ts';
