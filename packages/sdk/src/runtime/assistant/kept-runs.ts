/** A run that had not ended when it was last heard of. */
export interface KeptRun {
  readonly runId: string
  readonly threadId: string
  /** What the person said; null when an answer is written again. */
  readonly question: string | null
}

/** What a browser keeps through a reload; `sessionStorage` does. */
export type KeepStorage = Pick<Storage, 'getItem' | 'setItem'>

export interface KeptRuns {
  readonly list: () => readonly KeptRun[]
  keep(run: KeptRun): void
  drop(runId: string): void
  /** True for the first who takes an action of this id. */
  takeAction(actionId: string): boolean
}

const runsKey = 'auspex.zeus.runs'
const actionsKey = 'auspex.zeus.actions'
/** More than a page has under way, or has been asked to do, at once. */
const mostRuns = 10
const mostActions = 200

/** Runs under way and actions done, through a reload of the page. Without a storage they are remembered until it. */
export const createKeptRuns = (storage: KeepStorage | null): KeptRuns => {
  let runs: readonly KeptRun[] = read(storage, runsKey).filter(isKeptRun)
  let actions: readonly string[] = read(storage, actionsKey).filter((one) => typeof one === 'string')
  const setRuns = (next: readonly KeptRun[]) => {
    runs = next.slice(-mostRuns)
    write(storage, runsKey, runs)
  }
  return {
    list: () => runs,
    keep: (run) => setRuns([...runs.filter(({ runId }) => runId !== run.runId), run]),
    drop: (id) => setRuns(runs.filter(({ runId }) => runId !== id)),
    takeAction: (id) => {
      if (actions.includes(id)) return false
      actions = [...actions, id].slice(-mostActions)
      write(storage, actionsKey, actions)
      return true
    },
  }
}

const read = (storage: KeepStorage | null, key: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const write = (storage: KeepStorage | null, key: string, value: readonly unknown[]): void => {
  try {
    storage?.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing goes on without it: only a reload loses the run from sight.
  }
}

const isKeptRun = (value: unknown): value is KeptRun =>
  typeof value === 'object' &&
  value !== null &&
  'runId' in value &&
  typeof value.runId === 'string' &&
  'threadId' in value &&
  typeof value.threadId === 'string' &&
  'question' in value
