/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>;

/** What a member or parameter is, in plain English; of closed lists of numbers also what each of them is called and means. */
export type Description = string | { text: string; numbers: NumberNames };

/** By number: a name for generated code, and what it means. */
export type NumberNames = Readonly<Record<string, readonly [name: string, meaning: string]>>;

/** By name of a member or parameter. */
export type Descriptions = Readonly<Record<string, Description>>;

/** By where they hold: a component, an operation, a tag, or a member that holds others (`location`, `RequestView.contact`). */
export type ScopedDescriptions = Readonly<Record<string, Descriptions>>;
