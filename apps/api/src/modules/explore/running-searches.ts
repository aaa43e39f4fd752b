import type { Hold } from '../../adapters/jobs/jobs.port.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import { jobKey, type SearchJob, type SearchQuestion } from './search-job.ts'
import type { Search } from './search.ts'

/** The fan-outs of this process, and who waits for which. Each change is made at once, so two requests never begin the same one. */
export class RunningSearches {
  /** Holds back fan-outs while as many run as may. */
  readonly limit: ConcurrencyLimit
  readonly #joinable = new Map<string, SearchJob>()
  readonly #jobBySearch = new Map<string, SearchJob>()
  readonly #releases = new Set<Promise<void>>()

  constructor({ places }: { places: number }) {
    this.limit = createConcurrencyLimit(places)
  }

  /** The job that asks the same and can be joined; one that is ending cannot. */
  findJob(question: SearchQuestion): SearchJob | undefined {
    return this.#joinable.get(jobKey(question))
  }

  canBeJoined(job: SearchJob): boolean {
    return this.findJob(job) === job
  }

  addJob(job: SearchJob): void {
    this.#joinable.set(jobKey(job), job)
  }

  /** A search that begins now must not join a job that is ending. */
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

  /** Ends one person's interest in a job. */
  removeSearch(job: SearchJob, { id }: Pick<Search, 'id'>): void {
    job.searches.delete(id)
    this.#jobBySearch.delete(id)
  }

  /** From now on the searches of the job are known by their rows only. */
  forgetSearches(job: SearchJob): void {
    for (const id of job.searches.keys()) this.#jobBySearch.delete(id)
  }

  findSearch(id: string): { job: SearchJob; search: Search } | null {
    const job = this.#jobBySearch.get(id)
    const search = job?.searches.get(id)
    return job === undefined || search === undefined ? null : { job, search }
  }

  /** Lets go of what another process could take over. Nobody waits for it but a server that stops. */
  release(hold: Promise<Hold | null>): void {
    const releasing = hold.then((held) => held?.release()).finally(() => this.#releases.delete(releasing))
    this.#releases.add(releasing)
  }

  /** Lets another process take over at once. */
  handOver(hold: Promise<Hold | null>): void {
    const handing = hold.then((held) => held?.handOver()).finally(() => this.#releases.delete(handing))
    this.#releases.add(handing)
  }

  async whenReleased(): Promise<void> {
    await Promise.all(this.#releases)
  }
}
