import type { ParameterObject, Reference, Schema } from '@auspex/contract'

/** What the generators read from an operation of the contract, beyond its schemas. */
export interface ContractOperation {
  operationId?: string
  tags: string[]
  summary: string
  security?: unknown[]
  servers?: unknown[]
  parameters?: (ParameterObject | Reference)[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>
  'x-timeout-ms'?: number
  'x-retry-on-timeout'?: boolean
  'x-product-message'?: string
  'x-permission'?: { module: string | null; role: string; tenancy: string; scope?: string }
  'x-cancellable'?: boolean
  'x-lower-case'?: string[]
  'x-idempotency-key'?: boolean
  'x-safe'?: boolean
  'x-sse-events'?: Record<string, unknown>
}

/** Media types of a successful response. */
export function successTypes({ responses }: ContractOperation): string[] {
  return Object.keys((responses['200'] ?? responses['201'])?.content ?? {})
}

/** Whether an operation returns a file. */
export function isDownload(operation: ContractOperation): boolean {
  const types = successTypes(operation)
  return types.length > 0 && !types.includes('application/json') && !types.includes('text/event-stream')
}
