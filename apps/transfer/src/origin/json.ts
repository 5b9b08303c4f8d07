/** An object of another system. */
export type Row = Record<string, unknown>;

export const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
export const object = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {});
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
