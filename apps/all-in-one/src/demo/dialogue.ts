/** Languages of the shop's customers. */
export const languages = ['en', 'de', 'fr', 'it', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

export const topics = [
  'parcel',
  'invoice',
  'damaged',
  'wholesale',
  'product',
  'giftWrap',
  'address',
  'discount',
] as const;
export type Topic = (typeof topics)[number];

/**
 * Who says it (`v` visitor, `a` agent, `b` bot) and what. Variants are separated by `|`; `{order}`, `{product}` and `{company}` are filled
 * in when a conversation is made.
 */
export type Line = `${'v' | 'a' | 'b'}: ${string}`;

export interface Dialogues extends Record<Topic, readonly [Line, ...Line[]]> {
  /** Answered by the bot alone. */
  botHours: readonly [Line, ...Line[]];
  botOrder: readonly [Line, ...Line[]];
  /** Between the first line and the agent's answer, where the bot asks a colleague. */
  handoff: readonly Line[];
  /** Comments on ratings of 5, of 4 and 3, and below. */
  comments: readonly [praise: readonly string[], mixed: readonly string[], complaints: readonly string[]];
  products: readonly string[];
}
