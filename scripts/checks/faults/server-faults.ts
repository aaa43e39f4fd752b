import { connect, createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type SpawnedServer, spawnServer } from '@auspex/server/testing'
import type { Fault } from './fault.ts'
import { describe, signInAsMember, until } from './person.ts'
import { quiet, withServer } from './with-server.ts'

export const clockJumps: Fault = {
  name: 'clock jumps +1 h, -1 h and back',
  run: () =>
    withServer(
      { NODE_OPTIONS: `--import=${fileURLToPath(new URL('shift-clock.mjs', import.meta.url))}` },
      async (server, member) => {
        const [faults, seen]: [string[], string[]] = [[], []]
        const acknowledged = new Set<string>()
        await (await signInAsMember(server, acknowledged)).write('before')
        for (const jump of ['+1 h', '-1 h', 'back']) {
          process.kill(server.pid, 'SIGUSR2')
          await until(
            async () => Math.abs((await skewOf(server)) - { '+1 h': 3_600, '-1 h': -3_600, back: 0 }[jump]!) < 60,
          )
          const old = await describe(await member.send('GET', '/users/me'))
          const newMember = await signInAsMember(server, acknowledged).catch((error: unknown) => String(error))
          const write = typeof newMember === 'string' ? newMember : await newMember.write(`at ${jump}`)
          if (write !== '200') faults.push(`after ${jump} a fresh sign-in wrote with ${write}`)
          if (old !== '200' && !old.startsWith('401')) faults.push(`after ${jump} the earlier token met ${old}`)
          seen.push(`${jump}: earlier token ${old}, signed in again ${write}`)
        }
        if (server.exitCode() !== null) faults.push(`the server ended with ${server.exitCode()}`)
        return { seen: seen.join('; '), lost: await (await signInAsMember(server, acknowledged)).countLost(), faults }
      },
    ),
}

/** Seconds by which the server's clock is ahead. */
async function skewOf({ url }: SpawnedServer): Promise<number> {
  const { now } = (await (await fetch(`${url}/api/health/getStatus`)).json()) as { now: string } // the contract's ServiceStatus
  return (Date.parse(now) - Date.now()) / 1000
}

export const silentSource: Fault = {
  name: 'a source that never answers',
  async run() {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as AddressInfo // listen() on a TCP port never gives a pipe name
    try {
      return await withServer(
        { AUSPEX_SOURCES: 'live', LEMMY_URL: `http://127.0.0.1:${port}` },
        async (_server, member) => {
          const startedAt = performance.now()
          const reply = await member.send('POST', '/explore/topicQuery', { query_term: 'oat milk' })
          const { request_id } = (await reply.json()) as { request_id: string } // the contract's SearchState
          const answered = Math.round(performance.now() - startedAt)
          let state = {
            finishedAt: null as string | null,
            sources: [] as { source: string; status: string; reason: string | null }[],
          }
          const seconds = await until(async () => {
            state = (await (
              await member.send('POST', '/explore/getQueryStatus', { request_id })
            ).json()) as typeof state
            return state.finishedAt !== null
          })
          const lemmy = state.sources.find(({ source }) => source === 'lemmy')
          const faults = lemmy?.status === 'upstream_down' ? [] : [`Lemmy reads as ${lemmy?.status}`]
          if (seconds > 40) faults.push(`the search took ${seconds} s`)
          return {
            seen: `search taken in ${answered} ms, ended after ${seconds} s; "${lemmy?.reason}"`,
            lost: 0,
            faults,
          }
        },
      )
    } finally {
      silent.close()
    }
  },
}

export const slowClients: Fault = {
  name: '200 slow clients',
  run: () =>
    withServer({}, async (server, member) => {
      const port = Number(new URL(server.url).port)
      const sockets = Array.from({ length: 200 }, () => connect({ port, host: '127.0.0.1' }))
      const line = `POST /api/portfolio/create HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 100000\r\n\r\n`
      let sent = 0
      const drip = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write(line[sent] ?? 'x')
        sent += 1
      }, 250)
      for (const socket of sockets) socket.on('error', () => {})
      try {
        const times: number[] = []
        for (let n = 0; n < 200; n += 1) {
          const began = performance.now()
          const answer =
            n % 10 === 0 ? await member.write(`beside ${n}`) : await describe(await member.send('GET', '/users/me'))
          if (answer !== '200')
            return { seen: answer, lost: await member.countLost(), faults: [`somebody else met ${answer}`] }
          times.push(performance.now() - began)
        }
        times.sort((a, b) => a - b)
        const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
        return { seen: `somebody else: 200 of 200 answered, p99 ${p99} ms`, lost: await member.countLost(), faults: [] }
      } finally {
        clearInterval(drip)
        for (const socket of sockets) socket.destroy()
      }
    }),
}

/** How many requests are answered before the server is stopped. */
const stopAfter = 990

export const stopUnderLoad: Fault = {
  name: 'SIGTERM under load',
  run: () =>
    withServer({ AUSPEX_DRAIN_SECONDS: '1' }, async (server, member) => {
      const answers = new Map<string, number>()
      let [acceptedCount, next] = [0, 0]
      let stopping: Promise<void> | null = null
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          for (;;) {
            const n = next++
            const answer = await (
              n % 5 === 0 ? member.write(`load ${n}`) : member.send('GET', '/users/me').then(describe)
            ).catch(
              (error: unknown) => ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? String(error),
            )
            // the server no longer accepts connections
            if (answer === 'ECONNREFUSED') return
            answers.set(answer, (answers.get(answer) ?? 0) + 1)
            acceptedCount += 1
            // late enough that at least a thousand requests are answered, twenty of them during the shutdown
            if (acceptedCount === stopAfter) stopping = server.stop()
            if (acceptedCount > 20_000) return
          }
        }),
      )
      await (stopping ?? server.stop())
      const faults = [...answers.keys()]
        .filter((answer) => answer !== '200')
        .map((answer) => `${answers.get(answer)} × ${answer}`)
      if (server.exitCode() !== 0) faults.push(`it ended with ${server.exitCode()}`)
      if (acceptedCount < 1_000) faults.push(`only ${acceptedCount} requests were taken`)
      const cut = acceptedCount - (answers.get('200') ?? 0)
      const restarted = await spawnServer(
        { ...quiet, AUSPEX_SOURCES: 'demo', AUSPEX_PORT: new URL(server.url).port },
        server.dataDir,
      )
      const lost = await member.countLost()
      await restarted.kill()
      return { seen: `${cut} of ${acceptedCount} accepted requests cut; then the connection is refused`, lost, faults }
    }),
}
