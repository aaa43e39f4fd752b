import type { Lease } from '../../adapters/jobs/jobs.port.ts'
import { jobKey, type SearchJob, type SearchTarget } from './search-job.ts'
import type { Search } from './search.ts'

/** The fan-outs of this process and their waiting searches. Every change is synchronous, so two requests never start the same one. */
export class RunningSearches {
  /** Limits concurrent fan-outs. */
  readonly limit: ConcurrencyLimit
  readonly #joinable = new Map<string, SearchJob>()
  readonly #jobBySearch = new Map<string, SearchJob>()
  readonly #releases = new Set<Promise<void>>()

  constructor({ places }: { places: number }) {
    this.limit = createConcurrencyLimit(places)
  }

  /** The job for the same query that can be joined; one that is ending cannot. */
  findJob(query: SearchTarget): SearchJob | undefined {
    return this.#joinable.get(jobKey(query))
  }

  canBeJoined(job: SearchJob): boolean {
    return this.findJob(job) === job
  }

  addJob(job: SearchJob): void {
    this.#joinable.set(jobKey(job), job)
  }

  /** Prevents a new search from joining a job that is ending. */
  closeJob(job: SearchJob): void {
    if (this.canBeJoined(job)) this.#joinable.delete(jobKey(job))
  }

  listJobs(): SearchJob[] {
    return [...this.#joinable.values()]
  }

  addSearch(job: SearchJob, search: Search): void {
    job.searches.set(search.id, search)
    this.#jobBySearch.set(search.id, job)
  }

  /** Detaches one person's search from a job. */
  removeSearch(job: SearchJob, { id }: Search): void {
    job.searches.delete(id)
    this.#jobBySearch.delete(id)
  }

  /** From now on the searches of the job exist only as rows. */
  forgetSearches(job: SearchJob): void {
    for (const id of job.searches.keys()) this.#jobBySearch.delete(id)
  }

  findSearch(id: string): { job: SearchJob; search: Search } | null {
    const job = this.#jobBySearch.get(id)
    const search = job?.searches.get(id)
    return job === undefined || search === undefined ? null : { job, search }
  }

  /** Releases what another process could take over. Only a stopping server waits for it. */
  release(leasePromise: Promise<Lease | null>): void {
    const releasing = leasePromise
      .then((resolvedHold) => resolvedHold?.release())
      .finally(() => this.#releases.delete(releasing))
    this.#releases.add(releasing)
  }

  /** Lets another process take over at once. */
  handOver(leasePromise: Promise<Lease | null>): void {
    const handing = leasePromise.then((lease) => lease?.handOver()).finally(() => this.#releases.delete(handing))
    this.#releases.add(handing)
  }

  async whenReleased(): Promise<void> {
    await Promise.all(this.#releases)
  }
}

/**
 * Admits a limited number at a time, the rest in order of arrival. Custom code: p-limit cannot remove a waiting entry, and p-queue starts the next
 * one as soon as a running one is aborted, before what it started has ended.
 */
interface ConcurrencyLimit {
  /** Resolves with the function that frees the place; rejects when the signal aborts while waiting. */
  enter(signal: AbortSignal): Promise<() => void>
}

/** A limit of `places` at a time. */
export function createConcurrencyLimit(places: number): ConcurrencyLimit {
  let free = places
  const queue: (() => void)[] = []

  function leave(): void {
    const next = queue.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free--
      } else {
        await new Promise<void>((resolve, reject) => {
          const go = () => {
            signal.removeEventListener('abort', giveUp)
            resolve()
          }
          const giveUp = () => {
            queue.splice(queue.indexOf(go), 1)
            reject(signal.reason)
          }
          queue.push(go)
          signal.addEventListener('abort', giveUp, { once: true })
        })
      }
      let hasLeft = false
      return () => {
        if (!hasLeft) leave()
        hasLeft = true
      }
    },
  }
}
