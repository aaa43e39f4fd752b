import type { DatabaseLoad } from '../database.port.ts'

/** The purpose of a statement. Interactive ones are short, and a person waits for them; analysis reads many documents. */
export type Workload = 'interactive' | 'analysis'

export interface TurnRequest {
  workload: Workload
  /** Turns rotate between owners: one who sends a hundred statements waits for the others a hundred times. */
  owner: string
  signal: AbortSignal | null
  /** For an interactive statement or transaction for which nobody waits: it lets all others pass, but not for ever. */
  isBackground?: boolean
  /**
   * Lets a whole sequence of statements pass, not only the first: a preempted statement that restarts waits for the interactive ones of a request, a
   * background statement until there was none for a moment.
   */
  isPatient?: boolean
}

/** The right to use one connection; must be ended exactly once. */
export interface Turn {
  end(): void
}

export interface TurnQueue {
  /** Resolves when it is this request's turn; rejects with the signal's reason if it aborts first. */
  take(request: TurnRequest): Promise<Turn>
  /** Whether a statement is waiting that has priority over this owner's analysis: an interactive one, or one of another owner. */
  mustYield(owner: string): boolean
  /** What is running and waiting now. */
  readLoad(): DatabaseLoad
  /** Waiting analysis statements. */
  analysisWaiting(): number
}

export interface TurnQueueOptions {
  /** Maximum number of concurrent statements. */
  maxConcurrent: number
  /** How many of them may be analysis, in total and per owner. */
  analysis: { maxConcurrent: number; maxPerOwner: number }
  /** Called when a request has to wait. */
  onWait?: () => void
}

/** A request sends several statements in a row: with a shorter pause each of them would run into the same costly one again. */
const patienceMs = 15
/** Maximum length of such a wait: with enough people there is always another statement. */
const maxPatienceMs = 100
/** A report computes for some milliseconds between two of its statements. */
const quietMs = 100
/** As long as a person hardly notices: an import among constant searches still progresses. */
const maxBackgroundWaitMs = 400
/** A checkpoint or vacuum blocks for longer than the lines of an import do, and matters less. */
const maxQuietWaitMs = 10_000

interface QueueEntry extends TurnRequest {
  since: number
  begin: () => void
}

/** Grants turns: interactive statements before analysis, both before background statements, and owners in rotation. */
export function createTurnQueue({ maxConcurrent, analysis, onWait = () => {} }: TurnQueueOptions): TurnQueue {
  const queues = { interactive: createRotation(), analysis: createRotation(), background: createRotation() }
  const analysesByOwner = new Map<string, number>()
  let runningStatements = 0
  let runningAnalyses = 0
  let lastInteractive = -Infinity
  let lastForeground = -Infinity
  let later: NodeJS.Timeout | undefined
  /** Whether analysis waits for a statement that is about to arrive: background statements must not use the pause. */
  let isResting = false

  function mayAnalyse({ owner, isPatient = false, since }: QueueEntry): boolean {
    if (runningAnalyses >= analysis.maxConcurrent || (analysesByOwner.get(owner) ?? 0) >= analysis.maxPerOwner)
      return false
    const waitMs = isPatient ? Math.min(lastInteractive + patienceMs, since + maxPatienceMs) - performance.now() : 0
    if (waitMs <= 0) return true
    isResting = true
    tryAgainIn(waitMs)
    return false
  }

  function mayRunInBackground({ isPatient = false, since }: QueueEntry): boolean {
    if (isResting) return false
    const waitMs = isPatient ? Math.min(lastForeground + quietMs, since + maxQuietWaitMs) - performance.now() : 0
    if (waitMs <= 0) return true
    tryAgainIn(waitMs)
    return false
  }

  function isOverdue({ since, isPatient = false }: QueueEntry): boolean {
    return performance.now() - since >= (isPatient ? maxQuietWaitMs : maxBackgroundWaitMs)
  }

  function tryAgainIn(ms: number): void {
    clearTimeout(later)
    later = setTimeout(next, ms)
  }

  function next(): void {
    if (runningStatements >= maxConcurrent) return
    isResting = false
    const chosen =
      queues.interactive.take(() => true) ??
      queues.background.take(isOverdue) ??
      queues.analysis.take(mayAnalyse) ??
      queues.background.take(mayRunInBackground)
    if (chosen === undefined) return
    chosen.begin()
    next()
  }

  function begin({ workload, owner, isBackground = false }: TurnRequest): Turn {
    const count = (difference: 1 | -1) => {
      runningStatements += difference
      if (workload === 'interactive') return
      runningAnalyses += difference
      const remaining = (analysesByOwner.get(owner) ?? 0) + difference
      if (remaining === 0) analysesByOwner.delete(owner)
      else analysesByOwner.set(owner, remaining)
    }
    count(1)
    return {
      end: () => {
        count(-1)
        if (!isBackground) {
          lastForeground = performance.now()
          if (workload === 'interactive') lastInteractive = lastForeground
        }
        next()
      },
    }
  }

  return {
    take: (request) =>
      new Promise((resolve, reject) => {
        const { workload, signal, isBackground = false } = request
        const queue = queues[isBackground ? 'background' : workload]
        if (signal?.aborted === true) {
          reject(signal.reason)
          return
        }
        const giveUp = () => {
          queue.remove(entry)
          reject(signal?.reason)
        }
        const entry: QueueEntry = {
          ...request,
          since: performance.now(),
          begin: () => {
            signal?.removeEventListener('abort', giveUp)
            resolve(begin(request))
          },
        }
        queue.add(entry)
        next()
        if (!queue.has(entry)) return
        signal?.addEventListener('abort', giveUp, { once: true })
        if (!isBackground) onWait()
      }),
    mustYield: (owner) => !queues.interactive.isEmpty() || queues.analysis.hasOther(owner),
    analysisWaiting: () => queues.analysis.size(),
    readLoad: () => ({
      running: runningStatements,
      places: maxConcurrent,
      waiting: {
        interactive: queues.interactive.size() + queues.background.size(),
        analysis: queues.analysis.size(),
      },
    }),
  }
}

/** Waiting requests by owner; the most recently served owner comes last. */
function createRotation() {
  const byOwner = new Map<string, QueueEntry[]>()
  const remove = (entry: QueueEntry) => {
    const others = (byOwner.get(entry.owner) ?? []).filter((each) => each !== entry)
    if (others.length === 0) byOwner.delete(entry.owner)
    else byOwner.set(entry.owner, others)
  }
  return {
    add(entry: QueueEntry) {
      const entries = byOwner.get(entry.owner)
      if (entries === undefined) byOwner.set(entry.owner, [entry])
      else entries.push(entry)
    },
    remove,
    take(isAllowed: (entry: QueueEntry) => boolean): QueueEntry | undefined {
      for (const [owner, [first, ...others]] of byOwner) {
        if (first === undefined || !isAllowed(first)) continue
        byOwner.delete(owner)
        if (others.length > 0) byOwner.set(owner, others)
        return first
      }
      return undefined
    },
    has: (entry: QueueEntry) => byOwner.get(entry.owner)?.includes(entry) === true,
    hasOther: (owner: string) => [...byOwner.keys()].some((each) => each !== owner),
    isEmpty: () => byOwner.size === 0,
    size: () => [...byOwner.values()].reduce((sum, own) => sum + own.length, 0),
  }
}
