export * from './access.ts';
export * from './define-api.ts';
export * from './define-event.ts';
export * from './errors.ts';
