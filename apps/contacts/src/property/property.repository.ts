import { propertyErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import type { PrismaClient, Property as PropertyRow } from '../generated/prisma/client.ts';
import { type Property, PropertyStatus } from './property.ts';

/** More than any user interface shows. */
const maxListed = 1_000;

/** The only reader and writer of `property`. */
export class PropertyRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** The visible properties, oldest first. */
  async list(idProject: string): Promise<Property[]> {
    const rows = await this.#db.prisma.property.findMany({
      where: { idProject, status: PropertyStatus.shown },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: maxListed,
    });
    return rows.map(toProperty);
  }

  /** @throws property_not_found */
  async get(idProject: string, id: string): Promise<Property> {
    const row = await this.#db.prisma.property.findFirst({ where: { idProject, id } });
    if (!row) throw propertyErrors.property_not_found();
    return toProperty(row);
  }

  /** @throws property_exists, also for a hidden one, whose values still exist */
  async insert(property: Property): Promise<Property> {
    const { projectId: idProject, ...data } = property;
    const { count } = await this.#db.prisma.property.createMany({
      data: [{ ...data, idProject }],
      skipDuplicates: true,
    });
    if (count > 0) return property;
    const taken = await this.#db.prisma.property.findFirst({ where: { idProject, name: property.name } });
    throw propertyErrors.property_exists({ conflict: taken?.id });
  }

  /** Locks a property and stores what `decide` returns. @throws property_not_found */
  update(idProject: string, id: string, decide: (current: Property) => Property): Promise<Property> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(idProject, id);
      const next = decide(current);
      if (next === current) return current;
      const { label, type, status, updatedAt, version } = next;
      await this.#db.prisma.property.updateMany({
        where: { idProject, id },
        data: { label, type, status, updatedAt, version },
      });
      return next;
    });
  }

  /** @throws property_not_found */
  remove(idProject: string, id: string): Promise<Property> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(idProject, id);
      await this.#db.prisma.property.deleteMany({ where: { idProject, id } });
      return current;
    });
  }

  async #lock(idProject: string, id: string): Promise<Property> {
    await this.#db.query('select 1 from property where id_project = $1 and id = $2 for update', [idProject, id]);
    const current = await this.get(idProject, id);
    checkIfMatch(current.version);
    return current;
  }
}

function toProperty({ idProject, ...row }: PropertyRow): Property {
  return { ...row, projectId: idProject };
}
