import {
  type ContractOperation,
  jsonType,
  type MediaObject,
  type OperationObject,
  resolve,
  type ResponseObject,
  type Validate,
} from '@auspex/contract'
import type { ContractDocument } from '@auspex/contract'
import type { Draw, Generator } from '../generate/generator.ts'
import type { Schema } from '@auspex/contract'

/** The success of an operation. */
export interface Success {
  status: number
  /** Null for a reply without a body. */
  mediaType: string | null
  schema: Schema
  /** Examples by name, in the order of the contract. */
  examples: ReadonlyMap<string, unknown>
  /** The serialized body of an example. */
  textOf: (name: string) => string
  /** Generates a body; for media types other than JSON it is a string. */
  draw: Draw
  /** Validates a body; null for media types other than JSON. */
  check: Validate | null
  headers: Readonly<Record<string, string>>
}

interface Parts {
  document: ContractDocument
  generator: Generator
  operation: ContractOperation
  source: OperationObject
}

/** Reads the first success of an operation. */
export function readSuccess({ document, generator, operation, source }: Parts, accept: string | undefined): Success {
  const [status = '200', reference = {}] = Object.entries(source.responses).find(([code]) => code.startsWith('2')) ?? []
  const response = resolve<ResponseObject>(document, reference)
  const content = response.content ?? {}
  const mediaType = chooseType(Object.keys(content), accept)
  const media: MediaObject | undefined = mediaType === null ? undefined : content[mediaType]
  const schema = (media?.schema ?? {}) as Schema // a schema, enforced by the linter
  const examples = new Map(examplesOf(document, media))
  const texts = new Map<string, string>()
  return {
    status: Number(status),
    mediaType,
    schema,
    examples,
    textOf: (name) => {
      let text = texts.get(name)
      if (text === undefined) {
        const value = examples.get(name)
        text = isJson(mediaType) || typeof value !== 'string' ? JSON.stringify(value) : value
        texts.set(name, text)
      }
      return text
    },
    draw: generator.compile(schema),
    check: operation.responses.get(Number(status))?.get(mediaType ?? '') ?? null,
    headers: headersOf(response, mediaType),
  }
}

export function isJson(mediaType: string | null): boolean {
  return mediaType !== null && mediaType.includes('json') && !mediaType.includes('ndjson')
}

/** The accepted type when there are several; else JSON, else the first. */
function chooseType(types: readonly string[], accept: string | undefined): string | null {
  const [first] = types
  if (first === undefined) return null
  const accepted = (accept ?? '').split(',').map((each) => each.split(';', 1)[0]?.trim())
  return types.find((type) => accepted.includes(type)) ?? (types.includes(jsonType) ? jsonType : first)
}

/** Example values of a media type by name; an unnamed one is called `default`. */
export function examplesOf(document: ContractDocument, media: MediaObject | undefined): [string, unknown][] {
  if (media === undefined) return []
  const named = Object.entries(media.examples ?? {}).map(([name, example]): [string, unknown] => [
    name,
    resolve<{ value?: unknown }>(document, example).value,
  ])
  return media.example === undefined ? named : [['default', media.example], ...named]
}

/** Headers that the contract documents for the reply, with an example. */
function headersOf(response: ResponseObject, mediaType: string | null): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const { example, schema } = header as { example?: unknown; schema?: { default?: unknown; const?: unknown } } // enforced by the linter
    const value = example ?? schema?.const ?? schema?.default
    if (typeof value === 'string' || typeof value === 'number') headers[name.toLowerCase()] = String(value)
    else if (name.toLowerCase() === 'content-disposition')
      headers['content-disposition'] = `attachment; filename="file.${mediaType?.split(/[/+]/).at(-1) ?? 'bin'}"`
  }
  return headers
}
