import { type ClientBuilder, type GeneratorImport, type GeneratorVerbOptions, generateVerbImports } from '@orval/core'
import { type ContractDocument, dereference, resolve, type Schema } from '@auspex/contract'
import { type ContractOperation, isDownload } from './contract-operation.ts'

const runtime = '../../runtime'

/** What the generators of query options and of hooks need from an operation. */
export interface HookParts {
  /** The name as used inside other names: GetProject */
  readonly name: string
  readonly operationName: string
  readonly isQuery: boolean
  /** Whether it returns a paged list */
  readonly isPaged: boolean
  /** Type of the response */
  readonly data: string
  /** Function parameters, where an id may still be undefined; ends with a comma unless empty */
  readonly parameters: string
  /** The same parameters with all ids defined */
  readonly certainParameters: string
  readonly names: readonly string[]
  /** Its description, for all functions except the first, which orval documents */
  readonly doc: string
}

export function toHookParts(verb: GeneratorVerbOptions, document: ContractDocument): HookParts {
  // orval keeps the contract's extensions but does not type them
  const operation = verb.originalOperation as ContractOperation
  const isQuery = verb.verb === 'get' || operation['x-safe'] === true
  return {
    name: verb.operationName.charAt(0).toUpperCase() + verb.operationName.slice(1),
    operationName: verb.operationName,
    isQuery,
    isPaged: isQuery && isPaged(operation, document),
    data: isDownload(operation) ? 'Blob' : verb.response.definition.success,
    parameters: verb.props
      .map(({ type, implementation }) => `${implementation}${type === 'param' ? ' | null | undefined' : ''}, `)
      .join(''),
    certainParameters: verb.props.map(({ implementation }) => `${implementation}, `).join(''),
    names: verb.props.map(({ name }) => name),
    doc: verb.doc.trim(),
  }
}

/** A stream is neither fetched once nor cached, so it gets no query. */
export function isStream(verb: GeneratorVerbOptions): boolean {
  return (verb.originalOperation as ContractOperation)['x-sse-events'] !== undefined
}

/** Writes an operation's query keys and options. They do not import React, so server components can use them. */
export const writeQueryOptions: ClientBuilder = (verb, { context }) => {
  if (isStream(verb)) return { implementation: '', imports: [] }
  const hookParts = toHookParts(verb, context.spec as ContractDocument)
  const parts = hookParts.isQuery
    ? [writeQuery(verb, hookParts), writeInfiniteQuery(verb, hookParts), writeKey(verb, hookParts)]
    : [writeMutation(verb, hookParts)]
  const implementation = parts.join('\n')
  return {
    implementation,
    imports: [
      ...generateVerbImports(verb),
      { name: verb.operationName, values: true, importPath: `../client/${verb.tags[0] ?? 'default'}` },
      ...namesOf(implementation, 'toQueryKey').map(valueFrom('query-key')),
      ...namesOf(implementation, 'KeyedClient', 'QueryKeyOf').map(typeFrom('query-key')),
      ...namesOf(
        implementation,
        'toQueryOptions',
        'toSuspenseQueryOptions',
        'toInfiniteQueryOptions',
        'toMutationOptions',
      ).map(valueFrom('query-options')),
      ...namesOf(implementation, ...optionTypes).map(typeFrom('query-options')),
      ...namesOf(implementation, 'AuspexError').map((name) => ({ name, importPath: `${runtime}/errors` })),
      ...namesOf(implementation, 'InfiniteData', 'UseMutationOptions').map((name) => ({
        name,
        importPath: '@tanstack/react-query',
      })),
    ],
  }
}

export const optionTypes = [
  'InfiniteQueryOptions',
  'InfiniteQuerySettings',
  'MutationSettings',
  'QueryOptions',
  'QuerySettings',
  'SuspenseQueryOptions',
  'SuspenseQuerySettings',
] as const

/** Those of the names that occur in a text as whole words. */
export function namesOf(text: string, ...names: readonly string[]): string[] {
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}

function valueFrom(file: string): (name: string) => GeneratorImport {
  return (name) => ({ name, values: true, importPath: `${runtime}/query/${file}` })
}

export function typeFrom(file: string): (name: string) => GeneratorImport {
  return (name) => ({ name, importPath: `${runtime}/query/${file}` })
}

function writeKey({ props }: GeneratorVerbOptions, { operationName, data, names }: HookParts): string {
  const parameters = props.map(({ implementation, type }) => {
    const optional = implementation.replace(/^(\w+)\??:/, '$1?:')
    return `, ${optional}${type === 'param' ? ' | null' : ''}`
  })
  return [
    `/** The key of \`${operationName}\` in a QueryClient; with fewer arguments the beginning of such keys, to invalidate many at once. */`,
    `export const ${operationName}QueryKey = (client: KeyedClient${parameters.join('')}): QueryKeyOf<${data}> =>`,
    `  toQueryKey(client, ${[`'${operationName}'`, ...names].join(', ')})`,
    '',
  ].join('\n')
}

function writeQuery(
  verb: GeneratorVerbOptions,
  { operationName, data, parameters, certainParameters, names, doc }: HookParts,
): string {
  const ids = pathNames(verb)
  const key = `${operationName}QueryKey(${['options?.request?.client', ...names].join(', ')})`
  const call = (request: string, isCertain: boolean): string =>
    `${verb.operationName}(${[...names.map((each) => (!isCertain && ids.includes(each) ? `${each}!` : each)), request].join(', ')})`
  return [
    `export const ${operationName}QueryOptions = <Data = ${data}>(${parameters}options?: QuerySettings<${data}, Data>): QueryOptions<${data}, Data> =>`,
    `  toQueryOptions({ key: ${key}, ids: [${ids.join(', ')}], call: (request) => ${call('request', false)} }, options)`,
    '',
    doc,
    `export const ${operationName}SuspenseQueryOptions = <Data = ${data}>(${certainParameters}options?: SuspenseQuerySettings<${data}, Data>): SuspenseQueryOptions<${data}, Data> =>`,
    `  toSuspenseQueryOptions({ key: ${key}, ids: [], call: (request) => ${call('request', true)} }, options)`,
    '',
  ].join('\n')
}

function writeInfiniteQuery(
  verb: GeneratorVerbOptions,
  { operationName, data, parameters, names, doc, isPaged: paged }: HookParts,
): string {
  if (!paged) return ''
  const ids = pathNames(verb)
  // In every list operation the page parameters come last, in the query or in the body.
  const pageParameter = names.at(-1) ?? ''
  const call = names.map((each) => {
    if (each === pageParameter) return `{ ...${each}, ...place }`
    return ids.includes(each) ? `${each}!` : each
  })
  const key = [...names.slice(0, -1), `${pageParameter} ?? {}`]
  return [
    doc,
    `export const ${operationName}InfiniteQueryOptions = <Data = InfiniteData<${data}>>(${parameters}options?: InfiniteQuerySettings<${data}, Data>): InfiniteQueryOptions<${data}, Data> =>`,
    `  toInfiniteQueryOptions({ key: toQueryKey(${['options?.request?.client', `'${verb.operationName}'`, ...key].join(', ')}, 'pages'), ids: [${ids.join(', ')}], call: (place, request) => ${verb.operationName}(${[...call, 'request'].join(', ')}) }, options)`,
    '',
  ].join('\n')
}

function writeMutation(verb: GeneratorVerbOptions, { operationName, data }: HookParts): string {
  const { type, names } = mutationVariables(verb)
  const received =
    names.length === 0
      ? '_variables'
      : `{ ${names.map(({ from, as }) => (from === as ? as : `${from}: ${as}`)).join(', ')} }`
  return [
    `export const ${operationName}MutationOptions = <Context = unknown>(options?: MutationSettings<${data}, ${type}, Context>): UseMutationOptions<${data}, AuspexError, ${type}, Context> =>`,
    `  toMutationOptions('${operationName}', (${received}, request) => ${operationName}(${[...names.map(({ as }) => as), 'request'].join(', ')}), options)`,
    '',
  ].join('\n')
}

/** The variables of a mutation: ids by name, the body as `data`, the query as `params`. */
export function mutationVariables({ props }: GeneratorVerbOptions): {
  type: string
  names: { from: string; as: string }[]
} {
  const names = props.map(({ name, type }) => ({ from: type === 'body' ? 'data' : name, as: name }))
  const fields = props.map(({ implementation, type }) =>
    type === 'body' ? implementation.replace(/^\w+/, 'data') : implementation,
  )
  return { type: fields.length === 0 ? 'void' : `{ ${fields.join('; ')} }`, names }
}

function pathNames({ props }: GeneratorVerbOptions): string[] {
  return props.filter(({ type }) => type === 'param').map(({ name }) => name)
}

/** Whether the response has `items` and `page`, and the request selects the page. */
export function isPaged(
  { parameters = [], requestBody, responses }: ContractOperation,
  document: ContractDocument,
): boolean {
  const answer = dereference(document, jsonSchemaOf(responses['200']?.content))
  const { items, page } = answer.properties ?? {}
  const body = dereference(document, jsonSchemaOf(requestBody?.content))
  const requestFields = [
    ...parameters.map((parameter) => resolve(document, parameter).name),
    ...Object.keys(body.properties ?? {}),
  ]
  return items !== undefined && page !== undefined && requestFields.some((each) => each === 'page' || each === 'cursor')
}

function jsonSchemaOf(content: Record<string, unknown> = {}): Schema {
  // a media object has a schema
  return (content['application/json'] as { schema?: Schema } | undefined)?.schema ?? {}
}
