import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from './contenders.ts'
import type { Call } from './requests.ts'

/** A running contender. */
export interface Running {
  contender: Contender
  pid: number
  /** From spawning the process to the first response, in milliseconds. */
  startMs: number
  /** Sends the calls in turn, eight at a time, and counts the statuses of each kind. */
  load(calls: readonly Call[], count: number): Promise<Map<string, number>>
  stop(): Promise<void>
}

const concurrency = 8

/** Starts a contender with the contract. Rejects with its output if it exits or does not answer within a minute. */
export async function runContender(contender: Contender, port: number, contract: string): Promise<Running> {
  const started = performance.now()
  const child = spawn(process.execPath, [...contender.args(port, contract)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const appendOutput = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2000)
  }
  child.stdout.on('data', appendOutput)
  child.stderr.on('data', appendOutput)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const send = (call: Call) => sendCall({ agent, port, call, prefix: contender.prefix })
  const first: Call = { kind: 'read', method: 'GET', path: '/health/getStatus', body: null }
  for (;;) {
    if (child.exitCode !== null || performance.now() - started > 60_000) {
      child.kill('SIGKILL')
      throw new Error(`${contender.name} does not start:\n${output}`)
    }
    if (await send(first).catch(() => null)) break
    await delay(5)
  }
  const startMs = performance.now() - started
  return {
    contender,
    pid: child.pid ?? 0,
    startMs,
    async load(calls, count) {
      const statuses = new Map<string, number>()
      let next = 0
      const worker = async (): Promise<void> => {
        while (next < count) {
          const call = calls[next % calls.length]
          next += 1
          if (call === undefined) return
          const key = `${call.kind} ${await send(call)}`
          statuses.set(key, (statuses.get(key) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, worker))
      return statuses
    },
    stop: async () => {
      agent.destroy()
      await end(child)
    },
  }
}

function sendCall({
  agent,
  port,
  call: { method, path, body },
  prefix,
}: {
  agent: Agent
  port: number
  call: Call
  prefix: string
}): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { authorization: 'Bearer mira' }
    if (body !== null) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = String(Buffer.byteLength(body))
    }
    const sent = request({ host: '127.0.0.1', port, agent, method, path: `${prefix}${path}`, headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), 3000)
  await exited
  clearTimeout(hard)
}
