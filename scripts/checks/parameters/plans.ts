import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { toForm } from '../../../apps/api/src/testing/form.ts'
import type { PersonName } from '../../../apps/api/src/testing/people.ts'
import type { Answer, Reply, World } from './world.ts'

/** A request's parameters, by place. A body is JSON, or an HTML form if `isUrlEncoded` is set; `form` is a form with files. */
export interface Call {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  form?: Record<string, unknown>
  isUrlEncoded?: boolean
}

/** A request that prepares a call, or reads afterwards what is stored. */
interface Step {
  /** What its answer is called. */
  name?: string
  as?: PersonName
  get?: string
  post?: string
  put?: string
  body?: object
  form?: Record<string, unknown>
  /** The list for whose items it is sent. */
  forEach?: string
}

interface Reading {
  get?: string
  as?: PersonName
  /** The part that counts; the whole if omitted. */
  field?: string
  /** Whether it is the item of the list that has the answer's id. */
  isItem?: boolean
}

export interface Variant {
  make?: Step[]
  call: Call
}

export interface Plan extends Variant {
  as?: PersonName
  once?: Step[]
  other?: Record<string, Variant>
  values: Record<string, unknown[]>
  stored?: Reading | Reading[]
}

interface PlanFile {
  setup: Step[]
  plans: Record<string, Plan>
  reasons: Record<string, string>
}

// our own file, whose head explains it
export const { setup, plans, reasons } = parse(readFileSync(join(import.meta.dirname, 'plans.yaml'), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
}) as PlanFile

/** Omits the parameter. */
export const absent = '(absent)'

const files: Record<string, Uint8Array> = {
  '(picture)': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  '(no picture)': new Uint8Array([1, 2, 3]),
}

/** Answers by name. */
export type Scope = Record<string, Answer>

let number = 0

function lookUp(path: string, scope: Scope): unknown {
  if (path === 'unique') return (number += 1)
  return path.split('.').reduce<Answer>((part, step) => part?.[step], scope)
}

/** Replaces the names in braces; a text that is nothing but one becomes what it names. */
export function fill(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') {
    const [, reference] = /^\{([\w.]+)\}$/.exec(value) ?? []
    if (reference !== undefined) return lookUp(reference, scope)
    return value.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => String(lookUp(path, scope)))
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, scope))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part, scope)]))
}

function fillAs<T>(value: T, scope: Scope): T {
  return fill(value, scope) as T // it keeps its shape
}

/** Runs steps one after the other, and adds their answers to the scope. */
export async function runSteps(world: World, steps: readonly Step[], scope: Scope, as: PersonName): Promise<void> {
  for (const step of steps) {
    const items = step.forEach === undefined ? [null] : (await world.get(step.forEach, step.as ?? as)).items
    for (const each of items) {
      const { name, get, post, put, body, form, as: caller = as } = fillAs(step, { ...scope, each })
      const path = get ?? post ?? put ?? ''
      const method = get !== undefined ? 'GET' : put !== undefined ? 'PUT' : 'POST'
      const call = {
        ...(form !== undefined && { form }),
        ...(get === undefined && form === undefined && { body: { ...body } }),
      }
      const { status, answer } = await sendCall(world, { method, path }, caller, call)
      if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer).slice(0, 600)}`)
      if (name !== undefined) scope[name] = answer
    }
  }
}

/** A value that a parameter is changed to; one that needs something new has a step of its own. */
export async function readValue(world: World, value: unknown, scope: Scope, as: PersonName): Promise<unknown> {
  if (typeof value !== 'object' || value === null || !('step' in value)) return fill(value, scope)
  const { step, is } = value as { step: Step; is: string } // the form that the head of plans.yaml explains
  const inner = { ...scope }
  await runSteps(world, [{ ...step, name: 'step' }], inner, as)
  return fill(is, inner)
}

/** What is stored after a call, as other requests read it; null if the plan reads nothing. */
export async function readStored(world: World, { stored, as = 'mira' }: Plan, scope: Scope): Promise<unknown> {
  const readings = stored === undefined ? [] : [stored].flat()
  const parts: unknown[] = []
  for (const { get, as: reader = as, field, isItem = false } of readings) {
    const body = get === undefined ? scope['answer'] : await world.get(String(fill(get, scope)), reader)
    const part = isItem ? body.items.find(({ id }: { id: string }) => id === scope['answer'].id) : body
    parts.push(field === undefined ? part : lookUp(field, part))
  }
  return parts.length === 0 ? null : parts
}

/** Sends a request in the format that its operation expects. */
export async function sendCall(
  world: World,
  { method, path }: { method: string; path: string },
  as: PersonName,
  { path: places = {}, query = {}, body, form, isUrlEncoded = false }: Call,
): Promise<Reply> {
  const target = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(places[name] ?? ''))
  const url = Object.keys(query).length === 0 ? target : `${target}?${toSearch(query)}`
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]) => [name, files[String(value)] ?? String(value)] as const)
    const { body: bytes, headers } = await toForm(Object.fromEntries(fields))
    return world.send(as, { method, path: url, body: new Uint8Array(bytes), type: headers['content-type'] })
  }
  if (!isUrlEncoded) return world.send(as, { method, path: url, ...(body && { body }) })
  const bytes = new TextEncoder().encode(toSearch(body ?? {}))
  return world.send(as, { method, path: url, body: bytes, type: 'application/x-www-form-urlencoded' })
}

function toSearch(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)]))
  return new URLSearchParams(pairs).toString()
}
