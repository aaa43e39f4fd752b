export { createHealthOperations, type HealthOptions } from './health.operations.ts'
