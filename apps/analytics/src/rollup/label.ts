/** Any department, any channel, any name. */
export const anyLabel = '*';

/** A name of the caller's own as a label: none of them is the one that stands for all. */
export function labelOf(name: string): string {
  return name.startsWith(anyLabel) ? anyLabel + name : name;
}

/** The name that a label was made of. */
export function nameOf(label: string): string {
  return label.startsWith(anyLabel) ? label.slice(anyLabel.length) : label;
}
