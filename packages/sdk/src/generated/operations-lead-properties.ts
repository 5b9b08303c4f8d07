// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { PropertyView } from './types.ts';

export type CreatePropertyParams = { id_project?: string } & {
  /** Label shown to people. */
  label: string;
  /** Key in `properties` of leads. */
  name: string;
  /** Kind of value, for user interfaces; `text` by default. */
  type?: string;
};

export type ListPropertiesParams = { id_project?: string };

export type GetPropertyParams = { id_project?: string; property: string };

export type HidePropertyParams = { id_project?: string; property: string };

export type UpdatePropertyParams = { id_project?: string; property: string } & {
  /** Label shown to people. */
  label?: string;
  /** Kind of value, for user interfaces; `text` by default. */
  type?: string;
};

export type RemovePropertyParams = { id_project?: string; property: string };

/**
 * Create a custom field.
 *
 * Minimum role: admin. Codes: `property_exists`. Limits: `label` ≤ 255 characters, `name` ≤ 100 characters, `type` ≤ 50 characters.
 *
 * @example await createProperty(parley, { label: 'Plan', name: 'plan' });
 */
export const createProperty: Operation<CreatePropertyParams, PropertyView, ReadCode | BodyCode | WriteCode | 'property_exists' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createProperty', 'POST properties');

/**
 * List custom fields, oldest first.
 *
 * Minimum role: agent.
 *
 * @example await listProperties(parley);
 */
export const listProperties: Operation<ListPropertiesParams, PropertyView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listProperties', 'GET properties');

/**
 * Get a custom field.
 *
 * Minimum role: agent. Codes: `property_not_found`.
 *
 * @example await getProperty(parley, { property });
 */
export const getProperty: Operation<GetPropertyParams, PropertyView, ReadCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getProperty', 'GET properties/:property');

/**
 * Hide a custom field; its values stay.
 *
 * Minimum role: admin. Codes: `property_not_found`, `version_mismatch`.
 *
 * @example await hideProperty(parley, { property });
 */
export const hideProperty: Operation<HidePropertyParams, PropertyView, DeleteCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('hideProperty', 'DELETE properties/:property');

/**
 * Change a custom field.
 *
 * Minimum role: admin. Codes: `property_not_found`, `version_mismatch`. Limits: `label` ≤ 255 characters, `type` ≤ 50 characters.
 *
 * @example await updateProperty(parley, { property, label: 'Tariff' });
 */
export const updateProperty: Operation<UpdatePropertyParams, PropertyView, UpdateCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateProperty', 'PUT properties/:property');

/**
 * Remove a custom field; its values stay.
 *
 * Minimum role: admin. Codes: `property_not_found`.
 *
 * @example await removeProperty(parley, { property });
 */
export const removeProperty: Operation<RemovePropertyParams, PropertyView, DeleteCode | 'property_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeProperty', 'DELETE properties/:property/physical');
