import {
  type ClientBuilder,
  type GeneratorImport,
  type GeneratorVerbOptions,
  generateVerbImports,
  toObjectString,
} from '@orval/core'
import { type ContractDocument, dereference, resolve, type Schema, typesOf } from '@auspex/contract'
import { usualProductMessage } from '../../packages/sdk/src/runtime/product-message.ts'
import { type ContractOperation, isDownload } from './contract-operation.ts'

const runtime = '../../runtime'

/**
 * Writes one function of the client. orval's own repeats how to encode a query, a form and headers in every function; these
 * only say what the contract says of the call, so that an app pays little for each.
 */
export const writeCallFunction: ClientBuilder = (verb, { context, pathRoute }) => {
  const document = context.spec as ContractDocument
  // orval keeps the extensions of the contract but has no names for them
  const operation = verb.originalOperation as ContractOperation
  const streams = verb.mutator?.name === 'stream'
  const [optionsType, resultType] = streams ? ['StreamOptions', 'AuspexStream'] : ['RequestOptions', 'Call']
  const body = writeBody(verb, operation, document)
  const path = verb.route.replace(/\$\{(\w+)\}/g, '${encodeURIComponent($1)}')
  const isWrite = verb.verb !== 'get' && !operation['x-safe']
  const settings = [
    // What most operations have is what the runtime takes for granted.
    ...(operation['x-product-message'] && operation['x-product-message'] !== usualProductMessage
      ? [`productMessage: ${quote(operation['x-product-message'])}`]
      : []),
    ...(operation['x-timeout-ms'] ? [`attemptTimeoutMs: ${operation['x-timeout-ms']}`] : []),
    ...(operation['x-retry-on-timeout'] ? ['retryTimeouts: true'] : []),
    ...(isWrite && !operation['x-idempotency-key'] ? ['takesKey: false'] : []),
    ...(operation['x-safe'] ? ['isSafe: true'] : []),
    ...(operation.servers ? [`service: 'assistant'`] : []),
    ...(pathRoute.endsWith('/') ? ['endsWithSlash: true'] : []),
    ...(isDownload(operation) ? ['isDownload: true'] : []),
    ...(hasFreeText(operation, document) ? [`logPath: ${quote(pathRoute)}`] : []),
    ...(verb.verb === 'get' ? [] : [`method: ${quote(verb.verb.toUpperCase())}`]),
    ...(body ? [body.option] : []),
  ]
  const query = `\${toQuery(${['params', ...nullableNames(operation, document)].join(', ')})}`
  const url = `\`${path}${verb.queryParams ? query : ''}\``
  const name = streams ? 'stream' : 'request'
  return {
    implementation: [
      '',
      `export const ${verb.operationName} = (${toObjectString(verb.props, 'implementation')} options?: ${optionsType}): ${resultType}<${isDownload(operation) ? 'Blob' : verb.response.definition.success}> =>`,
      `  ${name}(${[url, 'options', quote(verb.operationId), ...(settings.length > 0 ? [`{ ${settings.join(', ')} }`] : [])].join(', ')})`,
      '',
    ].join('\n'),
    imports: [
      ...generateVerbImports(verb),
      ...(verb.queryParams ? [valueOf('toQuery', `${runtime}/body`)] : []),
      ...(body?.encoders ?? []).map((encoder) => valueOf(encoder, `${runtime}/body`)),
      typeOf(optionsType, streams ? `${runtime}/streaming/stream` : `${runtime}/request-options`),
      typeOf(resultType, streams ? `${runtime}/streaming/stream` : `${runtime}/request`),
    ],
  }
}

/** Whether values of the path are what people typed, or secrets, rather than ids and names of the contract. */
function hasFreeText({ parameters = [] }: ContractOperation, document: ContractDocument): boolean {
  return parameters
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'path')
    .some(({ name, schema }) => {
      const { pattern = '', enum: names } = dereference(document, schema)
      return name === 'token' || (names === undefined && !/^\^[a-z]+_/.test(pattern))
    })
}

/** The second argument of `toQuery`: the parameters of the query that say null rather than nothing. */
function nullableNames({ parameters = [] }: ContractOperation, document: ContractDocument): string[] {
  const names = parameters
    .map((parameter) => resolve(document, parameter))
    .filter(({ in: part, schema }) => part === 'query' && typesOf(dereference(document, schema)).includes('null'))
    .map(({ name }) => quote(name))
  return names.length === 0 ? [] : [`[${names.join(', ')}]`]
}

interface WrittenBody {
  option: string
  /** Functions of the runtime that the option calls; none for JSON as it is. */
  encoders: string[]
}

function writeBody(
  { body }: GeneratorVerbOptions,
  { requestBody, 'x-lower-case': lowerCase = [] }: ContractOperation,
  document: ContractDocument,
): WrittenBody | null {
  const { content = {} } = requestBody ?? {}
  const types = Object.keys(content)
  if (types.length === 0) return null
  const isLowered = lowerCase.length > 0
  const value = isLowered ? `lowerCase(${body.implementation}, ${JSON.stringify(lowerCase)})` : body.implementation
  const before = isLowered ? ['lowerCase'] : []
  const parts = content['multipart/form-data']
  if (parts) {
    const json = jsonFieldsOf(parts.schema, document)
    const values = json.length > 0 ? `${value}, ${JSON.stringify(json)}` : value
    return types.includes('application/json')
      ? { option: `...toBody(${values})`, encoders: [...before, 'toBody'] }
      : { option: `body: toMultipart(${values})`, encoders: [...before, 'toMultipart'] }
  }
  if ('application/x-www-form-urlencoded' in content)
    return { option: `body: toForm(${value})`, encoders: [...before, 'toForm'] }
  return { option: `${'application/json' in content ? 'json' : 'body'}: ${value}`, encoders: before }
}

/** Fields of a form that travel as JSON: objects, and lists of them (OpenAPI 3.1, encoding object). */
function jsonFieldsOf(schema: Schema = {}, document: ContractDocument): string[] {
  return Object.entries(dereference(document, schema).properties ?? {}).flatMap(([name, property]) => {
    const { type, items } = dereference(document, property)
    const isJson = type === 'object' || (type === 'array' && dereference(document, items ?? {}).type === 'object')
    return isJson ? [name] : []
  })
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}

function valueOf(name: string, importPath: string): GeneratorImport {
  return { name, values: true, importPath }
}

function typeOf(name: string, importPath: string): GeneratorImport {
  return { name, importPath }
}
