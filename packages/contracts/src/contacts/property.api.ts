import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { PathId, StoredId, Timestamp, text } from '../fields.ts';

const tag = 'Lead properties';
const base = '/v3/:id_project/properties';
const inProject = z.object({ id_project: PathId });
const ofProperty = z.object({ id_project: PathId, property: PathId });

/** A field of the project's own that user interfaces offer. Source: contract 30 section 4. */
export const PropertyView = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  label: z.string(),
  name: z.string(),
  type: z.string(),
  /** 100; 1000 hidden from the list. */
  status: z.number(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PropertyView = z.output<typeof PropertyView>;

const Label = text(255).trim().min(1, 'Must not be empty');
const Name = text(100).trim().min(1, 'Must not be empty');
const Type = text(50).trim().min(1, 'Must not be empty');

const written = { role: 'admin', params: ofProperty, response: PropertyView, tag } as const;

export const propertyApi = defineApi('contacts', {
  createProperty: {
    right: 'settings.write',
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    body: z.object({ label: Label, name: Name, type: Type.default('text') }),
    response: PropertyView,
    errors: ['property_exists'],
    summary: 'Create a custom field',
    tag,
    example: { body: { label: 'Plan', name: 'plan' } },
  },
  listProperties: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    response: z.array(PropertyView),
    errors: [],
    summary: 'List custom fields, oldest first',
    tag,
  },
  getProperty: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:property`,
    role: 'agent',
    params: ofProperty,
    response: PropertyView,
    errors: ['property_not_found'],
    summary: 'Get a custom field',
    tag,
  },
  updateProperty: {
    right: 'settings.write',
    ...written,
    method: 'put',
    path: `${base}/:property`,
    body: z.object({ label: Label.optional(), type: Type.optional() }),
    errors: ['property_not_found', 'version_mismatch'],
    summary: 'Change a custom field',
    example: { body: { label: 'Tariff' } },
  },
  hideProperty: {
    right: 'settings.write',
    ...written,
    method: 'delete',
    path: `${base}/:property`,
    errors: ['property_not_found', 'version_mismatch'],
    summary: 'Hide a custom field; its values stay',
  },
  removeProperty: {
    right: 'settings.write',
    ...written,
    method: 'delete',
    path: `${base}/:property/physical`,
    errors: ['property_not_found'],
    summary: 'Remove a custom field; its values stay',
  },
});
