import { propertyErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import { type Database, recordTable } from '@parley/service-kit/database';

import { type Property, PropertyStatus } from './property.ts';

/** More than any user interface shows. */
const maxListed = 1_000;

const properties = recordTable<Property>(
  'property',
  'p',
  {
    id: 'id',
    projectId: 'id_project',
    label: 'label',
    name: 'name',
    type: 'type',
    status: 'status',
    createdBy: 'created_by',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
  },
  ['name', 'createdBy', 'createdAt'],
);
const insertIfNew = {
  name: 'property_insert_if_new',
  text: `${properties.insert.text} on conflict do nothing returning 1`,
};
const select = `select ${properties.columns} from property p`;

/** The only reader and writer of `property`. */
export class PropertyRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The visible properties, oldest first. */
  list(projectId: string): Promise<Property[]> {
    const text = `${select} where p.id_project = $1 and p.status = $2 order by p.created_at, p.id limit $3`;
    return this.#db.query<Property>({ name: 'properties', text }, [projectId, PropertyStatus.shown, maxListed]);
  }

  /** @throws property_not_found */
  async get(projectId: string, id: string): Promise<Property> {
    const text = `${select} where p.id_project = $1 and p.id = $2`;
    const [property] = await this.#db.query<Property>({ name: 'property_get', text }, [projectId, id]);
    if (!property) throw propertyErrors.property_not_found();
    return property;
  }

  /** @throws property_exists, also for a hidden one, whose values still exist */
  async insert(property: Property): Promise<Property> {
    const inserted = await this.#db.query(insertIfNew, [properties.parameter(property)]);
    if (inserted.length > 0) return property;
    const text = 'select id from property where id_project = $1 and name = $2';
    const [taken] = await this.#db.query<{ id: string }>(text, [property.projectId, property.name]);
    throw propertyErrors.property_exists({ conflict: taken?.id });
  }

  /** Locks a property and stores what `decide` returns. @throws property_not_found */
  update(projectId: string, id: string, decide: (current: Property) => Property): Promise<Property> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      const next = decide(current);
      if (next === current) return current;
      await this.#db.query(properties.update, [properties.parameter(next)]);
      return next;
    });
  }

  /** @throws property_not_found */
  remove(projectId: string, id: string): Promise<Property> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      await this.#db.query('delete from property where id_project = $1 and id = $2', [projectId, id]);
      return current;
    });
  }

  async #lock(projectId: string, id: string): Promise<Property> {
    const text = `${select} where p.id_project = $1 and p.id = $2 for update`;
    const [current] = await this.#db.query<Property>({ name: 'property_lock', text }, [projectId, id]);
    if (!current) throw propertyErrors.property_not_found();
    checkIfMatch(current.version);
    return current;
  }
}
