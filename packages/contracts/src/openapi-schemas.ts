import { z } from 'zod';

import { describeMembers } from './openapi-descriptions.ts';
import type { JsonSchema } from './openapi-types.ts';
import { componentTexts, scopesLike } from './reference/components.ts';
import { recordedExamples } from './reference/recorded-examples.ts';

/** Turns zod schemas into those of a document; schemas with a name become its components. */
export interface SchemaWriter {
  /**
   * @param io `input`: what a caller sends; `output`: what a caller reads.
   * @param scopes whose descriptions the members of a schema without a name have
   */
  write(schema: z.ZodType, io: 'input' | 'output', scopes?: readonly string[]): JsonSchema;
  readonly components: Record<string, JsonSchema>;
}

/** @param named schemas by the name they are exported under */
export function schemaWriter(named: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const components: Record<string, JsonSchema> = {};
  const names = new Map<unknown, string>();
  for (const [name, schema] of Object.entries(named)) names.set(schema, names.get(schema) ?? name);
  const registry = z.registry<Record<string, unknown>>();
  // What schemas say about themselves stands in zod's own registry; ours adds the names.
  const described = (schema: z.core.$ZodType) => z.globalRegistry.get(schema);
  registry.get = (schema) => ({ ...described(schema), id: names.get(schema) ?? described(schema)?.id });
  /** Zod writes a schema with all that it refers to, each time: records stand in the answers of dozens of operations. */
  const known = { input: new Map<z.ZodType, WrittenSchema>(), output: new Map<z.ZodType, WrittenSchema>() };
  const writtenBy = (schema: z.ZodType, io: 'input' | 'output'): WrittenSchema => {
    const written = known[io].get(schema) ?? toJsonSchema(schema, io, registry);
    known[io].set(schema, written);
    return written;
  };

  return {
    components,
    write(schema, io, scopes = []) {
      // What a caller may leave out it always reads: the two sides of one schema differ, and so do their names.
      const rename = (name: string) => (io === 'output' || name.endsWith('Input') ? name : `${name}Input`);
      const { $defs = {}, $schema: _, ...written } = writtenBy(schema, io);
      for (const [name, definition] of Object.entries($defs)) {
        components[rename(name)] ??= component(
          name,
          moveReferences(definition, rename),
          recordedExamples[rename(name)],
        );
      }
      const own = moveReferences(written, rename);
      describeMembers(own, scopes);
      return own;
    },
  };
}

type WrittenSchema = JsonSchema & { $defs?: Record<string, JsonSchema> };
type Names = z.core.$ZodRegistry<Record<string, unknown>>;

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', metadata: Names): WrittenSchema {
  return z.toJSONSchema(schema, {
    ...{ io, metadata, unrepresentable: 'any' },
    override: ({ zodSchema, jsonSchema }) => {
      // Of a transform, zod knows what goes in alone; ours only leave members out.
      const source = transformed(zodSchema);
      if (io === 'output' && source) Object.assign(jsonSchema, withoutDraft(z.toJSONSchema(source, { io })));
      // A later version may add members, so clients must not rely on their absence.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // That an integer is safe to read is no limit of ours.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as WrittenSchema;
}

/** What a schema parses before it transforms it; `undefined` for a schema that does not. */
function transformed(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (!(schema instanceof z.ZodPipe)) return undefined;
  const { in: source, out } = schema.def;
  return out instanceof z.ZodTransform ? source : undefined;
}

function withoutDraft({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** The schema of a component with its descriptions and its example. */
function component(name: string, schema: JsonSchema, example: unknown): JsonSchema {
  const described = { ...schema, description: schema.description ?? componentTexts[name] };
  describeMembers(described, [name, ...scopesLike(name)]);
  return example === undefined ? described : { ...described, examples: [example] };
}

/** Definitions stand in the document, not in each schema: their references move along. */
function moveReferences<T>(value: T, rename: (name: string) => string): T {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, rename)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const moved = Object.entries(value)
    // The name zod gave the schema, not a member that is called so.
    .filter(([name, member]) => name !== 'id' || typeof member === 'object')
    .map(([name, member]) => {
      const isReference = name === '$ref' && typeof member === 'string';
      if (isReference) return [name, member.replace(/^#\/\$defs\/(.+)$/, (_, id: string) => componentRef(rename(id)))];
      return [name, moveReferences(member, rename)];
    });
  return Object.fromEntries(moved) as T;
}

/** The address of a schema among the components. */
export function componentRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The component that a schema refers to. */
export function componentOf({ components }: SchemaWriter, { $ref }: JsonSchema): JsonSchema | undefined {
  return typeof $ref === 'string' ? components[$ref.split('/').at(-1) ?? ''] : undefined;
}

/** The components that a text refers to, and those that they refer to. */
export function usedComponents(components: SchemaWriter['components'], text: string): Record<string, JsonSchema> {
  const used = new Set<string>();
  const texts = [text];
  for (const written of texts) {
    for (const [, name = ''] of written.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name) || components[name] === undefined) continue;
      used.add(name);
      texts.push(JSON.stringify(components[name]));
    }
  }
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)));
}
