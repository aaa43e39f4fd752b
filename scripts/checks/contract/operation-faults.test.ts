import type { ContractDocument, OperationObject } from '@auspex/contract'
import { describe, expect, test } from 'vitest'
import { findOperationFaults } from './operation-faults.ts'
import { smallContract, smallOperation } from './testing/small-contract.ts'

const faultsOf = (over: Parameters<typeof smallOperation>[0]) =>
  findOperationFaults(smallContract(smallOperation(over)))

describe('the faults of an operation', () => {
  test('are none when it keeps every rule', () => {
    expect(findOperationFaults(smallContract())).toEqual([])
  })

  test('name what is missing', () => {
    expect(faultsOf({ description: 'Saves.' })).toEqual(['saveNote: has no description of 60 characters'])
    expect(faultsOf({ tags: ['notes', 'more'] })).toEqual(['saveNote: has not exactly one tag'])
    const { 'x-permission': _permission, 'x-product-message': _message, ...bare } = smallOperation()
    expect(findOperationFaults(smallContract(bare as OperationObject))).toEqual([
      'saveNote: has no x-permission',
      'saveNote: has no x-product-message',
    ])
    const { '403': _forbidden, '503': _unavailable, ...responses } = smallOperation().responses
    expect(faultsOf({ responses })).toEqual(['saveNote: does not document 403', 'saveNote: does not document 503'])
  })

  test('are permissions, verbs and replies that nobody knows', () => {
    expect(faultsOf({ 'x-permission': { module: 'kitchen', role: 'member', tenancy: 'user' } })).toEqual([
      'saveNote: has the unknown module kitchen',
    ])
    const scope = 'everything' as 'search' // the type forbids it, but a contract may contain it
    expect(faultsOf({ 'x-permission': { module: null, role: 'member', tenancy: 'user', scope } })).toEqual([
      'saveNote: has the unknown scope everything',
    ])
    const keyed = { 'x-idempotency-key': true }
    expect(faultsOf({ ...keyed, 'x-resource': { collection: 'notes', verb: 'update' } })).toEqual([])
    expect(faultsOf({ ...keyed, 'x-resource': { collection: 'notes', verb: 'delete' } })).toEqual([
      'saveNote: has x-resource delete without an id',
    ])
    const inline = { '200': { content: { 'application/json': { schema: { type: 'object' } } } } }
    expect(faultsOf({ responses: { ...smallOperation().responses, ...inline } })).toEqual([
      'saveNote: answers 200 with a schema that has no name',
    ])
    const stream = { '200': { content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Note' } } } } }
    expect(faultsOf({ responses: { ...smallOperation().responses, ...stream } })).toEqual([
      'saveNote: streams without x-sse-events',
    ])
  })

  test('are changes that cannot be asked for twice', () => {
    const resource = { collection: 'notes', verb: 'create' } as const
    expect(faultsOf({ 'x-resource': resource })).toEqual(['saveNote: changes something and has no x-idempotency-key'])
    for (const takesKey of [true, false])
      expect(faultsOf({ 'x-resource': resource, 'x-idempotency-key': takesKey })).toEqual([])
    const reading = { '/notes': { get: smallOperation({ 'x-idempotency-key': true }) } }
    expect(findOperationFaults({ ...smallContract(), paths: reading })).toEqual([
      'saveNote: has x-idempotency-key and changes nothing',
    ])
  })

  test('are reading operations that change something, or need not say that they read', () => {
    const safe = { 'x-safe': true } as const
    expect(faultsOf(safe)).toEqual([])
    expect(faultsOf({ ...safe, 'x-idempotency-key': true })).toEqual(['saveNote: has x-safe and changes something'])
    const resource = { collection: 'notes', verb: 'clear' } as const
    expect(faultsOf({ ...safe, 'x-resource': resource })).toContain('saveNote: has x-safe and changes something')
    const reading = { '/notes': { get: smallOperation(safe) } }
    expect(findOperationFaults({ ...smallContract(), paths: reading })).toEqual(['saveNote: has x-safe and is no POST'])
  })

  test('are time limits other than the specified ones', () => {
    expect(faultsOf({ 'x-timeout-ms': 5 })[0]).toContain('the specification says the default')
    const document: ContractDocument = {
      ...smallContract(),
      paths: { '/explore/topicQuery': { post: smallOperation() } },
    }
    expect(findOperationFaults(document)).toEqual([
      'saveNote: has x-timeout-ms of the default, the specification says 60000',
    ])
  })

  test('are tags that the reference would not list', () => {
    const grouped = (...tags: string[]) => ({ ...smallContract(), 'x-tagGroups': [{ name: 'Notes', tags }] })
    expect(findOperationFaults(grouped('notes'))).toEqual([])
    expect(findOperationFaults(grouped())).toEqual(['tag notes: is in 0 groups of x-tagGroups'])
  })

  test('are too many operations under one tag', () => {
    const paths = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`/notes${n}`, { post: smallOperation() }]))
    expect(findOperationFaults({ ...smallContract(), paths })).toEqual([
      'tag notes: has 21 operations, 20 are the most',
    ])
  })
})
