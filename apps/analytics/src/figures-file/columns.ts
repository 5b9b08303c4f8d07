import { z } from 'zod';

export type FigureRow = Readonly<Record<string, unknown>>;

export interface Column {
  name: string;
  cell(row: FigureRow): unknown;
}

/**
 * The columns of rows of this schema: the members of the key in `_id`, then those of the row. A key that is the id of the project, and the
 * same in each row, has none.
 * @throws TypeError for a schema of anything but rows
 */
export function columnsOf(rows: z.ZodType): Column[] {
  const row = rows instanceof z.ZodArray ? rows.element : undefined;
  if (!(row instanceof z.ZodObject)) throw new TypeError('only rows have columns');
  const { _id: key, ...members } = row.shape;
  const ofKey = key instanceof z.ZodObject ? Object.keys(key.shape) : [];
  return [
    ...ofKey.map((name) => ({ name, cell: ({ _id }: FigureRow) => (_id as FigureRow)[name] })),
    ...Object.keys(members).map((name) => ({ name, cell: (one: FigureRow) => one[name] })),
  ];
}
