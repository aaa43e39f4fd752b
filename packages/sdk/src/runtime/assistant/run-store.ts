/** A run that had not ended when its last event arrived. */
export interface StoredRun {
  readonly runId: string
  readonly threadId: string
  /** The person's message; null when an answer is regenerated. */
  readonly question: string | null
}

/** Storage that survives a reload, such as `sessionStorage`. */
export type KeepStorage = Pick<Storage, 'getItem' | 'setItem'>

export interface RunStore {
  readonly list: () => readonly StoredRun[]
  store(run: StoredRun): void
  remove(runId: string): void
  /** True for the first caller that claims an action id. */
  claimAction(actionId: string): boolean
}

const runsKey = 'auspex.zeus.runs'
const actionsKey = 'auspex.zeus.actions'
/** Maximum numbers of stored runs and actions: more than a page has at once. */
const maxRuns = 10
const maxActions = 200

/** Active runs and completed actions, stored across a reload of the page. Without a storage they are lost on reload. */
export const createRunStore = (storage: KeepStorage | null): RunStore => {
  let runs: readonly StoredRun[] = readList(storage, runsKey).filter(isStoredRun)
  let actions: readonly string[] = readList(storage, actionsKey).filter((one) => typeof one === 'string')
  const setRuns = (next: readonly StoredRun[]) => {
    runs = next.slice(-maxRuns)
    writeList(storage, runsKey, runs)
  }
  return {
    list: () => runs,
    store: (run) => setRuns([...runs.filter(({ runId }) => runId !== run.runId), run]),
    remove: (id) => setRuns(runs.filter(({ runId }) => runId !== id)),
    claimAction: (id) => {
      if (actions.includes(id)) return false
      actions = [...actions, id].slice(-maxActions)
      writeList(storage, actionsKey, actions)
      return true
    },
  }
}

const readList = (storage: KeepStorage | null, key: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const writeList = (storage: KeepStorage | null, key: string, value: readonly unknown[]): void => {
  try {
    storage?.setItem(key, JSON.stringify(value))
  } catch {
    // Without working storage everything else still works: only a reload loses the run.
  }
}

const isStoredRun = (value: unknown): value is StoredRun =>
  typeof value === 'object' &&
  value !== null &&
  'runId' in value &&
  typeof value.runId === 'string' &&
  'threadId' in value &&
  typeof value.threadId === 'string' &&
  'question' in value
