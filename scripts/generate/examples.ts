import type { ContractOperation } from './contract-operation.ts'
import { type ContractDocument, dereference, type ParameterObject, resolve, type Schema } from '@auspex/contract'
import { globSync, readFileSync, writeFileSync } from 'node:fs'

type Json = Record<string, unknown>

const unknownUuid = '0b5e2c1a-7d34-4f6e-9a81-3c2d1e0f4b5a'

/** The example of a body, from the first media type that has one, or undefined. */
function exampleBody(content: Json = {}, document: ContractDocument): unknown {
  const media = (content['application/json'] ?? Object.values(content)[0] ?? {}) as {
    example?: unknown
    examples?: Json
  }
  const [first] = Object.values(media.examples ?? {})
  const named = first === undefined ? undefined : resolve<{ value?: unknown }>(document, first as { value?: unknown })
  return media.example ?? named?.value
}

/** Names of the fields that hold a file. */
function fileFields(content: Json = {}, document: ContractDocument): string[] {
  if ('application/json' in content) return []
  const form = content['multipart/form-data'] as { schema?: Schema; encoding?: Json } | undefined
  const properties = dereference(document, form?.schema ?? {}).properties ?? {}
  return Object.keys(form?.encoding ?? {}).filter(
    (name) => dereference(document, properties[name] ?? {}).type !== 'array',
  )
}

/** A value that the contract allows for a parameter; an id is one that the contract's examples contain. */
function exampleValue(
  parameter: ParameterObject,
  operation: ContractOperation,
  document: ContractDocument,
): string | number | boolean {
  const { example } = parameter as { example?: unknown }
  if (typeof example === 'string') return example
  const schema = dereference(document, parameter.schema) as Schema & { enum?: (string | number)[]; minimum?: number }
  const [choice] = schema.enum ?? []
  if (choice !== undefined) return choice
  const { type, pattern = '', minimum } = schema
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (parameter.name === 'token') return 'sh-2b7e151628aed2a6abf7'
  if (schema.format === 'uuid')
    return findText('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', operation, document) ?? unknownUuid
  if (pattern.startsWith('^NCT')) return findText('NCT[0-9]{8}', operation, document) ?? 'NCT01234567'
  const prefix = /\b([a-z]{2,4}_)\[/.exec(pattern)?.[1]
  if (prefix !== undefined) return idWith(prefix, operation, document)
  return pattern === '' ? 'oat milk' : 'plants'
}

/** An id from the operation's own response example, otherwise from any example. */
function idWith(prefix: string, operation: ContractOperation, document: ContractDocument): string {
  return findText(`${prefix}[a-z0-9]{4,20}`, operation, document) ?? `${prefix}a1b2c3`
}

function findText(pattern: string, operation: ContractOperation, document: ContractDocument): string | undefined {
  const find = (value: unknown): string | undefined =>
    new RegExp(`"${pattern}"`).exec(JSON.stringify(value) ?? '')?.[0].slice(1, -1)
  const answer = Object.values(operation.responses)[0]
  const ownExample = exampleBody(resolve<{ content?: Json }>(document, answer as { content?: Json }).content, document)
  return find(ownExample) ?? find((document as { components?: unknown }).components)
}

const client = 'packages/sdk/src/generated/client'
const target = 'packages/sdk/src/generated/examples.ts'
const declaration = / \*\/\n(\s*export const (\w+) = \([^=]*\): (Call|AuspexStream)<(.*)> =>\n)/g
const maxLineLength = 96

/** Adds an `@example` to the description of every function, and writes all of them into one file that the compiler and a test read. */
export function writeExamples(): void {
  const document = JSON.parse(readFileSync('openapi/openapi.gen.json', 'utf8')) as ContractDocument
  const calls = new Map(
    Object.entries(document.paths as unknown as Record<string, Record<string, ContractOperation>>).flatMap(
      ([path, item]) =>
        Object.values(item).map(
          (operation) => [operation.operationId ?? '', writeCall(path, operation, document)] as const,
        ),
    ),
  )
  const streams = new Set<string>()
  for (const file of globSync(`${client}/*/*.ts`)) {
    const text = readFileSync(file, 'utf8').replace(
      declaration,
      // oxlint-disable-next-line max-params -- a whole match and its four groups, as `replace` gives them
      (_whole, rest: string, name: string, kind: string, type: string) => {
        const call = calls.get(name)
        if (call === undefined) throw new Error(`${name} is in no contract`)
        if (kind === 'AuspexStream') streams.add(name)
        const lines =
          kind === 'AuspexStream'
            ? [`for await (const event of ${call}) console.log(event.type)`]
            : [`const ${nameOf(type)} = await ${call}`]
        const comment = ['@example', '```ts', ...lines.join('\n').split('\n'), '```'].map((line) => ` * ${line}\n`)
        return `${comment.join('')} */\n${rest}`
      },
    )
    writeFileSync(file, text)
  }
  const names = [...calls.keys()]
  writeFileSync(
    target,
    [
      '// Generated by scripts/generate/examples.ts. Do not edit.',
      `import { ${names.join(', ')} } from './client/index.ts'`,
      "import type { AuspexClient } from '../runtime/client.ts'",
      "import type { Auspex } from '../runtime/facade/create-auspex.ts'", // of the methods, which facade.ts appends
      '',
      '/** The example of every function as a call. */',
      'export const examples = {',
      ...names.map((name) => `  ${name}: (client: AuspexClient) => ${calls.get(name)},`),
      '}',
      '',
    ].join('\n'),
  )
}

function writeCall(path: string, operation: ContractOperation, document: ContractDocument): string {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    if (!parameter) throw new Error(`${path} does not describe ${name}`)
    return toLiteral(exampleValue(parameter, operation, document))
  })
  const query = parameters.filter((each) => each.in === 'query')
  const shownParameters = query.filter((each) => each.required === true || each.name === 'perPage')
  const values = Object.fromEntries(
    shownParameters.map((each) => [each.name, each.required === true ? exampleValue(each, operation, document) : 50]),
  )
  const { content } = operation.requestBody ?? {}
  const body = content && { ...(exampleBody(content, document) as object) }
  const files = fileFields(content, document).filter((name) => body && name in body)
  const hasText = content !== undefined && typeof exampleBody(content, document) === 'string'
  const args = [
    ...inPath,
    ...(content ? [hasText ? toLiteral(exampleBody(content, document)) : toLiteral(body, files)] : []),
    ...(query.length > 0 ? [toLiteral(values)] : []),
    '{ client }',
  ]
  return `${operation.operationId}(${args.join(', ')})`
}

/** A value written as a TypeScript literal, the way a person would format it. */
function toLiteral(value: unknown, files: readonly string[] = [], indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((each) => toLiteral(each, [], inner))
    : Object.entries(value).map(([name, each]) => {
        const literal = files.includes(name)
          ? `new File(['…'], 'cover.png', { type: 'image/png' })`
          : toLiteral(each, [], inner)
        return `${/^\w+$/.test(name) ? name : toLiteral(name)}: ${literal}`
      })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const space = Array.isArray(value) ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length + indent.length <= maxLineLength && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

/** A variable name for a response type: portfolio for a Portfolio. */
function nameOf(type: string): string {
  const name = type.charAt(0).toLowerCase() + type.slice(1)
  return /^[A-Z]\w+$/.test(type) && !['Blob', 'Export', 'Import', 'Document', 'Package'].includes(type)
    ? name
    : 'answer'
}
