import type { Permission, Progress } from '@auspex/contract'
import { type Fields, isFields } from './request-fields.ts'
import type { Row, RowProgress, Store } from './store.ts'
import type { MockClock } from '../clock.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../identity/caller.ts'
import { stampsOfEnd } from './stamps.ts'

/** The state of an item with progress: `isOver` once it is finished. */
export interface View {
  item: Fields
  isOver: boolean
}

/**
 * Returns an item in its current step, which depends on the number of reads or on the elapsed time. The last step is the finished item.
 */
function viewProgress(item: Fields, progress: Progress, at: RowProgress & { now: number; stepMs: number }): View {
  const elapsed = at.stepMs > 0 ? Math.floor((at.now - at.startedAt) / at.stepMs) : 0
  const step = Math.max(at.polls, elapsed)
  const lastStep = progress.steps.length - 1
  const parts = partsOf(item, progress)
  const rounds = Math.min(maxRounds, parts.length)
  const isOver = step >= lastStep + Math.max(1, rounds)
  if (isOver) return { item: { ...item, ...progress.end }, isOver }
  const overlay = progress.steps[Math.min(step, lastStep)]
  const running = step < lastStep ? -1 : step - lastStep
  return { item: { ...item, ...overlay, ...showParts(parts, progress, { running, rounds }) }, isOver }
}

function partsOf(item: Fields, { parts }: Progress): unknown[] {
  const list = parts === undefined ? [] : item[parts.property]
  return Array.isArray(list) ? list : []
}

/** However many parts an item has, a client polls only a few times. */
const maxRounds = 2

/** Parts of earlier rounds are complete, those of later ones pending. */
function showParts(
  list: readonly unknown[],
  { parts }: Progress,
  { running, rounds }: { running: number; rounds: number },
): Fields {
  if (parts === undefined) return {}
  return {
    [parts.property]: list.map((part, index) => {
      const round = Math.floor((index * rounds) / list.length)
      if (!isFields(part) || round < running) return part
      return { ...part, ...(round === running ? parts.running : parts.waiting) }
    }),
  }
}

/** The items that a caller may work on, wherever they are stored. */
export interface ItemRepository {
  /** The newest first, or in the order of their list. */
  list(): Fields[]
  /** `isPoll` advances an item by a step. Undefined when it is missing, or belongs to another user. */
  find(id: string, isPoll?: boolean): Fields | undefined
  /** Whether an item is still in progress; a replacement stops it. */
  isMoving(id: string): boolean
  /** Throws a `Refusal` (409) at the maximum. */
  add(id: string, item: Fields): void
  put(id: string, item: Fields): void
  remove(id: string): void
}

export interface RowRepositoryOptions {
  store: Store
  clock: MockClock
  stepMs: number
  caller: Caller
  tenancy: Permission['tenancy']
  /** Takes the measures of an example's signals, on first use: taking those of all examples would delay the start. */
  measure: (item: Fields) => Fields
}

/** Rows of a collection. */
export function createRowRepository(
  { store, clock, stepMs, caller, tenancy, measure }: RowRepositoryOptions,
  { name, progress }: { name: string; progress: Progress | null },
): ItemRepository {
  const visible = (row: Row | undefined) => (row !== undefined && isVisible(row, caller, tenancy) ? row : undefined)

  function show(row: Row): Fields {
    if (row.isExample === true && row.isMeasured !== true) {
      row.isMeasured = true
      row.item = measure(row.item)
    }
    if (row.progress === null || progress === null) return row.item
    const { item, isOver } = viewProgress(row.item, progress, { ...row.progress, now: clock.now(), stepMs })
    if (!isOver) return item
    row.progress = null
    row.item = { ...item, ...stampsOfEnd(item, clock.now()) }
    return row.item
  }

  return {
    list: () =>
      store
        .rows(name)
        .filter((row) => isVisible(row, caller, tenancy))
        .map(show),
    find(id, isPoll = false) {
      const row = visible(store.find(name, id))
      if (row === undefined) return undefined
      if (isPoll && row.progress !== null) row.progress.polls += 1
      return show(row)
    },
    isMoving: (id) => (visible(store.find(name, id))?.progress ?? null) !== null,
    add(id, item) {
      const moving = progress === null ? null : { startedAt: clock.now(), polls: 0 }
      store.add(name, { id, item, organizationId: caller.organizationId, userId: caller.userId, progress: moving })
    },
    put(id, item) {
      const row = visible(store.find(name, id))
      if (row !== undefined) Object.assign(row, { item, progress: null })
    },
    remove(id) {
      const row = visible(store.find(name, id))
      if (row !== undefined) store.remove(name, row)
    },
  }
}

export interface ListPlace {
  parents: ItemRepository
  /** Thrown when the parent is missing. */
  missing: Refusal
  /** Null for the lists of all parents. */
  parentId: string | null
  parentKey: string
  property: string
  /** The parent's property with the length of the list; null when there is none. */
  count: string | null
  key: string
  /** Maximum length of the list. */
  maxItems: number
}

/** Items of a list inside other items. Throws a `Refusal` (404) when the parent is missing. */
export function createListRepository({
  parents,
  missing,
  parentId,
  parentKey,
  property,
  count,
  key,
  maxItems,
}: ListPlace): ItemRepository {
  const parent = parentId === null ? undefined : parents.find(parentId)
  if (parentId !== null && parent === undefined) throw missing
  const listOf = (each: Fields): Fields[] => (Array.isArray(each[property]) ? (each[property] as Fields[]) : []) // a list of objects, by its schema
  const all = () => (parentId === null ? parents.list() : [parents.find(parentId) ?? {}])

  function put(holder: Fields, list: Fields[]): void {
    const counted = count === null ? {} : { [count]: list.length }
    parents.put(String(holder[parentKey]), { ...holder, [property]: list, ...counted })
  }

  function change(id: string, to: (list: Fields[]) => Fields[]): void {
    const holder = all().find((each) => listOf(each).some((item) => item[key] === id))
    if (holder !== undefined) put(holder, to(listOf(holder)))
  }

  return {
    list: () => all().flatMap(listOf),
    find: (id) =>
      all()
        .flatMap(listOf)
        .find((item) => item[key] === id),
    isMoving: () => false,
    add(id, item) {
      const holder = all()[0]
      if (holder === undefined) throw missing
      const others = listOf(holder).filter((each) => each[key] !== id)
      if (others.length >= maxItems)
        throw new Refusal({ status: 409, title: `There is no room for more than ${maxItems}` })
      put(holder, [...others, item])
    },
    put: (id, item) => change(id, (list) => list.map((each) => (each[key] === id ? item : each))),
    remove: (id) => change(id, (list) => list.filter((each) => each[key] !== id)),
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
