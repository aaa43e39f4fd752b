import type { ContractDocument } from '../document.ts'
import { dereference, type Schema } from '../schema.ts'

/** A place of a JSON body: the text before and after a value puts it there. */
export interface Place {
  pointer: string
  schema: Schema
  before: string
  after: string
}

/** Every place of a body, each schema once. Fields that select an alternative are included, so that it is read. */
export function listPlaces(document: ContractDocument, root: Schema): Place[] {
  const places: Place[] = []
  const seen = new Set<string>()
  const walk = (place: Place): void => {
    const schema = dereference(document, place.schema)
    const identity = JSON.stringify(schema)
    if (seen.has(identity)) return
    seen.add(identity)
    places.push({ ...place, schema })
    for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) walk({ ...place, schema: branch })
    const { items, properties = {}, additionalProperties } = schema
    if (items !== undefined) walk(within(place, { step: '0', schema: items, open: '[', close: ']' }))
    for (const [name, property] of Object.entries(properties)) {
      const open = `{${choosing(document, properties, name)}${JSON.stringify(name)}:`
      walk(within(place, { step: name, schema: property, open, close: '}' }))
    }
    if (typeof additionalProperties === 'object')
      walk(within(place, { step: '*', schema: additionalProperties, open: '{"any":', close: '}' }))
  }
  walk({ pointer: '', schema: root, before: '', after: '' })
  return places
}

function within(
  { pointer, before, after }: Place,
  { step, schema, open, close }: { step: string; schema: Schema; open: string; close: string },
): Place {
  return { pointer: `${pointer}/${step}`, schema, before: `${before}${open}`, after: `${close}${after}` }
}

function choosing(document: ContractDocument, properties: Record<string, Schema>, except: string): string {
  return Object.entries(properties)
    .flatMap(([name, property]) => {
      const { const: only } = dereference(document, property)
      return only === undefined || name === except ? [] : [`${JSON.stringify(name)}:${JSON.stringify(only)},`]
    })
    .join('')
}
