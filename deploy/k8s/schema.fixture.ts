import * as client from '@kubernetes/client-node';
import * as certificates from '@kubernetes-models/cert-manager/cert-manager.io/v1';
import * as postgres from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import * as externalSecrets from '@kubernetes-models/external-secrets/external-secrets.io/v1';
import * as gateways from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import * as prometheus from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as scheduling from 'kubernetes-models/scheduling.k8s.io/v1';
import * as core from 'kubernetes-models/v1';

import type { Resource } from './resource.ts';

type Attribute = { baseName: string; type: string };
type Model = new (document: object) => { validate(): void };

const models: Record<string, object> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'scheduling.k8s.io/v1': scheduling,
  'postgresql.cnpg.io/v1': postgres,
  'cert-manager.io/v1': certificates,
  'external-secrets.io/v1': externalSecrets,
  'gateway.networking.k8s.io/v1': gateways,
  'monitoring.coreos.com/v1': prometheus,
};

/** Kinds whose schema no package holds. */
const unchecked = ['barmancloud.cnpg.io/v1 ObjectStore', 'kustomize.config.k8s.io/v1beta1 Kustomization'];
/** Which of the client's names begins with what, by group. */
const prefixes: Record<string, string> = {
  v1: 'V1',
  'apps/v1': 'V1',
  'autoscaling/v2': 'V2',
  'batch/v1': 'V1',
  'networking.k8s.io/v1': 'V1',
  'policy/v1': 'V1',
  'scheduling.k8s.io/v1': 'V1',
};

/** All that is wrong with a document. Each of the two checkers finds what the other lets through. */
export function faultsOf(document: Resource): string[] {
  const { apiVersion, kind } = document;
  if (unchecked.includes(`${apiVersion} ${kind}`)) return [];
  const where = `${kind}/${document.metadata?.name}`;
  const prefix = prefixes[apiVersion];
  return [
    ...missingIn(document).map((fault) => `${where}: ${fault}`),
    ...(prefix ? strangersIn(document, prefix + kind, where) : []),
  ];
}

/** Missing fields and values of the wrong form. */
function missingIn(document: Resource): string[] {
  const found = Object.entries(models[document.apiVersion] ?? {}).find(([name]) => name === document.kind)?.[1];
  if (!found) return [`${document.apiVersion} has no such kind`];
  try {
    new (found as Model)(document).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Fields that no server knows, and values of the wrong type, by the types of the official client. */
function strangersIn(value: unknown, type: string, where: string): string[] {
  const items = /^Array<(.+)>$/.exec(type)?.[1];
  if (items) {
    if (!Array.isArray(value)) return [`${where}: is no list`];
    return value.flatMap((item, index) => strangersIn(item, items, `${where}[${index}]`));
  }
  const values = /^\{ \[key: string\]: (.+); \}$/.exec(type)?.[1];
  if (values || type in client) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${where}: is no object`];
    const attributes = values ? undefined : attributesOf(type);
    return Object.entries(value).flatMap(([field, inner]) => {
      const known = values ?? attributes?.find(({ baseName }) => baseName === field)?.type;
      return known ? strangersIn(inner, known, `${where}.${field}`) : [`${where}: has no field ${field}`];
    });
  }
  if (type === 'IntOrString') return ['number', 'string'].includes(typeof value) ? [] : [`${where}: is no port`];
  if (['string', 'number', 'boolean'].includes(type)) return typeof value === type ? [] : [`${where}: is no ${type}`];
  return [];
}

function attributesOf(type: string): readonly Attribute[] {
  const model = Object.entries(client).find(([name]) => name === type)?.[1] as unknown as {
    getAttributeTypeMap(): Attribute[];
  };
  return model.getAttributeTypeMap();
}
