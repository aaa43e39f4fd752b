import type { ContractDocument, Schema } from '@auspex/contract'
import { resolveSchema } from '../generate/schema.ts'
import { stepsOf } from './pointer.ts'

/** The schema of what stands at a pointer into a value of a schema; it allows everything where the schema says nothing. */
export function schemaAt(document: ContractDocument, schema: Schema, pointer: string): Schema {
  let found = schema
  for (const step of stepsOf(pointer)) found = resolveSchema(document, found).properties?.[step] ?? {}
  return found
}
