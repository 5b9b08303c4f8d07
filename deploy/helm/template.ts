import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';

import { memberKeys, ofTheCluster } from '../k8s/build.ts';
import { imageNames } from '../k8s/mesh.ts';
import { imageOf, type Resource } from '../k8s/resource.ts';

/** A change of a document that is made where a condition holds; of several for one field the last wins. */
export interface ConditionalChange {
  when: string;
  change: Resource;
}
interface Choice {
  when: string;
  change: unknown;
}
type Fields = Record<string, unknown>;

/** Stands in a document for a value of the chart: the name of an entry of a table → where templates read it. */
export const placeholder = (name: string) => `⟦${name}⟧`;

/** Documents as templates of Helm: those of a file, each with what changes it. */
export class Templates {
  readonly #changes: readonly ConditionalChange[];
  readonly #expressions: Readonly<Record<string, string>>;

  /** @param expressions name of a placeholder → what Helm evaluates in its place */
  constructor(changes: readonly ConditionalChange[], expressions: Readonly<Record<string, string>>) {
    this.#changes = changes;
    this.#expressions = expressions;
  }

  /** @param when the condition of the document; without one it is always there */
  write(document: Resource, when?: string): string {
    const mine = this.#changes.filter(({ change }) => isSame(change, document));
    const { name } = document.metadata;
    const base = inReleaseNamespace(document);
    const text =
      document.kind === 'ConfigMap' && name === 'parley' ? this.#settings(base, mine) : this.#map(base, mine, '');
    return onlyIf(when, `---\n${text}`);
  }

  /** What all services read: what the mesh sets, over it the values of the chart. */
  #settings({ data, ...document }: Resource, changes: readonly ConditionalChange[]): string {
    const assigned = (settings: unknown) =>
      Object.entries(settings as Fields)
        .map(([name, value]) => `{{- $_ := set $settings ${JSON.stringify(name)} ${JSON.stringify(value)} }}\n`)
        .join('');
    const conditional = changes.map(({ when, change }) => onlyIf(when, assigned(change.data)));
    return [
      this.#block(document, ''),
      'data:\n',
      '  {{- $settings := dict }}\n',
      ...[assigned(data), ...conditional].join('').replaceAll(/^/gm, '  ').replace(/ +$/, ''),
      '  {{- range $name, $value := .Values.settings }}\n',
      '  {{- $_ := set $settings $name $value }}\n',
      '  {{- end }}\n',
      '  {{- toYaml $settings | nindent 2 }}\n',
    ].join('');
  }

  #map(base: Fields, changes: readonly Choice[], indent: string): string {
    const added = changes.flatMap(({ change }) => Object.keys(change as Fields)).filter((field) => !(field in base));
    return [...Object.keys(base), ...new Set(added)]
      .map((field) => this.#field(field, base[field], changesOf(field, base[field], changes), indent))
      .join('');
  }

  #field(field: string, inner: unknown, changes: readonly Choice[], indent: string): string {
    if (changes.length === 0) return this.#block({ [field]: inner }, indent);
    const key = memberKeys[field];
    if (key && Array.isArray(inner)) return `${indent}${field}:\n${this.#list(inner, changes, key, `${indent}  `)}`;
    if (isMap(inner) && changes.every(({ change }) => isMap(change)))
      return `${indent}${field}:\n${this.#map(inner, changes, `${indent}  `)}`;

    const choices = changes.toReversed().map(({ when, change }, index) => {
      const word = index === 0 ? 'if' : 'else if';
      return `{{- ${word} ${when} }}\n${this.#block({ [field]: change }, indent)}`;
    });
    const otherwise = inner === undefined ? '' : `{{- else }}\n${this.#block({ [field]: inner }, indent)}`;
    return `${choices.join('')}${otherwise}{{- end }}\n`;
  }

  /** New members first, as kustomize has them. */
  #list(base: readonly Fields[], changes: readonly Choice[], key: string, indent: string): string {
    const known = base.map((member) => member[key]);
    const strangers = changes.map(({ when, change }) => {
      const members = (change as Fields[]).filter((member) => !known.includes(member[key]));
      return members.length > 0 ? onlyIf(when, this.#block(members, indent)) : '';
    });
    const members = base.map((member) => {
      const mine = changes.flatMap(({ when, change }) =>
        (change as Fields[]).filter((one) => one[key] === member[key]).map((one) => ({ when, change: one })),
      );
      return this.#map(member, mine, `${indent}  `).replace(`${indent}  `, `${indent}- `);
    });
    return [...strangers, ...members].join('');
  }

  #block(value: unknown, indent: string): string {
    const text = stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
    return this.#evaluated(text).replaceAll(/^(?=.)/gm, indent);
  }

  #evaluated(text: string): string {
    return text
      .replaceAll('{{', '{{ "{{" }}')
      .replaceAll(/⟦([^⟧]+)⟧/g, (_, name: string) => {
        const expression = this.#expressions[name];
        if (!expression) throw new Error(`The chart has no value for ${name}.`);
        return `{{ ${expression} }}`;
      })
      .replaceAll(/image: (parley\/\w+)$/gm, (all, image: string) => {
        const service = imageNames.find((name) => imageOf(name) === image);
        return service ? `image: {{ include "parley.image" (list . "${service}") }}` : all;
      });
  }
}

function changesOf(field: string, inner: unknown, changes: readonly Choice[]): Choice[] {
  return changes
    .filter(({ change }) => field in (change as Fields))
    .map(({ when, change }) => ({ when, change: (change as Fields)[field] }))
    .filter(({ change }) => !isDeepStrictEqual(change, inner));
}

function onlyIf(when: string | undefined, text: string): string {
  return when ? `{{- if ${when} }}\n${text}{{- end }}\n` : text;
}

function isSame(one: Resource, other: Resource): boolean {
  return one.kind === other.kind && one.metadata.name === other.metadata.name;
}

function inReleaseNamespace(document: Resource): Resource {
  if (document.kind === 'Namespace')
    return { ...document, metadata: { ...document.metadata, name: placeholder('namespace') } };
  if (ofTheCluster.includes(document.kind)) return document;
  return { ...document, metadata: { ...document.metadata, namespace: placeholder('namespace') } };
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
