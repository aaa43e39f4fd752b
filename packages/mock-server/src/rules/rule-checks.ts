import { formatDay } from '@auspex/analytics'
import { parseQuery } from '@auspex/analytics/parse-query'
import {
  findBoundConflicts,
  findTermConflicts,
  type QuestionConflict,
  readTerms,
  type TypedQuestion,
} from '@auspex/analytics/question-conflicts'
import type { CheckedInput, InvalidField, RefusalRule } from '@auspex/contract'
import type { Caller } from '../identity/caller.ts'
import type { ServedOperation } from '../replies/served-contract.ts'
import { exampleItems, exampleValues } from '../state/collections.ts'
import { valueAt, valuesAt, type Fields, isFields, isFile, splitPlace, valueAtPlace } from '../state/fields.ts'
import { readCursor } from '../state/read-items.ts'
import { ownItemId, type ResourceContext, tenancyOf } from '../state/task.ts'
import { collectedSince } from '../world/documents.ts'
import { isKnownThing } from './known-things.ts'

/** The values at a path of a request, in which `*` stands for each entry of a list; absent and null values are left out. */
function valuesAtPlace(place: string, input: CheckedInput): unknown[] {
  const values = place.startsWith('body.')
    ? valuesAt(input.body, place.slice('body.'.length))
    : [valueAtPlace(place, input)].flat()
  return values.filter((value) => value !== undefined && value !== null)
}

/** The same values as strings. */
export function textsAtPlace(place: string, input: CheckedInput): string[] {
  return valuesAtPlace(place, input).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [],
  )
}

/** The strings at these paths that are invalid queries, with the server's errors. */
function unreadableTexts(places: readonly string[], input: CheckedInput): RuleFault[] {
  return places.flatMap((place) =>
    textsAtPlace(place, input).flatMap((text) => {
      const parsed = parseQuery(text.normalize('NFC').replace(/\s+/gu, ' ').trim())
      if (parsed.ok) return []
      const { column, message: title, hint } = parsed
      const message = `Column ${column}: ${title} ${hint}`
      return [{ in: 'body', pointer: pointerOf(place), message, title, detail: `Column ${column}: ${hint}` }]
    }),
  )
}

/** Terms of the query at this path that contradict each other, or lack a counterpart. */
function wrongTerms(place: string, input: CheckedInput): InvalidField[] {
  const typedQuery = questionAt(place, input)
  return typedQuery === null ? [] : toFields(place, findTermConflicts(typedQuery))
}

/** Filters of the query at this path that contradict its terms or each other. Earlier rules refuse invalid queries. */
function wrongBounds(place: string, input: CheckedInput): InvalidField[] {
  const typedQuery = questionAt(place, input)
  if (typedQuery === null) return []
  const node = readTerms(typedQuery)
  return node === null ? [] : toFields(place, findBoundConflicts(node, typedQuery))
}

function questionAt(place: string, input: CheckedInput): TypedQuestion | null {
  const typedQuery = valueAtPlace(place, input)
  return isFields(typedQuery) ? typedQuery : null
}

function toFields(place: string, conflicts: readonly QuestionConflict[]): InvalidField[] {
  return conflicts.map(({ field, message }) => ({ in: 'body', pointer: `${pointerOf(place)}/${field}`, message }))
}

/** `body./query` becomes `/query`. Rules whose faults have a pointer are about bodies. */
function pointerOf(place: string): string {
  if (!place.startsWith('body.')) throw new Error(`${place} is not in the body`)
  return place.slice('body.'.length)
}

/** A request to check against the rules of its operation. */
export interface JudgedRequest {
  context: ResourceContext
  served: ServedOperation
  input: CheckedInput
  caller: Caller
}

export interface RuleCheck {
  /** The status of the failure. */
  status: number
  holds(rule: RefusalRule, request: JudgedRequest): boolean
  /** The invalid fields, if the rule can tell. */
  faults?(rule: RefusalRule, request: JudgedRequest): RuleFault[]
}

/** An invalid field, with the words of the refusal where they are not its message. */
type RuleFault = InvalidField & { title?: string; detail?: string }

const patterns = new Map<string, RegExp>()

export function matches(pattern: string, text: string): boolean {
  const regExp = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, regExp)
  return regExp.test(text)
}

function faultsOf(faults: NonNullable<RuleCheck['faults']>): RuleCheck {
  return { status: 422, holds: (rule, request) => faults(rule, request).length === 0, faults }
}

const dayPattern = /^\d{4}-\d\d-\d\d$/

/** The checks by the field of `RefusalRule` that they read, where its meaning stands. A rule without any of them always refuses. Absent values are valid. */
export const ruleChecks = {
  cursor: {
    status: 422,
    holds: ({ cursor = '' }, { served, input }) =>
      textsAtPlace(cursor, input).every(
        (text) => readCursor(served.operation.resource?.collection ?? '', text) !== null,
      ),
  },
  query: faultsOf(({ query = [] }, { input }) => unreadableTexts(query, input)),
  terms: faultsOf(({ terms = '' }, { input }) => wrongTerms(terms, input)),
  bounds: faultsOf(({ bounds = '' }, { input }) => wrongBounds(bounds, input)),
  order: {
    status: 422,
    holds: ({ order: [low, high] = ['', ''], isStrict = false }, { input }) => {
      const lasts = valuesOfOrder(high, input)
      return valuesOfOrder(low, input).every((first) =>
        lasts.every((last) => first < last || (first === last && !isStrict)),
      )
    },
    faults: ({ order: [, high] = ['', ''], isStrict = false }, { input }) => {
      const [part, name] = splitPlace(high)
      const [last = ''] = textsAtPlace(high, input)
      const message = describeWrongOrder(last, isStrict)
      if (message === null || (part !== 'query' && part !== 'body')) return []
      return [{ in: part, pointer: name.startsWith('/') ? name : `/${name}`, message }]
    },
  },
  past: faultsOf(({ past = '' }, { context, input }) =>
    textsAtPlace(past, input).flatMap((day): RuleFault[] => {
      const at = { in: 'query', pointer: `/${splitPlace(past)[1]}` } as const
      if (day > context.signals.today) return [{ ...at, message: 'This day has not come yet.' }]
      if (day >= collectedSince) return []
      const message = `This library has recorded since ${formatDay(collectedSince)} what it collects and when, so it cannot tell what was known before.`
      return [
        {
          ...at,
          message,
          detail: 'Choose that day or a later one, or limit the report to documents published until the day you mean.',
        },
      ]
    }),
  ),
  called: {
    status: 422,
    holds: ({ called: [id, name] = ['', ''] }, { context, input }) => {
      const {
        title,
        query_term: term,
        canonical,
      } = context.signals.queryOf(textsAtPlace(id, input)[0] ?? '')?.echo ?? {}
      const names = [title, term, canonical].map((each) => each?.toLowerCase())
      return textsAtPlace(name, input).every((text) => text.trim() === '' || names.includes(text.trim().toLowerCase()))
    },
  },
  pause: {
    status: 409,
    holds: ({ pause = 0 }, { context, served, caller }) => {
      const collection = context.collections.get(served.operation.resource?.collection ?? '')
      // rows are listed newest first
      const [newest] = collection === undefined ? [] : context.repositoryOf(collection, caller, 'user').list()
      const createdAt = Date.parse(String(newest?.['createdAt']))
      return Number.isNaN(createdAt) || context.clock.now() - createdAt >= 1000 * pause
    },
  },
  known: {
    status: 404,
    holds: (
      { known = '', in: collection = null, isAny = false, prefix = '', isPublic = false },
      { context, served, input, caller },
    ) => {
      const isShown = (id: string) => isPublic && exampleValues(context.contract.document, served, known).includes(id)
      const isSeen = (id: string) =>
        isKnownThing(context, { id: `${prefix}${id}`, collection, isPublic, caller, served }) || isShown(id)
      const ids = textsAtPlace(known, input)
      return isAny && ids.length > 0 ? ids.some(isSeen) : ids.every(isSeen)
    },
  },
  shown: {
    status: 404,
    holds: ({ shown = '' }, { context, served, input }) => {
      const examples = exampleValues(context.contract.document, served, shown)
      return textsAtPlace(shown, input).every((text) => examples.includes(text))
    },
  },
  revision: {
    status: 409,
    holds: ({ revision = '' }, request) => {
      const item = namedItem(request)
      const name = revision.slice(revision.lastIndexOf('/') + 1)
      return item === null || valuesAtPlace(revision, request.input).every((value) => Number(value) === item[name])
    },
  },
  same: {
    status: 409,
    holds: ({ same = {} }, request) => {
      const item = namedItem(request)
      return Object.entries(same).every(([pointer, place]) =>
        textsAtPlace(place, request.input).every((text) => item === null || valueAt(item, pointer) === text),
      )
    },
  },
  absent: {
    status: 409,
    holds: ({ absent = {} }, request) => {
      const item = namedItem(request)
      return Object.entries(absent).every(([pointer, place]) => {
        const entries = item === null ? undefined : valueAt(item, pointer)
        return textsAtPlace(place, request.input).every((text) => !isFields(entries) || !Object.hasOwn(entries, text))
      })
    },
  },
  module: {
    status: 404,
    holds: ({ module = '' }, { context, input }) => {
      const { operations } = context.contract.contract
      return textsAtPlace(module, input).every((text) =>
        operations.some(({ permission }) => permission?.module === text),
      )
    },
  },
  fits: {
    status: 422,
    holds: ({ fits = {} }, { input }) =>
      Object.entries(fits).every(([place, pattern]) =>
        textsAtPlace(place, input).every((text) => matches(pattern, text)),
      ),
  },
  address: {
    status: 422,
    holds: ({ address = '' }, { input }) => textsAtPlace(address, input).every(isAddress),
  },
  alike: {
    status: 422,
    holds: ({ alike = ['', ''] }, { input }) => {
      const [first, second] = alike.map((place) => textsAtPlace(place, input)[0]?.trim().toLowerCase())
      return first === undefined || second === undefined || first === second
    },
  },
  file: {
    status: 422,
    holds: ({ file = '' }, { input }) =>
      valuesAtPlace(file, input).every((value) => !isFile(value) || value.bytes.byteLength > 0),
  },
  picture: {
    status: 422,
    holds: ({ picture = '' }, { input }) =>
      valuesAtPlace(picture, input).every((value) => !isFile(value) || isPicture(value.bytes)),
  },
  distinct: {
    status: 422,
    holds: ({ distinct: { place, least = 0, most = Infinity } = { place: '' } }, { input }) => {
      const { size } = new Set(textsAtPlace(place, input).flatMap((text) => text.split(',')))
      return size >= least && size <= most
    },
  },
  among: {
    status: 422,
    holds: ({ among: [one, all] = ['', ''] }, { input }) => {
      const choices = textsAtPlace(all, input).flatMap((text) => text.split(','))
      return textsAtPlace(one, input).every((text) => choices.includes(text))
    },
  },
  unique: {
    status: 409,
    holds: ({ unique = {} }, { context, served, input, caller }) => {
      const { resource, permission } = served.operation
      const collection = context.collections.get(resource?.collection ?? '')
      if (collection === undefined) return true
      const wantedValues = Object.entries(unique).map(
        ([property, place]) => [property, textsAtPlace(place, input)[0]?.trim()] as const,
      )
      const isTaken = (item: Fields) => wantedValues.every(([property, text]) => (item[property] ?? undefined) === text)
      return !context
        .repositoryOf(collection, caller, permission?.tenancy ?? 'none')
        .list()
        .some(isTaken)
    },
  },
  number: {
    status: 404,
    holds: ({ number: { place, of } = { place: '', of: '' } }, { context, input }) => {
      const operation = context.contract.contract.operations.find(({ id }) => id === of)
      const [body] = operation === undefined ? [] : context.contract.served(operation).success.examples.values()
      return textsAtPlace(place, input).every((pointer) => typeof valueAt(body, pointer) === 'number')
    },
  },
} satisfies Partial<Record<keyof RefusalRule, RuleCheck>>

/** The item that the operation works on; null when it names none, or a missing one. */
export function namedItem({ context, served, input, caller }: JudgedRequest): Fields | null {
  const { resource } = served.operation
  const collection = context.collections.get(resource?.collection ?? '')
  const id = resource?.id === undefined ? ownItemId(caller) : valueAtPlace(resource.id, input)
  const operation = collection?.operations.find((each) => each.served.operation.id === served.operation.id)
  if (collection === undefined || operation === undefined || typeof id !== 'string') return null
  const item = context.repositoryOf(collection, caller, tenancyOf({ operation })).find(id)
  if (item !== undefined || resource?.id !== undefined) return item ?? null
  return exampleItems(collection)[0] ?? null
}

/** Detects an image by its first bytes: PNG, JPEG, GIF, WebP, or AVIF among the first brands of its box (AV1 Image File Format, section 6). */
function isPicture(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 256))
  return /^(?:\x89PNG\r\n|\xFF\xD8\xFF|GIF8[79]a|RIFF[^]{4}WEBP|[^]{4}ftyp(?:[^]{4})*avi[fs])/.test(head)
}

/** Numbers as they are, days and instants as timestamps. */
function valuesOfOrder(place: string, input: CheckedInput): number[] {
  return valuesAtPlace(place, input)
    .map((value) => (typeof value === 'number' ? value : Date.parse(String(value))))
    .filter((value) => !Number.isNaN(value))
}

/** An IPv4 or IPv6 address, with or without a zone, which the server ignores after either. */
function isAddress(text: string): boolean {
  const [bare = ''] = text.split('%')
  return bare.includes(':')
    ? /^[\da-f:.]+$/iu.test(bare) && URL.canParse(`http://[${bare}]`)
    : /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/u.test(bare)
}

/** What is wrong about a last day or moment that comes too early; null where the server does not say it. */
function describeWrongOrder(last: string, isStrict: boolean): string | null {
  const isMoment = last.includes('T')
  if (dayPattern.test(last) || (isMoment && !isStrict)) return 'The last day is before the first day.'
  return isMoment ? 'must be later than from' : null
}
