import type { ContractDocument, OperationObject } from '@auspex/contract'

const problem = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'integer', minimum: 400, maximum: 599 } },
}

const failure = (status: number) => ({
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example: { status } } },
})

/** An operation that satisfies every rule; `over` replaces parts of it. */
export function smallOperation(over: Partial<OperationObject> & { description?: string } = {}): OperationObject {
  return {
    operationId: 'saveNote',
    tags: ['notes'],
    description: 'Saves a note of the signed-in person. Costs one write. Fails with 422 for an empty note.',
    'x-permission': { module: null, role: 'member', tenancy: 'user' },
    'x-product-message': 'Error while loading data',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' }, example: { text: 'Hello' } } },
    },
    responses: {
      '200': {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' }, example: { text: 'Hello' } } },
      },
      ...Object.fromEntries([401, 403, 413, 415, 422, 429, 500, 503].map((status) => [status, failure(status)])),
    },
    ...over,
  }
}

/** A contract of one operation and the schemas it names. */
export function smallContract(
  operation: OperationObject = smallOperation(),
  schemas: Record<string, unknown> = {},
): ContractDocument {
  const note = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 20 } } }
  return {
    paths: { '/notes': { post: operation } },
    components: { schemas: { Note: note, Problem: problem, ...schemas } },
    security: [{ bearer: [] }],
  }
}
