export { createHealthOperations } from './health.operations.ts'
