export { openDatabase, type OpenDatabaseOptions } from './adapters/database/open-database.ts';
export type { Database, DatabaseLog } from './adapters/database/database.port.ts';
export { ConfigError } from './config/config-error.ts';
export { type Config, readConfig } from './config/config.ts';
export { type Clock, systemClock } from './kernel/clock.ts';
export { createLogger, type Logger } from './kernel/logger.ts';
export { type Api, type ApiOptions, createApi } from './start.ts';
