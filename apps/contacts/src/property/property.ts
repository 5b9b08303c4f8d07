import type { PropertyView } from '@parley/contracts';

/** A custom field that user interfaces offer. Values of leads are not validated against it. */
export interface Property {
  id: string;
  projectId: string;
  label: string;
  /** Never changes: it is the key of the values in leads. */
  name: string;
  type: string;
  status: number;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export const PropertyStatus = { shown: 100, hidden: 1000 } as const;

export function change(
  current: Property,
  written: Partial<Pick<Property, 'label' | 'type' | 'status'>>,
  at: Date,
): Property {
  const { label = current.label, type = current.type, status = current.status } = written;
  const same = label === current.label && type === current.type && status === current.status;
  return same ? current : { ...current, label, type, status, updatedAt: at, version: current.version + 1 };
}

export function viewOf(property: Property): PropertyView {
  return {
    _id: property.id,
    id: property.id,
    id_project: property.projectId,
    label: property.label,
    name: property.name,
    type: property.type,
    status: property.status,
    createdBy: property.createdBy,
    createdAt: property.createdAt.toISOString(),
    updatedAt: property.updatedAt.toISOString(),
    __v: property.version,
  };
}
