import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The parts of an OpenAPI 3.1 document that the server reads. */
export interface ContractDocument {
  paths: Record<string, PathItem>
  components: { schemas: Record<string, unknown>; [kind: string]: unknown }
  security?: object[]
}

export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const
export type Method = (typeof methods)[number]

type PathItem = { [M in Method]?: OperationObject } & { parameters?: (ParameterObject | Reference)[] }

export interface Reference {
  $ref: string
}

export interface OperationObject {
  operationId: string
  security?: object[]
  'x-permission'?: { role: string }
  parameters?: (ParameterObject | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, MediaObject> }
  responses: Record<string, ResponseObject | Reference>
}

export interface ParameterObject {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: { type?: string | string[]; default?: unknown }
}

export interface MediaObject {
  schema: unknown
  example?: unknown
  examples?: Record<string, { value?: unknown } | Reference>
}

interface ResponseObject {
  content?: Record<string, MediaObject>
}

/** Where the bundled contract lies: the one file that every tool reads. */
const contractFile = new URL('../../../../../openapi/openapi.gen.yaml', import.meta.url)

/** Reads the bundled contract. Its shape is proven by the linter that makes the bundle. */
export function readContractDocument(file: URL = contractFile): ContractDocument {
  return parse(readFileSync(file, 'utf8')) as ContractDocument // linted when it was bundled
}

/** Follows a reference inside the document. */
export function resolve<T extends object>(document: ContractDocument, object: T | Reference): T {
  if (!('$ref' in object)) return object
  const steps = object.$ref
    .slice('#/'.length)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  let value: unknown = document
  for (const step of steps) value = (value as Record<string, unknown>)[step] // every level of a document is an object
  if (value === undefined) throw new Error(`The contract has no ${object.$ref}`)
  return value as T // what the reference's place calls for, by the linter
}
