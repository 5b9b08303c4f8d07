/** Texts that agents insert, in the languages of the customers. */
export const cannedResponses = [
  { title: 'greeting', text: 'Hello $recipient_name, thank you for writing. How can I help?' },
  { title: 'begrüßung', text: 'Guten Tag $recipient_name, danke für Ihre Nachricht. Wie kann ich helfen?' },
  { title: 'bonjour', text: 'Bonjour $recipient_name, merci pour votre message. Comment puis-je vous aider\u00a0?' },
  { title: 'saluto', text: 'Buongiorno $recipient_name, grazie per il messaggio. Come posso aiutare?' },
  { title: 'saludo', text: 'Hola $recipient_name, gracias por escribirnos. ¿En qué puedo ayudar?' },
  { title: 'saudação', text: 'Olá $recipient_name, obrigado pela mensagem. Em que posso ajudar?' },
  { title: 'parcel', text: 'I have asked the carrier where the parcel is and will get back to you today.' },
  { title: 'refund', text: 'I have refunded the amount. It will be in your account within three working days.' },
  {
    title: 'return label',
    text: 'The label for your return is in your inbox. A replacement leaves as soon as it is scanned.',
  },
  { title: 'address', text: 'I have changed the address. The confirmation is on its way.' },
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

/** Steps that agents take often. */
export const macros = [
  {
    name: 'Ask for the order number',
    description: 'Asks, tags and snoozes until the customer answers',
    visibility: 'shared',
    actions: [
      {
        type: 'send_message',
        text: 'Hello {{lead.fullname|there}}, which order do you mean? The number is in the confirmation email.',
      },
      { type: 'add_tags', tags: ['order'] },
      { type: 'snooze' },
    ],
  },
  {
    name: 'Take over and reassure',
    visibility: 'shared',
    position: 1,
    actions: [
      { type: 'assign', to: 'me' },
      { type: 'send_message', text: 'I am looking into it and will get back to you today.' },
    ],
  },
] as const;

/** Seen at work as soon as a visitor of the shop writes the word, or rates a conversation. */
export const rules = [
  {
    name: 'Urgent words',
    enabled: true,
    on: ['message.created'],
    filters: [
      { field: 'message.sender_kind', operator: '=', value: 'requester' },
      { field: 'message.text', operator: 'contains', value: 'urgent' },
    ],
    actions: [{ type: 'set_priority', priority: 'urgent' }],
  },
  {
    name: 'Low ratings',
    enabled: true,
    on: ['request.rated'],
    filters: [{ field: 'rating', operator: '<=', value: 2 }],
    actions: [
      { type: 'add_tags', tags: ['unhappy'] },
      { type: 'notify', people: ['admins'], text: 'A customer was not satisfied.' },
    ],
  },
] as const;

/** The first that fits is asked after a closing, and no customer twice in a week. */
export const surveys = [
  {
    name: 'After urgent conversations',
    enabled: true,
    filters: [{ field: 'priority', operator: '=', value: 'urgent' }],
    ask: 'Did we solve it in time?',
  },
  { name: 'After every conversation', enabled: true, position: 1, cooldown: 7 * 24 * 60 * minuteMs },
] as const;

/** Lists of the whole team, with the controls of the console by which they are made. */
export const views = [
  {
    name: 'Overdue',
    visibility: 'shared',
    query: { sla_state: 'overdue', sortField: 'due_at', direction: '1' },
    attributes: { console: { view: 'all', filter: { sla: 'overdue', order: 'due' } } },
  },
  {
    name: 'Wholesale',
    visibility: 'shared',
    position: 1,
    query: { tags: 'wholesale', sortField: 'last_message_at', direction: '-1' },
    attributes: { console: { view: 'all', filter: { tag: 'wholesale' } } },
  },
] as const;

/** A domain that no one has. */
export const demoMailDomain = 'shop.example';

/** Mail to it becomes conversations; answers are written to files. */
export const demoMailbox = {
  ...{ address: `help@${demoMailDomain}`, name: 'Demo shop', sender_name: 'agent', signature: 'Your *Demo shop*' },
  ...{ inbound: { type: 'smtp' }, outbound: { type: 'installation' } },
};
