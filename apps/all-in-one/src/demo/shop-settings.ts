/** Texts that agents insert, in the languages of the customers. */
export const cannedResponses = [
  { title: 'greeting', text: 'Hello $recipient_name, thank you for writing. How can I help?' },
  { title: 'begrüßung', text: 'Guten Tag $recipient_name, danke für Ihre Nachricht. Wie kann ich helfen?' },
  { title: 'bonjour', text: 'Bonjour $recipient_name, merci pour votre message. Comment puis-je vous aider ?' },
  { title: 'saluto', text: 'Buongiorno $recipient_name, grazie del messaggio. Come posso aiutare?' },
  { title: 'saludo', text: 'Hola $recipient_name, gracias por escribirnos. ¿En qué puedo ayudar?' },
  { title: 'saudação', text: 'Olá $recipient_name, obrigado pela mensagem. Em que posso ajudar?' },
  { title: 'parcel', text: 'I have asked the carrier where the parcel is, and come back to you today.' },
  { title: 'refund', text: 'I have refunded the amount. It is on your account within three working days.' },
  {
    title: 'return label',
    text: 'The label for your return is in your mailbox. A new one leaves as soon as it is scanned.',
  },
  { title: 'address', text: 'I have changed the address. The confirmation is on its way to you.' },
  {
    title: 'quote',
    text: 'Thank you for asking. From 100 notebooks with a logo we charge € 7.20 each; shall I send a quote?',
  },
  { title: 'goodbye', text: 'Glad I could help, $recipient_name. Have a good day!\n$agent_name' },
] as const;

/** Fields of contacts beside those that every project has. */
export const contactFields = [
  { label: 'Paper Club', name: 'club', type: 'text' },
  { label: 'Orders', name: 'orders', type: 'number' },
  { label: 'Newsletter', name: 'newsletter', type: 'boolean' },
  { label: 'Language', name: 'language', type: 'text' },
] as const;

export const segments = [
  { name: 'Gold members', filters: [{ field: 'properties.club', operator: '=', value: 'gold' }] },
  { name: 'Companies', filters: [{ field: 'company', operator: 'is not null' }] },
  {
    name: 'German-speaking countries',
    filters: [{ field: 'country', operator: 'in', value: ['Germany', 'Austria', 'Switzerland'] }],
  },
  { name: 'Ten orders and more', filters: [{ field: 'properties.orders', operator: '>=', value: 10 }] },
  { name: 'Newsletter readers', filters: [{ field: 'properties.newsletter', operator: '=', value: true }] },
  {
    name: 'Customers without a phone number',
    filters: [
      { field: 'phone', operator: 'is null' },
      { field: 'properties.club', operator: 'is not null' },
    ],
  },
] as const;

const minuteMs = 60_000;

/** Promises that are seen at work: what wholesale customers ask is late after a minute, what is of high priority is due soon. */
export const slaPolicies = [
  {
    name: 'Wholesale: at once',
    filters: [{ field: 'tags', operator: 'contains', value: 'wholesale' }],
    targets: { default: { first_response: minuteMs, next_response: 10 * minuteMs, resolution: 240 * minuteMs } },
  },
  {
    name: 'Every customer',
    hours: 'project',
    targets: {
      default: { first_response: 45 * minuteMs, next_response: 60 * minuteMs, resolution: 480 * minuteMs },
      urgent: { first_response: 5 * minuteMs },
      high: { first_response: 15 * minuteMs },
    },
    due_soon: 10 * minuteMs,
  },
] as const;

export const holidays = [
  { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true },
  { name: 'New Year’s Day', from: '2027-01-01', yearly: true },
  { name: 'Stocktaking', from: '2027-01-04', spans: [{ start: '14:00', end: '18:00' }] },
] as const;

const weekday = [{ start: '09:00', end: '18:00' }];

/**
 * Of the project's own zone, that of the machine. They are stored and not switched on: who tries the demo in the evening is answered, too.
 */
export function operatingHours(): object {
  return {
    tzname: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...{ '1': weekday, '2': weekday, '3': weekday, '4': weekday, '5': weekday },
    '6': [{ start: '10:00', end: '14:00' }],
  };
}

/** A domain that no one has. */
export const demoMailDomain = 'shop.example';

/** Mail to it becomes conversations; answers are written to files. */
export const demoMailbox = {
  ...{ address: `help@${demoMailDomain}`, name: 'Demo shop', sender_name: 'agent', signature: 'Your *Demo shop*' },
  ...{ inbound: { type: 'smtp' }, outbound: { type: 'installation' } },
};
