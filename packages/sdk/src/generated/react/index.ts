export * from './autocomplete/autocomplete.ts';
export * from './evidence/evidence.ts';
export * from './explore/explore.ts';
export * from './health/health.ts';
export * from './imports/imports.ts';
export * from './signals/signals.ts';
export * from './user/user.ts';
export * from './zeus/zeus.ts';
