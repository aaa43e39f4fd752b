/** The owner of a row. */
export interface Owner {
  organizationId: string
  userId: string
}

/** The progress of an item. */
export interface RowProgress {
  /** Milliseconds since the epoch, by the mock's clock. */
  startedAt: number
  polls: number
}

/** One stored item with its owner. */
export interface Row extends Owner {
  id: string
  item: Record<string, unknown>
  progress: RowProgress | null
  /** Whether it is one of the contract's examples. */
  isExample?: boolean
  /** Whether the measures of an example's signals were taken. */
  isMeasured?: boolean
}

/** The state of a mock: rows by collection, the newest first. */
export interface Store {
  /** Names of collections with items. */
  names(): string[]
  rows(collection: string): readonly Row[]
  find(collection: string, id: string): Row | undefined
  /** Adds a row as the newest, or as the oldest. */
  add(collection: string, row: Row, place?: 'first' | 'last'): void
  remove(collection: string, row: Row): void
  toJson(): Record<string, Row[]>
  /** Replaces everything. */
  load(collections: Readonly<Record<string, readonly Row[]>>): void
}

interface Collection {
  /** The oldest first, so that a new row is a cheap append. */
  rows: Row[]
  byId: Map<string, Row>
}

export function createStore(): Store {
  const collections = new Map<string, Collection>()

  function collectionOf(name: string): Collection {
    let collection = collections.get(name)
    if (collection === undefined) {
      collection = { rows: [], byId: new Map() }
      collections.set(name, collection)
    }
    return collection
  }

  function add(name: string, row: Row, place: 'first' | 'last' = 'first'): void {
    const { rows, byId } = collectionOf(name)
    if (place === 'first') rows.push(row)
    else rows.unshift(row)
    byId.set(row.id, row)
  }

  return {
    add,
    names: () => [...collections.keys()],
    rows: (name) => collectionOf(name).rows.toReversed(),
    find: (name, id) => collectionOf(name).byId.get(id),
    remove(name, row) {
      const collection = collectionOf(name)
      collection.rows = collection.rows.filter((each) => each !== row)
      collection.byId.delete(row.id)
    },
    toJson: () =>
      structuredClone(Object.fromEntries([...collections].map(([name, { rows }]) => [name, rows.toReversed()]))),
    load(all) {
      collections.clear()
      for (const [name, rows] of Object.entries(all)) for (const row of structuredClone(rows)) add(name, row, 'last')
    },
  }
}
