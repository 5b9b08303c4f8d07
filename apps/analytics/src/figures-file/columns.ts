import { z } from 'zod';

export type FigureRow = Readonly<Record<string, unknown>>;

export interface Column {
  name: string;
  /** Left out of a file in which no row has it. */
  isOptional: boolean;
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
    ...ofKey.map((name) => ({
      ...{ name, isOptional: key instanceof z.ZodObject && key.shape[name] instanceof z.ZodOptional },
      cell: ({ _id }: FigureRow) => (_id as FigureRow)[name],
    })),
    ...Object.entries(members).flatMap(([name, member]) => columnsOfMember(name, member)),
  ];
}

/** A member that is an object has a column for each of its own members. */
function columnsOfMember(name: string, member: unknown): Column[] {
  if (!(member instanceof z.ZodObject)) return [{ name, isOptional: false, cell: (one) => one[name] }];
  return Object.keys(member.shape).map((part) => ({
    ...{ name: `${name}_${part}`, isOptional: false },
    cell: (one: FigureRow) => (one[name] as FigureRow)[part],
  }));
}
