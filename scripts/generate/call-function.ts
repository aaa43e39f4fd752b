import {
  type ClientBuilder,
  type GeneratorImport,
  type GeneratorVerbOptions,
  generateVerbImports,
  toObjectString,
} from '@orval/core'
import { type ContractDocument, dereference, resolve, type Schema, typesOf } from '@auspex/contract'
import { usualProductMessage } from '../../packages/sdk/src/runtime/prepare-call.ts'
import { type ContractOperation, isDownload } from './contract-operation.ts'

const runtime = '../../runtime'

/**
 * Writes one function of the client. orval's own output repeats the encoding of queries, forms and headers in every function; these functions
 * only state what the contract says about the call, so each adds little to an app's bundle.
 */
export const writeCallFunction: ClientBuilder = (verb, { context, pathRoute }) => {
  const document = context.spec as ContractDocument
  // orval keeps the contract's extensions but does not type them
  const operation = verb.originalOperation as ContractOperation
  const streams = verb.mutator?.name === 'stream'
  const [optionsType, resultType] = streams ? ['StreamOptions', 'AuspexStream'] : ['RequestOptions', 'Call']
  const body = writeBody(verb, operation, document)
  const path = verb.route.replace(/\$\{(\w+)\}/g, '${toStep($1)}')
  // `id: SignalId` is what it is: `signalId`
  const [, idType = 'Id'] = /^id: (\w+Id),?$/m.exec(toObjectString(verb.props, 'implementation')) ?? []
  const idName = `${idType.charAt(0).toLowerCase()}${idType.slice(1)}`
  const query = `\${toQuery(${['params', ...nullableNames(operation, document)].join(', ')})}`
  const url = `\`${path.replace('toStep(id)', `toStep(${idName})`)}${verb.queryParams ? query : ''}\``
  const ids = [
    ...[...url.matchAll(/toStep\((\w+)\)/g)].map(([, name = '']) => name),
    ...listBodyIds(operation, document).map((name) => `${name}: ${verb.body.implementation}?.${name}`),
  ]
  const settings = [
    ...listSettings({ operation, verb, pathRoute, document }),
    ...(body ? [body.option] : []),
    ...(ids.length > 0 ? [`ids: { ${ids.join(', ')} }`] : []),
  ]
  const parameters = toObjectString(verb.props, 'implementation').replace(/^id:/m, `${idName}:`)
  const name = streams ? 'stream' : 'request'
  return {
    implementation: [
      '',
      `export const ${verb.operationName} = (${parameters} options?: ${optionsType}): ${resultType}<${isDownload(operation) ? 'Blob' : verb.response.definition.success}> =>`,
      `  ${name}(${[url, 'options', quote(verb.operationId), ...(settings.length > 0 ? [`{ ${settings.join(', ')} }`] : [])].join(', ')})`,
      '',
    ].join('\n'),
    imports: [
      ...generateVerbImports(verb),
      ...(path.includes('toStep(') ? [valueOf('toStep', `${runtime}/body`)] : []),
      ...(verb.queryParams ? [valueOf('toQuery', `${runtime}/body`)] : []),
      ...(body?.encoders ?? []).map((encoder) => valueOf(encoder, `${runtime}/body`)),
      typeOf(optionsType, streams ? `${runtime}/streaming/stream` : `${runtime}/request-options`),
      typeOf(resultType, streams ? `${runtime}/streaming/stream` : `${runtime}/request`),
    ],
  }
}

interface CallDescription {
  operation: ContractOperation
  verb: GeneratorVerbOptions
  pathRoute: string
  document: ContractDocument
}

/** What the contract says of a call beside its address and its body. Values that most operations share are defaults of the runtime. */
function listSettings({ operation, verb, pathRoute, document }: CallDescription): string[] {
  const message = operation['x-product-message']
  const isWrite = verb.verb !== 'get' && !operation['x-safe']
  const settings: readonly [setting: string, isNeeded: unknown][] = [
    [`productMessage: ${quote(message ?? '')}`, message && message !== usualProductMessage(verb.operationId)],
    [`attemptTimeoutMs: ${operation['x-timeout-ms']}`, operation['x-timeout-ms']],
    ['retryTimeouts: true', operation['x-retry-on-timeout']],
    ['takesKey: false', isWrite && !operation['x-idempotency-key']],
    ['isSafe: true', operation['x-safe']],
    [`service: 'assistant'`, operation.servers],
    ['endsWithSlash: true', pathRoute.endsWith('/')],
    ['isDownload: true', isDownload(operation)],
    [`logPath: ${quote(pathRoute)}`, hasFreeText(operation, document)],
    [`method: ${quote(verb.verb.toUpperCase())}`, verb.verb !== 'get'],
  ]
  return settings.flatMap(([setting, isNeeded]) => (isNeeded ? [setting] : []))
}

/** Whether path values are secrets or text that people typed, rather than ids and names from the contract. */
function hasFreeText({ parameters = [] }: ContractOperation, document: ContractDocument): boolean {
  return parameters
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'path')
    .some(({ name, schema }) => {
      const { pattern = '', enum: names } = dereference(document, schema)
      return name === 'token' || (names === undefined && !/^\^[a-z]+_/.test(pattern))
    })
}

/** The ids that every form of a body requires. */
function listBodyIds({ requestBody }: ContractOperation, document: ContractDocument): string[] {
  const [first = [], ...others] = Object.values(requestBody?.content ?? {}).map(
    ({ schema = {} }) => dereference(document, schema).required ?? [],
  )
  return first.filter((name) => /^id$|(Id|_id)$/.test(name) && others.every((names) => names.includes(name)))
}

/** The second argument of `toQuery`: query parameters that accept null as a value, not only absence. */
function nullableNames({ parameters = [] }: ContractOperation, document: ContractDocument): string[] {
  const names = parameters
    .map((parameter) => resolve(document, parameter))
    .filter(({ in: part, schema }) => part === 'query' && typesOf(dereference(document, schema)).includes('null'))
    .map(({ name }) => quote(name))
  return names.length === 0 ? [] : [`[${names.join(', ')}]`]
}

interface WrittenBody {
  option: string
  /** Runtime functions that the `encoders` option calls; none for plain JSON. */
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
  const preEncoders = isLowered ? ['lowerCase'] : []
  const parts = content['multipart/form-data']
  if (parts) {
    const json = jsonFieldsOf(parts.schema, document)
    const values = json.length > 0 ? `${value}, ${JSON.stringify(json)}` : value
    return types.includes('application/json')
      ? { option: `...toBody(${values})`, encoders: [...preEncoders, 'toBody'] }
      : { option: `body: toMultipart(${values})`, encoders: [...preEncoders, 'toMultipart'] }
  }
  if ('application/x-www-form-urlencoded' in content)
    return { option: `body: toForm(${value})`, encoders: [...preEncoders, 'toForm'] }
  return { option: `${'application/json' in content ? 'json' : 'body'}: ${value}`, encoders: preEncoders }
}

/** Form fields that are sent as JSON: objects, and lists of objects (OpenAPI 3.1, encoding object). */
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
