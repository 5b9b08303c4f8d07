import { recordTable } from '@parley/service-kit/database';

import type { Bot } from './bot.ts';

export const bots = recordTable<Bot>(
  'bot',
  'b',
  {
    projectId: 'id_project',
    id: 'id',
    rootId: 'root_id',
    name: 'name',
    type: 'type',
    slug: 'slug',
    language: 'language',
    description: 'description',
    title: 'title',
    shortDescription: 'short_description',
    mainCategory: 'main_category',
    url: 'url',
    webhookUrl: 'webhook_url',
    webhookEnabled: 'webhook_enabled',
    attributes: 'attributes',
    tags: 'tags',
    subtype: 'subtype',
    agentsAvailable: 'agents_available',
    isPublic: 'is_public',
    trashedAt: 'trashed_at',
    modified: 'modified',
    publishedId: 'published_id',
    publishedVersion: 'published_version',
    releaseNote: 'release_note',
    publishedBy: 'published_by',
    publishedAt: 'published_at',
    secret: 'secret',
    previousSecret: 'previous_secret',
    previousSecretUntil: 'previous_secret_until',
    createdBy: 'created_by',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: 'version',
    avatar: 'avatar',
  },
  ['createdAt', 'createdBy', 'publishedBy'],
);

export const botColumns = bots.columns;

export const isLive = 'b.trashed_at is null and b.root_id is null';
