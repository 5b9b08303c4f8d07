/** Any department, any channel, any name. */
export const anyLabel = '*';

/** A caller-defined name as a label; never equal to `anyLabel`. */
export function labelOf(name: string): string {
  return name.startsWith(anyLabel) ? anyLabel + name : name;
}

/** The name of a label. */
export function nameOf(label: string): string {
  return label.startsWith(anyLabel) ? label.slice(anyLabel.length) : label;
}
