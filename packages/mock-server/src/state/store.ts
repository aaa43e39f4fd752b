import type { Permission, Progress } from '@auspex/contract'
import type { MockClock } from '../clock.ts'
import { RefusalError } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { type Fields, fieldsAt, isFields, stampsOfEnd } from './fields.ts'

/** The owner of a row. */
export interface Owner {
  organizationId: string
  userId: string
}

/** One stored item with its owner. */
export interface Row extends Owner {
  id: string
  item: Fields
  /** When an item with progress was begun, by the mock's clock, and how often it was read since; null once it is finished. */
  progress: { startedAt: number; polls: number } | null
  /** Whether it is one of the contract's examples. */
  isExample?: boolean
  /** The imports that named it, for a document. */
  importIds?: readonly string[]
  /** A hash of what later imports are compared with, for an imported document: its snippet is shorter. */
  textHash?: number
  /** The first rejected lines of an import. */
  rejections?: readonly { line: number; reason: string }[]
  /** Whether the measures of an example's signals were taken. */
  isMeasured?: boolean
}

/** The state of a mock: rows by collection and id. */
export class Store {
  /** The oldest first. */
  readonly #collections = new Map<string, Map<string, Row>>()

  /** Names of collections with items. */
  names(): string[] {
    return [...this.#collections.keys()]
  }

  /** The newest first. */
  rows(collection: string): readonly Row[] {
    return [...this.#rowsOf(collection).values()].toReversed()
  }

  find(collection: string, id: string): Row | undefined {
    return this.#rowsOf(collection).get(id)
  }

  /** Adds a row as the newest; replaces one with its id. */
  add(collection: string, row: Row): void {
    const rows = this.#rowsOf(collection)
    rows.delete(row.id)
    rows.set(row.id, row)
  }

  remove(collection: string, { id }: { id: string }): void {
    this.#rowsOf(collection).delete(id)
  }

  toJson(): Record<string, Row[]> {
    return structuredClone(Object.fromEntries(this.names().map((name) => [name, [...this.rows(name)]])))
  }

  clear(): void {
    this.#collections.clear()
  }

  /** All rows by collection, with the items themselves rather than copies. */
  all(): ReadonlyMap<string, readonly Row[]> {
    return new Map([...this.#collections].map(([name, rows]) => [name, [...rows.values()].map((row) => ({ ...row }))]))
  }

  addAll(collections: ReadonlyMap<string, readonly Row[]>): void {
    for (const [name, rows] of collections) for (const row of rows) this.add(name, { ...row })
  }

  /** Replaces everything. */
  load(collections: Readonly<Record<string, readonly Row[]>>): void {
    this.clear()
    for (const [name, rows] of Object.entries(structuredClone(collections)))
      for (const row of rows.toReversed()) this.add(name, row)
  }

  #rowsOf(name: string): Map<string, Row> {
    let rows = this.#collections.get(name)
    if (rows === undefined) this.#collections.set(name, (rows = new Map()))
    return rows
  }
}

/** Whether a caller may see a row: their own, their group's, their organization's, or everybody's, depending on the operation's tenancy. */
export function isVisible(row: Row, caller: Caller, tenancy: Permission['tenancy']): boolean {
  if (tenancy === 'none' || tenancy === 'all') return true
  if (row.organizationId !== caller.organizationId) return false
  if (tenancy === 'user') return row.userId === caller.userId
  const group = tenancy === 'group' ? row.item['organizationGroupId'] : null
  return typeof group !== 'string' || caller.otherGroups?.has(group) !== true
}

/** The items that a caller may work on, wherever they are stored. */
export interface ItemRepository {
  /** The newest first, or in the order of their list. */
  list(): Fields[]
  /** `isPoll` advances an item by a step. Undefined when it is missing, or belongs to another user. */
  find(id: string, isPoll?: boolean): Fields | undefined
  /** Whether an item is still in progress; a replacement stops it. */
  isMoving(id: string): boolean
  /** Throws a `RefusalError` (409) at the maximum. */
  add(id: string, item: Fields): void
  put(id: string, item: Fields): void
  remove(id: string): void
}

export interface RowRepositoryOptions {
  store: Store
  clock: MockClock
  caller: Caller
  tenancy: Permission['tenancy']
  /** Takes the measures of an example's signals, on first use: taking those of all examples would delay the start. */
  measure: (item: Fields) => Fields
}

/** Of the mock's clock, for one step of an item in progress; a poll is a step too. */
const stepMs = 2000

/** Rows of a collection. */
export function createRowRepository(
  { store, clock, caller, tenancy, measure }: RowRepositoryOptions,
  { name, progress }: { name: string; progress: Progress | null },
): ItemRepository {
  const visible = (id: string) => [store.find(name, id) ?? []].flat().find((row) => isVisible(row, caller, tenancy))

  function show(row: Row): Fields {
    if (row.isExample === true && row.isMeasured !== true)
      Object.assign(row, { isMeasured: true, item: measure(row.item) })
    if (row.progress === null || progress === null) return row.item
    const { startedAt, polls } = row.progress
    const elapsed = Math.floor((clock.now() - startedAt) / stepMs)
    const { item, isOver } = viewProgress(row.item, progress, Math.max(polls, elapsed))
    if (isOver) Object.assign(row, { progress: null, item: { ...item, ...stampsOfEnd(item, clock.now()) } })
    return isOver ? row.item : item
  }

  return {
    list: () =>
      store
        .rows(name)
        .filter((row) => isVisible(row, caller, tenancy))
        .map(show),
    find(id, isPoll = false) {
      const row = visible(id)
      if (isPoll && row?.progress != null) row.progress.polls += 1
      return row && show(row)
    },
    isMoving: (id) => (visible(id)?.progress ?? null) !== null,
    add(id, item) {
      const { organizationId, userId } = caller
      const moving = progress === null ? null : { startedAt: clock.now(), polls: 0 }
      store.add(name, { id, item, organizationId, userId, progress: moving })
    },
    put(id, item) {
      Object.assign(visible(id) ?? {}, { item, progress: null })
    },
    remove(id) {
      const row = visible(id)
      if (row !== undefined) store.remove(name, row)
    },
  }
}

/** However many parts an item has, a client polls only a few times. */
const maxRounds = 2

/** An item in one of its steps, of which the last is the finished item. Parts of earlier rounds are complete, those of later ones pending. */
function viewProgress(item: Fields, progress: Progress, step: number): { item: Fields; isOver: boolean } {
  const { steps, parts } = progress
  const list: unknown = parts === undefined ? [] : item[parts.property]
  const all: unknown[] = Array.isArray(list) ? list : []
  const rounds = Math.min(maxRounds, all.length)
  const lastStep = steps.length - 1
  if (step >= lastStep + Math.max(1, rounds)) return { item, isOver: true }
  const running = step < lastStep ? -1 : step - lastStep
  const shown = { ...item, ...steps[Math.min(step, lastStep)] }
  if (parts === undefined) return { item: shown, isOver: false }
  const inRounds = all.map((part, index) => {
    const round = Math.floor((index * rounds) / all.length)
    return isFields(part) && round >= running
      ? { ...part, ...(round === running ? parts.running : parts.waiting) }
      : part
  })
  return { item: { ...shown, [parts.property]: inRounds }, isOver: false }
}

export interface ListPlace {
  parents: ItemRepository
  /** Thrown when the parent is missing. */
  missing: RefusalError
  /** Null for the lists of all parents. */
  parentId: string | null
  parentKey: string
  property: string
  /** The parent's property with the length of the list; undefined when there is none. */
  count: string | undefined
  key: string
  /** Maximum length of the list. */
  maxItems: number
}

/** Items of a list inside other items. Throws a `RefusalError` (404) when the parent is missing. */
export function createListRepository(place: ListPlace): ItemRepository {
  const { parents, missing, parentId, parentKey, property, count, key, maxItems } = place
  if (parentId !== null && parents.find(parentId) === undefined) throw missing
  const all = () => (parentId === null ? parents.list() : [parents.find(parentId) ?? {}])
  const entries = () => all().flatMap((holder) => fieldsAt(holder[property]))

  function put(holder: Fields, list: Fields[]): void {
    const counted = count === undefined ? {} : { [count]: list.length }
    parents.put(String(holder[parentKey]), { ...holder, [property]: list, ...counted })
  }

  function change(id: string, to: (list: Fields[]) => Fields[]): void {
    const holder = all().find((each) => fieldsAt(each[property]).some((item) => item[key] === id))
    if (holder !== undefined) put(holder, to(fieldsAt(holder[property])))
  }

  return {
    list: entries,
    find: (id) => entries().find((item) => item[key] === id),
    isMoving: () => false,
    add(id, item) {
      const [holder] = all()
      if (holder === undefined) throw missing
      const others = fieldsAt(holder[property]).filter((each) => each[key] !== id)
      if (others.length >= maxItems)
        throw new RefusalError({ status: 409, title: `There is no room for more than ${maxItems}` })
      put(holder, [...others, item])
    },
    put: (id, item) => change(id, (list) => list.map((each) => (each[key] === id ? item : each))),
    remove: (id) => change(id, (list) => list.filter((each) => each[key] !== id)),
  }
}
