import type { Pool, PoolClient, QueryResult } from 'pg'
import { currentWork, runInBackground, type Tenant } from '../../../kernel/work.ts'
import {
  DatabaseUnreachableError,
  StatementTimeoutError,
  DatabaseFullError,
  DatabaseReadOnlyError,
} from '../database.errors.ts'
import type { DatabaseLoad, DatabaseLog, StatementPool } from '../database.port.ts'
import { createTenantGuard, type TenantGuard } from '../tenants/tenant-guard.ts'
import { type Interrupter, isInterrupted } from './interrupter.ts'
import { createTurnQueue, type Turn, type TurnQueue, type TurnQueueOptions, type Workload } from './turn-queue.ts'

/** PostgreSQL's codes (appendix A of its manual) for a connection that it refuses or closes, and those of the network. */
const unreachable =
  /^(08...|57P0[1-5]|53[234]00|ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/
const diskFullCode = '53100'
const readOnlyCode = '25006'

/** pg's messages for a lost connection, which have no code. */
const brokenConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

export interface TurnPoolOptions extends Pick<TurnQueueOptions, 'maxConcurrent' | 'analysis'> {
  /** The connections of each workload; one pool may serve both. */
  pools: Record<Workload, Pool>
  interrupter: Interrupter
  /** Resolves once the database accepts connections; waits while it is being reopened. */
  untilOpen?: () => Promise<void>
  limits: AnalysisLimits
  log: DatabaseLog
}

/** Limits for a caller's analysis statement, in milliseconds, without the time that it waits. */
export interface AnalysisLimits {
  /** Total time, over all of its restarts. */
  timeoutMs: number
  /**
   * If others are waiting after `firstMs`, it restarts later; each time its slice doubles, up to `maxMs`, because on a slow machine it would never
   * finish otherwise. Null where connections run in parallel.
   */
  slice: { firstMs: number; maxMs: number } | null
}

/** With more analysis statements waiting than this, slices stay short, because the others wait for each of them. No page sends so many at once. */
const maxWaitingForLongSlices = 4

/** The part of a connection that Kysely and `pool.query` use. */
export interface StatementClient {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>
  release(destroy?: boolean): void
}

/** Connections on which each statement, or each transaction, waits for its turn. */
export interface TurnPool extends StatementPool {
  /** Runs a statement of maintenance, which may take long, once no other statement has run for a moment. */
  queryWhenQuiet(text: string): Promise<QueryResult>
  /** Returns a client at once; it waits for a turn on its first statement, and holds the turn only for a transaction. */
  connect(workload: Workload): Promise<StatementClient>
  readLoad(): DatabaseLoad
  end(): Promise<void>
}

const interruptIntervalMs = 100
const transactionStart = /^\s*(begin|start transaction)\b/i

export function createTurnPool(options: TurnPoolOptions): TurnPool {
  const guard = createTenantGuard(options.log)
  const statements = new Statements(options, guard)
  return {
    connect: async (workload) => new TurnClient({ workload, statements, guard }),
    query: (text, values) => statements.run('interactive', text, values),
    queryWhenQuiet: (text) => runInBackground(() => statements.run('interactive', text, undefined, true)),
    readLoad: () => statements.readLoad(),
    end: async () => {
      await Promise.all([...new Set(Object.values(options.pools))].map((pool) => pool.end()))
    },
  }
}

/** Runs statements, each in a turn of its own. */
class Statements {
  readonly #options: TurnPoolOptions
  readonly #guard: TenantGuard
  readonly #queue: TurnQueue
  readonly #running = new Set<RunningAnalysis>()

  constructor(options: TurnPoolOptions, guard: TenantGuard) {
    this.#options = options
    this.#guard = guard
    this.#queue = createTurnQueue({
      ...options,
      onWait: () => {
        for (const statement of this.#running) statement.preempt()
      },
    })
  }

  readLoad(): DatabaseLoad {
    return this.#queue.readLoad()
  }

  /** Waits for a turn and a connection. */
  async take(workload: Workload, isPatient = false) {
    const { owner, signal, isBackground = false } = currentWork()
    const isAnalysis = workload === 'analysis'
    const turn = await this.#queue.take({
      workload,
      owner,
      // a write is not cancelled when its caller disconnects: only analysis is, which changes nothing
      signal: isAnalysis ? signal : null,
      isBackground: isBackground && !isAnalysis,
      isPatient,
    })
    let client: PoolClient | null = null
    try {
      await this.#options.untilOpen?.()
      client = await this.#options.pools[workload].connect()
      if (currentWork().tenant !== null) await this.#guard.prepare(client)
      return { turn, client }
    } catch (error) {
      client?.release(true)
      turn.end()
      throw nameLoss(error, 'connecting')
    }
  }

  async run(
    workload: Workload,
    text: string,
    values: readonly unknown[] | undefined,
    isPatient = false,
  ): Promise<QueryResult> {
    if (workload === 'analysis') return this.#analyse(text, values)
    const { turn, client } = await this.take(workload, isPatient)
    let isLost = false
    try {
      const tenant = this.#guard.tenantOf(text)
      if (tenant !== 'none' && tenant !== null) return await this.#runBound(client, tenant, text, values)
      return await client.query(text, values as unknown[] | undefined) // pg does not modify it
    } catch (error) {
      // a multi-statement text that failed within its own transaction: the next user of the connection must not inherit it
      if (transactionStart.test(text)) await client.query('rollback').catch(() => {})
      const namedError = nameLoss(error, 'querying')
      isLost = namedError instanceof DatabaseUnreachableError
      throw namedError
    } finally {
      releaseTurn(client, turn, isLost)
    }
  }

  /** Runs a tenant's statement in a transaction, whose end removes the binding. */
  async #runBound(client: PoolClient, tenant: Tenant, text: string, values: readonly unknown[] | undefined) {
    try {
      await client.query(`begin; ${this.#guard.bind(tenant)}`)
      const result = await client.query(text, values as unknown[] | undefined)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }

  async #analyse(text: string, values: readonly unknown[] | undefined): Promise<QueryResult> {
    const { owner, signal } = currentWork()
    let leftMs = this.#options.limits.timeoutMs
    for (let timesBegun = 0; ; timesBegun += 1) {
      const { turn, client } = await this.take('analysis', timesBegun > 0)
      const sliceMs = this.#chooseSlice(timesBegun)
      const statement = new RunningAnalysis({
        ...this.#options,
        client,
        owner,
        signal,
        queue: this.#queue,
        timeoutMs: leftMs,
        sliceMs,
      })
      this.#running.add(statement)
      let isLost = false
      try {
        signal?.throwIfAborted() // it may have aborted while connecting
        return await client.query(text, values as unknown[] | undefined)
      } catch (error) {
        if (!isInterrupted(error)) {
          const named = nameLoss(error, 'querying')
          isLost = named instanceof DatabaseUnreachableError
          throw named
        }
        signal?.throwIfAborted()
        leftMs -= statement.elapsedMs()
        if (leftMs <= 0 || !statement.isPreempted) throw new StatementTimeoutError(this.#options.limits.timeoutMs)
      } finally {
        this.#running.delete(statement)
        await statement.settle()
        releaseTurn(client, turn, isLost)
      }
    }
  }

  #chooseSlice(timesBegun: number): number | null {
    if (this.#options.limits.slice === null) return null
    const { firstMs, maxMs } = this.#options.limits.slice
    return this.#queue.analysisWaiting() > maxWaitingForLongSlices
      ? firstMs
      : Math.min(maxMs, firstMs * 2 ** timesBegun)
  }
}

/** A client of one workload. Between `begin` and its release it holds one turn; other statements take one each. */
class TurnClient implements StatementClient {
  readonly #workload: Workload
  readonly #statements: Statements
  readonly #guard: TenantGuard
  #transaction: { turn: Turn; client: PoolClient } | null = null
  #isLost = false
  #bound: Tenant | null = null

  constructor(options: { workload: Workload; statements: Statements; guard: TenantGuard }) {
    this.#workload = options.workload
    this.#statements = options.statements
    this.#guard = options.guard
  }

  async query(text: string, values?: readonly unknown[]): Promise<QueryResult> {
    if (this.#transaction === null && !transactionStart.test(text))
      return this.#statements.run(this.#workload, text, values)
    const { client } = (this.#transaction ??= await this.#statements.take(this.#workload))
    const tenant = this.#guard.tenantOf(text)
    try {
      if (tenant !== 'none' && !isSame(tenant, this.#bound)) {
        await client.query(this.#guard.bind(tenant))
        this.#bound = tenant
      }
      return await client.query(text, values as unknown[] | undefined)
    } catch (error) {
      const named = nameLoss(error, 'querying')
      this.#isLost ||= named instanceof DatabaseUnreachableError
      throw named
    }
  }

  release(destroy?: boolean): void {
    if (this.#transaction !== null)
      releaseTurn(this.#transaction.client, this.#transaction.turn, destroy === true || this.#isLost)
    this.#transaction = null
    this.#bound = null
    this.#isLost = false
  }
}

function isSame(a: Tenant | null, b: Tenant | null): boolean {
  return a?.userId === b?.userId && a?.organizationId === b?.organizationId
}

/** `destroy`: a connection that is lost, but may not know it yet, must not be reused. */
function releaseTurn(client: PoolClient, turn: Turn, destroy?: boolean): void {
  client.release(destroy)
  turn.end()
}

interface AnalysisOptions {
  client: PoolClient
  owner: string
  signal: AbortSignal | null
  queue: TurnQueue
  interrupter: Interrupter
  timeoutMs: number
  sliceMs: number | null
}

/** One run of an analysis statement, and what may end it early: its timeout, its caller, or other waiting statements. */
class RunningAnalysis {
  isPreempted = false
  #hasHadSlice = false
  readonly #options: AnalysisOptions
  readonly #started = performance.now()
  readonly #timers: NodeJS.Timeout[] = []

  constructor(options: AnalysisOptions) {
    this.#options = options
    const { signal, timeoutMs, sliceMs } = options
    // the server's own work has no caller: nothing would retry what was cancelled
    if (signal === null) return
    this.#timers.push(setTimeout(this.#interrupt, timeoutMs))
    if (sliceMs !== null) this.#timers.push(setTimeout(() => this.#endSlice(), sliceMs))
    signal.addEventListener('abort', this.#interrupt, { once: true })
  }

  /** Repeats until the statement has ended: a server ignores a cancellation that arrives before the statement does. */
  readonly #interrupt = () => {
    const { interrupter, client } = this.#options
    interrupter.interrupt(client)
    this.#timers.push(setInterval(() => interrupter.interrupt(client), interruptIntervalMs))
  }

  elapsedMs(): number {
    return performance.now() - this.#started
  }

  #endSlice(): void {
    this.#hasHadSlice = true
    this.preempt()
  }

  /** Stops the statement, to restart it later, when its slice is over and others are waiting. */
  preempt(): void {
    if (this.isPreempted || !this.#hasHadSlice || !this.#options.queue.mustYield(this.#options.owner)) return
    this.isPreempted = true
    this.#interrupt()
  }

  settle(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#options.signal?.removeEventListener('abort', this.#interrupt)
    return this.#options.interrupter.settle(this.#options.client)
  }
}

/**
 * Converts an error to the named one for a database that is unreachable, full or read-only; returns any other unchanged. `connecting`: no statement
 * was sent, so nothing was stored. If a connection breaks later, it is unknown whether its last statement took effect.
 */
function nameLoss(error: unknown, phase: 'connecting' | 'querying'): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === diskFullCode) return new DatabaseFullError(error)
  if (code === readOnlyCode) return new DatabaseReadOnlyError(error)
  if (unreachable.test(code) || brokenConnection.test(error.message)) return new DatabaseUnreachableError(phase, error)
  return error
}
