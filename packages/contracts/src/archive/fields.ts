import { z } from 'zod';

export const id = z.string().regex(/^[0-9a-f]{24}$/);
export const time = z.iso.datetime({ offset: false });
export const text = z.string().max(65_536);
export const short = z.string().max(1_024);
export const object = z.record(z.string(), z.unknown());
export const list = z.array(z.unknown());
export const words = z.array(short);
export const count = z.int().min(0);

/** Members that nearly every record has. */
export const stored = {
  _id: id,
  createdBy: short,
  createdAt: time,
  updatedAt: time,
  __v: count.default(0),
};
